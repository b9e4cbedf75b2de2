// Parts of the GraphQL schema that a plugin adds. The plugin `graphql` reads the parts. Without that plugin, they have no effect.
import type { RequestContext } from '../http/request/context';
import type { RouteDefinition } from '../http/routes/route';

export interface GraphqlPart {
  readonly name: string;
  /** One sentence for people. */
  readonly description: string;
  /** SDL: types, inputs, and fields like `extend type Mutation { login(input: LoginInput!): LoginPayload! }`. */
  readonly typeDefs?: string;
  /** By place: `Mutation.login`. */
  readonly fields?: Readonly<Record<string, GraphqlPartField>>;
  /** Content types without generated routes that the schema shows, with queries or behind relations alone. */
  readonly queries?: readonly GraphqlPartQueries[];
}

/** A field that runs a route: its permission and its handler are those of the route. */
export interface GraphqlPartField {
  readonly route: RouteDefinition;
  /** The arguments as parameters of the path and as the body. */
  input?(args: Readonly<Record<string, unknown>>): {
    readonly params?: Readonly<Record<string, string>>;
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
