// Parts of the GraphQL schema that a plugin adds. The plugin `graphql` reads the parts. Without that plugin, they have no effect.
import { anyOf, array, callable, optional, record, string } from '../check/checks';
import { part } from '../check/part';
import type { Caller } from '../http/request/caller';
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
  /** Fields on the documents of content types, by place: `Article.views`. */
  readonly documentFields?: Readonly<Record<string, GraphqlPartDocumentField>>;
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

/** A field on documents. One call reads the values of all documents of an answer that stand beside each other. */
export interface GraphqlPartDocumentField {
  /** The permission that the values need. Without it, they are null. */
  readonly action: string;
  /** The values by documentId; null where there is none. `caller` has the rights of the action. The caller has read the documents. */
  read(
    documentIds: readonly string[],
    caller: Caller,
  ): ReadonlyMap<string, unknown> | Promise<ReadonlyMap<string, unknown>>;
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
  documentFields: optional(record(part({ action: text, read: callable() }))),
  queries: optional(array(part({ uid: text, find: optional(text), findOne: optional(text) }))),
});
