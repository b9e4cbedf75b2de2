// The configuration of this plugin.
import { type Check, check, described, type Issue, section } from '../../core';

export type LandingPage = boolean | (() => unknown);

/** Options of the GraphQL server of other systems that mean something here. */
export interface ServerOptions {
  readonly introspection?: boolean;
  readonly csrfPrevention?: boolean;
  readonly allowBatchedHttpRequests?: boolean;
}

export interface GraphqlConfig {
  readonly endpoint: string;
  readonly shadowCRUD: boolean;
  readonly depthLimit: number;
  readonly amountLimit: number;
  readonly nodeLimit: number;
  readonly defaultLimit: number;
  readonly maxLimit: number;
  readonly maxCharacters: number;
  readonly maxTokens: number;
  readonly maxDirectives: number;
  readonly maxRootFields: number;
  readonly maxAliases: number;
  readonly maxIntrospectionFields: number;
  readonly timeout: number;
  readonly persistedQueries: boolean;
  readonly allowList: string | undefined;
  readonly landingPage: LandingPage | undefined;
  readonly playgroundAlways: boolean;
  readonly subscriptions: boolean;
  readonly maxSubscriptions: number;
  readonly maxConnectionSubscriptions: number;
  readonly maxCallerSubscriptions: number;
  readonly maxSubscriptionQuestions: number;
  readonly maxWaitingEvents: number;
  readonly maxWaitingChanges: number;
  readonly callerFilterTime: number;
  readonly recheckSeconds: number;
  readonly errorCodePrefix: string;
  readonly v4CompatibilityMode: boolean;
  readonly apolloServer: Readonly<Record<string, unknown>>;
}

/** At most what a timer takes. */
const MOST = 2_147_483_647;
const count = (fallback: number, least = 1) =>
  check.optional(check.integer({ min: least, max: MOST }), fallback);

const landingPage: Check<LandingPage | undefined> = {
  schema: {},
  absent: { value: undefined },
  parse(input, path, issues) {
    if (typeof input === 'boolean' || typeof input === 'function') return input as LandingPage;
    issues.push({ path, message: 'expected true, false or a function', value: input });
    return undefined;
  },
};

const anyObject: Check<Readonly<Record<string, unknown>>> = {
  schema: { type: 'object' },
  absent: { value: {} },
  parse(input, path, issues) {
    if (check.isPlainObject(input)) return input;
    issues.push({ path, message: 'expected an object', value: input });
    return {};
  },
};

const keys: Check<GraphqlConfig> = section({
  endpoint: described(
    'The path of the endpoint, from the root.',
    check.optional(
      check.string({ pattern: /^(\/[\w.~-]+)+$/, expected: 'a path like "/graphql"' }),
      '/graphql',
    ),
  ),
  shadowCRUD: described(
    'Generate types, queries and mutations from the content types.',
    check.optional(check.boolean(), true),
  ),
  depthLimit: described('The maximum depth of nested fields; root fields count 0.', count(10)),
  amountLimit: described('The maximum number of documents in a list; a longer list is an error.', count(100)),
  nodeLimit: described(
    'The maximum number of documents that an operation reads; reading stops there.',
    count(10_000),
  ),
  defaultLimit: described('Documents in a list without a limit in the query.', count(10)),
  maxLimit: described(
    'The largest limit of a list; larger ones are cut. -1: no maximum.',
    check.optional(check.integer({ min: -1 }), -1),
  ),
  maxCharacters: described('The maximum number of characters of a query text.', count(100_000)),
  maxTokens: described('The maximum number of tokens of a query text.', count(10_000)),
  maxDirectives: described('The maximum number of directives of a query text.', count(200)),
  maxRootFields: described('The maximum number of root fields of an operation.', count(50)),
  maxAliases: described('The maximum number of aliases of a field in one selection.', count(100)),
  maxIntrospectionFields: described(
    'The maximum number of fields of the introspection of an operation, estimated for a schema of 100 types.',
    count(500_000),
  ),
  timeout: described(
    'Time (ms) of one operation; its statements are then stopped. 0: no limit.',
    count(30_000, 0),
  ),
  persistedQueries: described(
    'Run operations that clients name by the SHA-256 of their text (automatic persisted queries).',
    check.optional(check.boolean(), true),
  ),
  allowList: described(
    'A folder with the operations that clients may run; all others are refused. Absent: every operation runs.',
    check.optional(check.string({ min: 1 })),
  ),
  landingPage: described(
    'Serve GraphiQL to browsers; a function is called for each page. Absent: only outside of production, without an allow-list.',
    landingPage,
  ),
  playgroundAlways: described(
    'Deprecated: the same as landingPage: true.',
    check.optional(check.boolean(), false),
  ),
  subscriptions: described(
    'Send changes of documents to subscribers, over WebSockets and server-sent events.',
    check.optional(check.boolean(), false),
  ),
  maxSubscriptions: described(
    'The maximum number of subscriptions of all clients, and of connections with subscriptions.',
    count(1000),
  ),
  maxConnectionSubscriptions: described('The maximum number of subscriptions of a connection.', count(20)),
  maxCallerSubscriptions: described(
    'The maximum number of subscriptions, and of connections, per user or token; without credentials, per address.',
    count(100),
  ),
  maxSubscriptionQuestions: described(
    'The maximum number of different subscriptions per content type or document. Each one costs up to two reads after a write.',
    count(300),
  ),
  maxWaitingEvents: described(
    'The maximum number of events that come before the client of a connection takes one; a slower client is disconnected.',
    count(100),
  ),
  maxWaitingChanges: described(
    'The maximum number of writes whose subscribers are still to be found, and of unread events of a subscription; beyond it subscriptions end.',
    count(1000),
  ),
  callerFilterTime: described(
    'Milliseconds per second that the filters of one caller may take, saved for ten seconds; beyond it its subscriptions end.',
    count(100),
  ),
  recheckSeconds: described(
    'Seconds between checks of the credentials of open connections. They are also checked with each event.',
    check.optional(check.integer({ min: 1, max: 3600 }), 5),
  ),
  errorCodePrefix: described(
    "The prefix of Quire's own error codes, such as STRAPI_NOT_FOUND_ERROR.",
    check.optional(
      check.string({ pattern: /^([A-Z][A-Z0-9_]*)?$/, expected: 'capital letters, such as "STRAPI_"' }),
      'STRAPI_',
    ),
  ),
  v4CompatibilityMode: described(
    'Add the deprecated fields id, data, attributes and meta.',
    check.optional(check.boolean(), false),
  ),
  apolloServer: described(
    'introspection, csrfPrevention and allowBatchedHttpRequests have an effect; other keys are warnings.',
    anyObject,
  ),
});

const FLAGS = ['introspection', 'csrfPrevention', 'allowBatchedHttpRequests'];
/** Queries are always cached within bounds. */
const WITHOUT_EFFECT = ['cache'];

export const graphqlConfig: Check<GraphqlConfig> = {
  ...keys,
  parse(input, path, issues) {
    const own: Issue[] = [];
    const config = keys.parse(input, path, own);
    // A missing variable of the environment must not open the API.
    if (check.isPlainObject(input) && Object.hasOwn(input, 'allowList') && input.allowList === undefined)
      own.push({
        path: [...path, 'allowList'],
        message: 'expected the name of a folder, not undefined; leave the key out to let every operation run',
      });
    if (own.length === 0)
      for (const name of FLAGS) {
        const value = config.apolloServer[name];
        if (value !== undefined && typeof value !== 'boolean')
          own.push({ path: [...path, 'apolloServer', name], message: 'expected true or false', value });
      }
    issues.push(...own);
    return config;
  },
};

/** null: no maximum. */
export const maxLimitOf = ({ maxLimit }: Pick<GraphqlConfig, 'maxLimit'>): number | null =>
  maxLimit === -1 ? null : maxLimit;

export const serverOptions = ({ apolloServer }: GraphqlConfig): ServerOptions => apolloServer;

/** Keys of `apolloServer` that do nothing here. */
export const unusedServerOptions = ({ apolloServer }: GraphqlConfig): readonly string[] =>
  Object.keys(apolloServer).filter((name) => !FLAGS.includes(name) && !WITHOUT_EFFECT.includes(name));
