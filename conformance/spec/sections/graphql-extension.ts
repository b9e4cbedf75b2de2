// The spec's "GraphQL: customization" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const graphqlExtensionRows = rowsOf(
  { section: 'graphql.extension', title: 'GraphQL: customization', profile: 'spec' },
  `
graphql.extension.service                    | L377 | must   | extension      | obtainable during registration
graphql.extension.disable                    | L381 | must   | extension      | the type is gone from the schema
graphql.extension.disable-queries            | L382 | must   | extension      | its queries are gone, mutations stay
graphql.extension.disable-mutations          | L383 | must   | extension      | its mutations are gone, queries stay
graphql.extension.disable-action             | L384 | must   | extension      | one action is gone
graphql.extension.disable-actions            | L385 | must   | extension      | several are gone
graphql.extension.action.create              | L387 | must   | extension      | create
graphql.extension.action.find                | L387 | must   | extension      | find
graphql.extension.action.find-one            | L387 | must   | extension      | findOne
graphql.extension.action.update              | L387 | must   | extension      | update
graphql.extension.action.delete              | L387 | must   | extension      | delete
graphql.extension.field.disable              | L389 | must   | extension      | gone everywhere
graphql.extension.field.disable-output       | L389 | must   | extension      | gone from the type only
graphql.extension.field.disable-input        | L389 | must   | extension      | gone from the input only
graphql.extension.field.disable-filters      | L389 | must   | extension      | gone from the filters only
graphql.extension.getters.type               | L391 | must   | extension      | the eight getters follow the switches
graphql.extension.getters.field              | L391 | must   | extension      | the five getters follow the switches
graphql.extension.use.object                 | L393 | must   | extension      | an object
graphql.extension.use.function               | L393 | must   | extension      | a function returning one
graphql.extension.types                      | L397 | must   | extension      | types of the schema-builder library
graphql.extension.type-defs                  | L398 | must   | extension      | SDL
graphql.extension.plugins                    | L399 | must   | extension      | schema-builder plugins run
graphql.extension.resolvers                  | L400 | must   | extension      | custom resolvers answer
graphql.extension.config                     | L401 | must   | extension      | resolversConfig is honoured beside resolvers
graphql.extension.config.key                 | L403 | must   | extension      | Query.categories addresses a generated resolver
graphql.extension.config.auth-false          | L405 | must   | extension auth | bypasses authorization
graphql.extension.config.auth-scope          | L405 | must   | extension auth | requires those permissions
graphql.extension.config.policy.name         | L406 | must   | extension      | registered name
graphql.extension.config.policy.object       | L406 | must   | extension      | { name, config }
graphql.extension.config.policy.function     | L406 | must   | extension      | function with context and service
graphql.extension.config.policy.false        | L406 | must   | extension      | false blocks
graphql.extension.config.middleware.name     | L407 | must   | extension      | registered name
graphql.extension.config.middleware.object   | L407 | must   | extension      | { name, options }
graphql.extension.config.middleware.function | L407 | must   | extension      | (next, …) wraps
graphql.extension.config.middleware.nested   | L407 | must   | extension      | on a nested resolver
`,
);
