// The plugin's errors. Names, statuses and messages are the wire contract; codes are for logs and tests.
import { defineErrors } from '../../core';

export const graphqlErrors = defineErrors('graphql', {
  GRAPHQL_AMOUNT_LIMIT: {
    status: 400,
    name: 'ValidationError',
    message: (field: string, limit: number) =>
      `The list "${field}" has more than ${limit} items, the amountLimit. Ask for a page: pagination: { pageSize: ${limit} }`,
    details: (field: string, limit: number) => ({ path: [field], limit, name: 'amountLimit' }),
  },
  GRAPHQL_TIMEOUT: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: (limit: number) =>
      `The operation took longer than ${limit} ms (timeout) and was stopped. Ask for fewer documents, or send several operations`,
    details: (limit: number) => ({ limit, name: 'timeout' }),
  },
  GRAPHQL_NODE_LIMIT: {
    status: 400,
    name: 'ValidationError',
    message: (cost: number, limit: number) =>
      `The operation may return ${cost} documents, more than ${limit}, the nodeLimit. Ask for smaller pages or fewer nested lists`,
    details: (cost: number, limit: number) => ({ cost, limit, name: 'nodeLimit' }),
  },
});
