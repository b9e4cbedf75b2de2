// The plugin's errors. Names, statuses and messages are the wire contract; codes are for logs and tests.
import { defineErrors } from '../../core';

export const graphqlErrors = defineErrors('graphql', {
  GRAPHQL_AMOUNT_LIMIT: {
    status: 400,
    name: 'ValidationError',
    message: (field: string, limit: number) =>
      `The list "${field}" has more than ${limit} items, the amountLimit (${keyOf('amountLimit')}). Ask for a page: pagination: { pageSize: ${limit} }`,
    details: (field: string, limit: number) => ({ path: [field], limit, name: 'amountLimit' }),
  },
  GRAPHQL_TIMEOUT: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: (limit: number) =>
      `The operation took longer than ${limit} ms (timeout) and was stopped. Ask for fewer documents, or send several operations`,
    details: (limit: number) => ({ limit, name: 'timeout' }),
  },
  GRAPHQL_SUBSCRIPTIONS: {
    status: 429,
    name: 'RateLimitError',
    message: (who: string, limit: number, key: string, isAnonymous: boolean) =>
      `${who} has ${limit} subscriptions, the most (${key}). End one first${proxyRemedy(isAnonymous)}`,
    details: (_who: string, limit: number, key: string, _isAnonymous: boolean) => ({ limit, name: key }),
  },
  GRAPHQL_QUESTIONS: {
    status: 429,
    name: 'RateLimitError',
    message: (what: string, limit: number, isAnonymous: boolean) =>
      `${allAsked(what, limit)}. Use the same text and variables as an existing subscription${proxyRemedy(isAnonymous)}`,
    details: (_what: string, limit: number, _isAnonymous: boolean) => ({
      limit,
      name: 'maxSubscriptionQuestions',
    }),
  },
  GRAPHQL_QUESTION_ENDED: {
    status: 429,
    name: 'RateLimitError',
    message: (what: string, limit: number, isAnonymous: boolean) =>
      `${allAsked(what, limit)}. This subscription ended in favour of another caller. Use fewer different subscriptions${proxyRemedy(isAnonymous)}`,
    details: (_what: string, limit: number, _isAnonymous: boolean) => ({
      limit,
      name: 'maxSubscriptionQuestions',
    }),
  },
  GRAPHQL_FILTER_TIME: {
    status: 429,
    name: 'RateLimitError',
    message: (limit: number, isAnonymous: boolean) =>
      `The filters of your subscriptions took longer than ${limit} ms per second (callerFilterTime), so this subscription ended. Use fewer subscriptions, or simpler filters${proxyRemedy(isAnonymous)}`,
    details: (limit: number, _isAnonymous: boolean) => ({ limit, name: 'callerFilterTime' }),
  },
  GRAPHQL_CHANGES_MISSED: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: (limit: number) =>
      `This subscription missed changes: a read failed, messages of other processes were lost, or more than ${limit} changes waited (maxWaitingChanges). Read the documents again, then subscribe again`,
    details: (limit: number) => ({ limit, name: 'maxWaitingChanges' }),
  },
  /** A mutation is done before its answer is known. */
  GRAPHQL_DONE_TOO_LARGE: {
    status: 400,
    name: 'ValidationError',
    message: (limit: number) =>
      `The operation is done, but its response has more than ${limit} bytes (limits.answerBytes of config/api). Do not repeat it; select fewer fields`,
    details: (limit: number) => ({ limit, name: 'limits.answerBytes' }),
  },
  GRAPHQL_NODE_LIMIT: {
    status: 400,
    name: 'ValidationError',
    message: (limit: number) =>
      `The operation reads more than ${limit} documents, the nodeLimit (${keyOf('nodeLimit')}). Ask for smaller pages, such as pagination: { pageSize: 10 }, or for fewer nested lists`,
    details: (limit: number) => ({ limit, name: 'nodeLimit' }),
  },
});

/** Where the limit is set, and the page that describes it. */
function keyOf(limit: string): string {
  return `graphql.config.${limit} in config/plugins; docs/graphql.md#limits`;
}

function allAsked(what: string, limit: number): string {
  return `All ${limit} different subscriptions of ${what} are in use (maxSubscriptionQuestions)`;
}

/** Behind a proxy that is not configured, all callers without credentials have one address. */
function proxyRemedy(isAnonymous: boolean): string {
  return isAnonymous ? '. Behind a proxy, set server.proxy, so that each address counts alone' : '';
}
