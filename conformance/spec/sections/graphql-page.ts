// The spec's "GraphQL: sort and pagination" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const graphqlPageRows = rowsOf(
  { section: 'graphql.page', title: 'GraphQL: sort and pagination', profile: 'spec' },
  `
graphql.sort.string          | L344 | must   | graphql        | sort: "field"
graphql.sort.list            | L344 | must   | graphql        | sort: ["f1", "f2:desc"]
graphql.sort.default-asc     | L344 | must   | graphql        | ascending by default
graphql.pagination.no-mix    | L345 | must   | graphql        | page with limit: refused
graphql.pagination.page      | L349 | must   | graphql        | page, default 1
graphql.pagination.page-size | L350 | must   | graphql        | pageSize, default 10
graphql.pagination.start     | L351 | must   | graphql        | start, default 0
graphql.pagination.limit     | L352 | must   | graphql        | limit, default 10
graphql.pagination.limit.max | L352 | should | graphql        | limit: -1 gives as many as the deployment allows
graphql.pagination.config    | L354 | must   | config graphql | defaultLimit and maxLimit
`,
);
