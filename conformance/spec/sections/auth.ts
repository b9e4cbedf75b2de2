// The spec's "Authentication and events" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const authRows = rowsOf(
  { section: 'auth', title: 'Authentication and events', profile: 'spec' },
  `
auth.user-jwt                 | L411 | must   | auth         | a user JWT authorises
auth.api-token                | L411 | must   | tokens       | an API token authorises
auth.api-token.read-only      | L411 | must   | tokens drafts i18n | a read-only token reads each kind of type and writes none
auth.header.rest              | L412 | must   | auth         | Authorization: Bearer on REST
auth.header.graphql           | L412 | must   | auth graphql | and on GraphQL
auth.header.invalid           | L412 | open   | auth         | a wrong token: status is recorded (401 expected)
auth.role.action              | L413 | must   | auth         | permission per type and action
auth.role.find                | L413 | must   | auth         | find alone: list 200, one refused
auth.role.find-one            | L413 | must   | auth         | findOne alone: one 200, list refused
auth.role.graphql-find        | L413 | must   | auth graphql | find covers Query.<plural>
auth.role.graphql-find-one    | L413 | must   | auth graphql | findOne covers Query.<singular>
auth.role.populate            | L413 | must   | auth         | populate needs find on the target
auth.role.create-localization | L413 | must   | auth i18n    | localization needs createLocalization
auth.graphql.register         | L414 | must   | auth graphql | register gives jwt and user { username email }
auth.graphql.login            | L415 | must   | auth graphql | login gives jwt, which authorises
auth.register.record          | L416 | must   | auth graphql | a user record is there
auth.sandbox.headers          | L417 | may    | sandbox      | the sandbox has a place for headers
auth.rest.register            | L418 | open   | auth         | REST registration and login: recorded
auth.token.lifetime           | L419 | open   | auth         | lifetime and issuing: recorded
events.none                   | L423 | open   | -            | events and webhooks: recorded
`,
);
