// Routes of plugins where the specification is silent: accounts, users, roles, locales, GraphQL over HTTP.
import { rowsOf } from '../row';

const accounts = rowsOf(
  { section: 'quire.accounts', title: 'Quire: accounts, users and roles', profile: 'quire' },
  `
quire.accounts.register        | Rule 2 | must | auth | registration refuses short, long, taken and unknown values, and stores the address in lower case
quire.accounts.login           | Rule 2 | must | auth | a login takes the name or the address, and refuses missing and wrong values
quire.accounts.forgot          | Rule 3 | must | auth | forgot-password answers alike for known and unknown addresses
quire.accounts.reset           | Rule 2 | must | auth | reset-password refuses missing values, a different confirmation and a wrong code
quire.accounts.change-password | Rule 2 | must | auth | change-password needs the current password and a new one; the old one is dead
quire.accounts.confirmation    | Rule 2 | must | auth | a missing or wrong confirmation is a 400; asking for one answers alike for all addresses
quire.accounts.unconfirmed     | Rule 2 | must | auth tokens config | with confirmation of addresses, a new user and a user with a new address log in after it only
quire.accounts.refresh-cookie  | Rule 2 | must | auth config | a refresh token is a cookie when the request asks for it, and later answers do not show it; a form cannot use it; a logout removes the cookie
quire.accounts.reset-code      | Also   | must | auth extension | a mailed code sets a password once; the tokens of the user die, and a code of a blocked user does not work
quire.accounts.confirmation-code | Rule 2 | must | auth extension | a mailed code confirms the address once, and redirects; a newer code replaces it
quire.accounts.refresh-late    | Corrections | must | auth extension | a second use of a refresh token after the grace period ends the session, and no other
quire.accounts.expired         | Rule 2 | must | auth extension | an expired access token is a 401 everywhere; its refresh token gives a new one; an expired code sets no password
quire.accounts.provider        | Rule 2 | must | auth | a provider that is disabled is a 400
quire.accounts.me              | Rule 2 | must | auth tokens | /users/me shows the own user without role; populate and fields work
quire.accounts.rate            | Rule 2 | must | auth config | too many requests of one address for one path are a 429 with X-RateLimit headers
quire.accounts.rate-account    | Rule 3 | must | auth config | too many failed logins of one account are a 429, in each spelling of its name
quire.accounts.update-me        | Rule 3 | must | auth | PUT /users/me changes the own name and address; taken ones and other attributes are a 400
quire.users.list               | Rule 2 | must | auth | users are a bare list with filters, sort, fields, start and limit; count is a number
quire.users.create             | Rule 2 | must | auth | creating a user needs all values, and refuses taken names and addresses
quire.users.update             | Rule 2 | must | auth | an update refuses taken names, taken addresses and empty passwords; a new password works
quire.users.absent             | Rule 2 | must | auth | an unknown user is 204 for GET and DELETE, and 404 for PUT
quire.users.delete             | Rule 2 | must | auth | DELETE answers the user, given by id or documentId
quire.roles.one                | Rule 2 | must | auth | a role shows its permissions; an unknown one is a 404
quire.roles.refused            | Rule 2 | must | auth | an empty body and a short name are a 400; the public role cannot be deleted
quire.roles.update             | Rule 2 | must | auth | an update of a role gives and takes permissions at once
quire.roles.delete             | Rule 2 | must | auth | a deleted role is gone, and its users have the public role
quire.users.limit              | Rule 3 | must | auth | a user cannot take over a user with more permissions, or give away a role with more
quire.roles.same-name          | Rule 2 | must | auth | two roles may have one name; each has a type of its own
quire.roles.declared           | Closed by default | must | auth tokens config | a start applies the declared roles, and revokes permissions that are no longer declared; a mistake stops the start
quire.roles.limit              | Rule 3 | must | auth | a user grants own permissions only; those of the role before may stay
`,
);

const locales = rowsOf(
  { section: 'quire.locales', title: 'Quire: locales', profile: 'quire' },
  `
quire.locales.list        | Rule 2             | must | i18n | the locales are a bare list; one is the default
quire.locales.several     | Rule 2             | must | i18n | a list takes several locales; one document takes one
quire.locales.add         | Rule 4             | must | i18n config | a new locale can be written; a second one with its code is a 409, a wrong code a 400
quire.locales.delete      | Drafts and locales | must | i18n config | a locale with documents is deleted with force=true only; the default one never
quire.locales.in-use      | Drafts and locales | must | i18n drafts config | a 409 counts the documents of all types; only force=true deletes their rows; the default locale is never removed
quire.locales.kept        | Drafts and locales | must | i18n config | a start adds the configured locales, and removes none; the default locale stays
quire.locales.default     | Rule 4             | must | i18n config | another default locale is read without locale
quire.locales.fallback    | Rule 4             | must | i18n config | fallbacks are read when a locale is missing, in order
quire.locales.loose       | Spec against peer  | must | i18n config | without strictLocaleFields a PUT that adds a locale sets shared fields in all
`,
);

const graphql = rowsOf(
  { section: 'quire.graphql', title: 'Quire: GraphQL over HTTP', profile: 'quire' },
  `
quire.graphql.get       | Rule 2 | must | graphql | GET runs queries of clients that name themselves; mutations are a 405
quire.graphql.csrf      | Rule 2 | must | graphql | a request that a foreign page can send without asking is a 400
quire.graphql.batches   | Rule 2 | must | graphql | a list of operations is a 400 by default
quire.graphql.bodies    | Rule 2 | must | graphql | an empty, wrong or malformed body is a 400
quire.graphql.errors    | Rule 2 | must | graphql | errors have the recorded codes, paths and statuses
quire.graphql.variables       | Rule 2 | must | graphql | variables stand for each argument and each input; defaults, @include and @skip work
quire.graphql.persisted       | Rule 2 | must | graphql | a hash stands for the text of a valid operation that came with it; another hash, version or form is an error
quire.graphql.fragments       | Rule 2 | must | graphql | one query has aliases, fragments and inline fragments
quire.graphql.zone-input      | Rule 2 | must | graphql | entries of a zone name their component by __typename; a missing or foreign one is an error
quire.graphql.component-input | Rule 2 | must | graphql | components are nested inputs; null and [] clear them
quire.graphql.component-list  | Rule 2 | must | graphql | a list of components takes filters, sort and pages
quire.graphql.private         | Rule 2 | must | graphql files array | a private attribute and a password are no fields and no filters of a type, at any place
quire.graphql.relation-list   | Rule 2 | must | graphql | a list of relations takes filters, sort and pages; ten by default, -1 gives all
quire.graphql.morph           | Rule 4 | must | graphql drafts | a polymorphic relation is read with a fragment for each type
quire.graphql.single          | Rule 2 | must | graphql drafts i18n | single types are read, updated and deleted, with locale and status
quire.graphql.absent          | Rule 2 | must | graphql | an update of an unknown document is null; a delete names the documentId
quire.graphql.actions         | Drafts and locales | must | graphql drafts | publish, unpublish and discardDraft are mutations; status DRAFT writes the draft
quire.graphql.long            | Rule 2 | must | graphql | a biginteger is a number up to 2^53 - 1 and a text beyond, and exact; input takes both; a wrong text is an error
quire.graphql.refused-values  | Corrections | must | graphql | a wrong day, time, moment or entry of a zone is a 400 before the first mutation, as a literal and as a variable
quire.graphql.conditions      | Spec against peer | must | graphql config | the conditions of all filters of an operation are bounded, also those of variables and fragments
quire.graphql.users           | Rule 2 | must | graphql auth | mutations create, update and delete users
quire.graphql.former-shape    | Rule 2 | must | graphql config | v4CompatibilityMode adds data, attributes, row ids and meta; lists may stand beside each other
quire.graphql.switches        | GraphQL customization | must | extension | a disabled type answers so to each getter; disableMutations also removes publish, unpublish and discardDraft; fields of components have switches
quire.graphql.schema          | Rule 2 | must | graphql upload drafts i18n auth | fields, arguments, inputs and filters have the recorded names and types
quire.graphql.filters         | Rule 2 | must | graphql | filters reach relations and entries with and, or and not; null is an operand
quire.graphql.pages           | GraphQL | must | graphql | pageInfo describes each page; wrong pages are errors in each list
quire.graphql.max-limit       | GraphQL | must | graphql config | maxLimit cuts each list and pageInfo says so; defaultLimit holds for each list
quire.graphql.amount-limit    | GraphQL | must | graphql config | a longer list at any level is an error that names the limit and the remedy; entries do not count
quire.graphql.node-limit      | GraphQL | must | graphql | nodeLimit bounds the documents that are read for the whole response, also of a mutation and of buckets; pages that are not full do not count
quire.graphql.answer-bytes    | GraphQL | must | graphql config | an answer is at most limits.answerBytes, over all root fields and aliases; in a batch, earlier answers stay; a mutation is done, and says so
quire.graphql.operation-size  | GraphQL | must | graphql | the aliases of a field, and the fields of introspections, are limited wherever they stand in the operation
quire.graphql.subscription-types | GraphQL | must | config graphql | each type with an API and the action find has a subscription with its arguments, and no other type
quire.graphql.operation-mutations | GraphQL | must | auth tokens drafts config files graphql | operations of plugins without an input are mutations of the types that have them, and no others
quire.graphql.aggregates      | GraphQL | must | aggregates | figures have their types and are null without values; aliases, buckets and their pages stand alone
quire.graphql.bucket-figures  | GraphQL | must | aggregates | each bucket has the figures of its documents, for each attribute that groups, also in buckets of buckets; its filters narrow them, its pages do not
quire.graphql.merged          | GraphQL | must | aggregates config | a field that is selected several times is one field with all selections; other arguments are a conflict
quire.graphql.former-meta     | Rule 2 | must | graphql config | meta of the former forms has the page of each list, and equals pageInfo
quire.graphql.relation-input  | Spec against peer | must | graphql | each relation has a typed twin with connect, disconnect and set, also in entries; both at once are a 400
quire.graphql.enumerations    | Rule 2 | must | graphql config | values that are no names have names in inputs, answers and buckets
quire.graphql.versions        | Drafts and locales | must | graphql drafts i18n | locale and status select the version in each query, mutation and action
quire.graphql.policies        | Spec against peer | must | extension | true and nothing let pass; each other value, a throw and a rejection deny
quire.graphql.policy-parent   | GraphQL customization | must | extension | a policy of a nested field receives its parent
quire.graphql.refused         | GraphQL customization | must | extension | mistakes of extensions stop the start; the message names the plugin, each place and a remedy
quire.graphql.document-query  | GraphQL customization | must | extension tokens | a resolver returns a query of documents as one document, a list or a connection; the caller's permissions hold
quire.graphql.operators       | Rule 4 | must | extension | an operator of a plugin is in the inputs of the values that it compares, with the type that it names
quire.graphql.subscriptions   | GraphQL | must | extension tokens | a stream sends the events of a subscription, and ends with the reason; without a stream, a subscription is a 400
quire.graphql.subscription-events | GraphQL | must | config graphql drafts i18n | each write sends one event to each subscriber whose row it changed, with the document as the subscriber sees it, and none to others
quire.graphql.subscription-rights | GraphQL | must | auth config graphql | each event follows the rules of its subscriber at this moment; other documents and hidden attributes are in none
quire.graphql.timeout         | GraphQL | must | extension | a query that takes too long is a 503; after it, a mutation begins no further write
quire.graphql.trace           | Also | must | extension | the header x-quire-trace shows the statements of each root field, and nothing in production
quire.graphql.allow-list      | Also | must | config graphql | with an allow-list, the operations of its files run by id and by text, and no others; wrong files stop the start
`,
);

export const quirePluginRows = [...accounts, ...locales, ...graphql];
