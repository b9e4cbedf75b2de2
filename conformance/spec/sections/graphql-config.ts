// The spec's "GraphQL: configuration" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const graphqlConfigRows = rowsOf(
  { section: 'graphql.config', title: 'GraphQL: configuration', profile: 'spec' },
  `
graphql.config.endpoint              | L362 | must   | config graphql | another path; the default one is gone
graphql.config.shadow-crud           | L363 | must   | config graphql | false: no generated types, queries, mutations
graphql.config.depth-limit           | L364 | must   | config graphql | a deeper query is refused
graphql.config.amount-limit          | L365 | must   | config graphql | no more items in one response
graphql.config.playground-always     | L366 | must   | config graphql | true shows the playground in production
graphql.config.landing-page.true     | L367 | must   | config graphql | true shows it, also in production
graphql.config.landing-page.false    | L367 | must   | config graphql | false hides it
graphql.config.landing-page.function | L367 | must   | config graphql | a function decides, or gives a renderer plugin
graphql.config.landing-page.default  | L367 | must   | config graphql | off in production, on elsewhere
graphql.config.apollo-server         | L368 | should | config graphql | options reach the server library
graphql.config.apollo-server.cache   | L368 | open   | config graphql | the cache option is accepted; its default is not visible over HTTP
graphql.config.subscriptions         | L369 | should | config graphql | off by default: no subscription type
graphql.config.limits                | L370 | must   | config graphql | defaultLimit and maxLimit are read from graphql.config
graphql.config.v4-compatibility      | L371 | should | config graphql | off by default; on by option or environment variable
graphql.config.csp                   | L373 | should | config graphql | a page in production works and only its path has the wider policy
`,
);
