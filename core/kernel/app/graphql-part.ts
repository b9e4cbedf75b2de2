// Parts of the GraphQL schema that a plugin adds. The plugin `graphql` reads the parts. Without that plugin, they have no effect.
import { anyOf, array, callable, optional, record, string } from '../check/checks';
import { part } from '../check/part';
import type { RequestContext } from '../http/request/context';
import type { RouteDefinition } from '../http/routes/route';
import { routeCheck } from '../http/routes/route-check';

export interface GraphqlPart {
  readonly name: string;
  /** One sentence for people. */
  readonly description: string;
  /**
   * SDL: types, inputs, and fields like `extend type Mutation { login(input: LoginInput!): LoginPayload! }`. A function gets the names of
   * generated types.
   */
  readonly typeDefs?: string | ((names: GraphqlTypeNames) => string);
  /** By place: `Mutation.login`. */
  readonly fields?: Readonly<Record<string, GraphqlPartField>>;
  /** Content types without generated routes that the schema shows, with queries or behind relations alone. */
  readonly queries?: readonly GraphqlPartQueries[];
}

export interface GraphqlTypeNames {
  /** Of a content type or a component: `Article` for `api::article.article`. */
  typeOf(uid: string): string;
}

/**
 * A field that runs a route: its permission, its policies, its checks and its handler are those of the route. If the value of the field is
 * `{ uid, documentId }` or a list of them, the documents are read with the selection of the client.
 */
export interface GraphqlPartField {
  readonly route: RouteDefinition;
  /** The arguments as parameters of the path, as the query and as the body. */
  input?(args: Readonly<Record<string, unknown>>): {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
  };
  /** The JSON of the handler's answer → the value of the field. */
  result?(json: unknown, request: RequestContext): unknown;
}

export interface GraphqlPartQueries {
  readonly uid: string;
  /** The permissions of the queries for a list and for one document. Absent: there is no such query. */
  readonly find?: string;
  readonly findOne?: string;
}

const text = string({ min: 1 });

export const graphqlPartCheck = part({
  name: text,
  description: text,
  typeDefs: optional(anyOf('SDL, or a function that returns it', text, callable())),
  fields: optional(
    record(part({ route: routeCheck, input: optional(callable()), result: optional(callable()) })),
  ),
  queries: optional(array(part({ uid: text, find: optional(text), findOne: optional(text) }))),
});
