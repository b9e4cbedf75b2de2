// What our own decisions add to the spec or change in it. Other deployments are not judged by these rows.
import { rowsOf } from '../row';

const closed = rowsOf(
  { section: 'quire.closed', title: 'Quire: what is never shown', profile: 'quire' },
  `
quire.password.returned   | Values    | must | -    | a password attribute is in no answer, not even when populated or named in fields
quire.password.selected   | Values    | must | -    | fields=secret is a 400 like an unknown field
quire.password.filtered   | Values    | must | -    | a filter on a password is a 400 like an unknown one
quire.password.sorted     | Values    | must | -    | a sort on a password is a 400 like an unknown one
quire.private.returned    | Errors    | must | -    | a private attribute is in no answer
quire.private.queried     | Errors    | must | -    | filters, sort and fields on a private attribute are a 400 like an unknown one
quire.private.written     | Errors    | must | -    | a private attribute may be written
quire.private.deeper      | Errors    | must | -    | a private attribute is unknown through relations too, for each operator, sort, field and populate
quire.password.deeper     | Values    | must | -    | a password attribute is unknown through relations too, for each operator, sort, field and populate
`,
);

const errors = rowsOf(
  { section: 'quire.errors', title: 'Quire: errors', profile: 'quire' },
  `
quire.errors.shape            | Errors | must | - | data null, then error with status, name, message, details
quire.errors.invalid-key      | Errors | must | - | an unknown key is one ValidationError with key, path, source, param
quire.errors.query-forms      | Errors | must | - | a parameter in a wrong form is a 400 that names its key and path, at each level
quire.errors.relation-forms   | Errors | must | - | a relation in a wrong form is a 400 that changes nothing
quire.errors.body-key         | Errors | must | - | an unknown key in data is a ValidationError with key, path, source body
quire.errors.system-keys      | Errors | must | - | id, documentId, createdAt, updatedAt in a body are a 400
quire.errors.ignored-keys     | Errors | must | - | locale and publishedAt in a body, and keys beside data, are ignored
quire.errors.no-drafts        | Errors | must | config | locale and publishedAt in a body are ignored where draft-and-publish is disabled
quire.errors.messages         | Errors | must | - | a refused value has its recorded or decided message, its path and its value
quire.errors.all-issues       | Errors | must | - | all issues of a body come in one 400, each with path and message
quire.errors.missing-data     | Errors | must | - | a body without data is a 400
quire.errors.not-found        | Errors | must | - | an unknown documentId and an unknown path are 404 NotFoundError
quire.errors.absent           | Errors | must | drafts i18n | a deleted document, a missing version and a missing path are 404 NotFoundError
quire.errors.content-type     | Errors | must | - | a wrong query, body, path and documentId are refused with an error object in JSON
quire.errors.upload-target    | Spec against peer | must | upload | an upload that names a part of a target is a 400
quire.errors.skipped          | Rule 2 | must | - | GET of one document with start above 0 is a 404, and with another start than a number a 400
quire.errors.absent-single    | Errors | must | - | a single type without a document is 404 NotFoundError
quire.errors.method           | Errors | must | - | a wrong method on a known path is 405 in JSON with Allow
quire.errors.head             | Rule 2 | must | - | HEAD answers like GET without a body, also for refusals
quire.errors.internal         | Errors | must | extension | an unexpected error is 500 "Internal Server Error" without its message, and nothing is written
quire.errors.busy             | Errors | must | extension config | a database that is closed, has no free connection, or is written by another process for too long is 503 ServiceUnavailableError with Retry-After
quire.errors.json             | Errors | must | - | malformed JSON is 400 SyntaxError
quire.errors.large            | Errors | must | - | a body over the limit is 413 PayloadTooLargeError
quire.errors.head-size        | Errors | must | - | a request with a head that is too large gets an error in the usual shape
quire.errors.delete-unknown   | Errors | must | - | DELETE of an unknown documentId is 204
quire.errors.path-encoding    | Errors | must | - | a path that cannot be decoded is 400
quire.errors.unknown-param    | Errors | must | - | an unknown top-level parameter is ignored
quire.errors.strict-params    | Errors | must | config | with api.rest.strictParams an unknown parameter is a 400
quire.errors.empty-sort       | Errors | must | - | an empty sort is ignored
quire.errors.proto            | Errors | must | - | __proto__ in a query is harmless
quire.errors.parameter-count  | Errors | must | - | more than 1000 parameters are a 400
quire.errors.array-limit      | Errors | must | - | a filter with more elements than arrayLimit is a 400, not everything
`,
);

const queries = rowsOf(
  { section: 'quire.queries', title: 'Quire: filters, order, pages', profile: 'quire' },
  `
quire.filters.number           | Errors   | must | - | a non-numeric value for a number is a 400
quire.filters.between          | Errors   | must | - | $between without exactly two values is a 400
quire.filters.between-kinds    | Errors   | must | - | $between with two elements includes both ends, on each kind, and its negation leaves null out
quire.filters.moment-offset    | Values   | must | - | moments in a filter may have an offset
quire.filters.logic            | Errors   | must | - | a scalar or object for $and, $or at the top is a 400
quire.filters.below-scalar     | Errors   | must | - | a path below a scalar is a 400
quire.filters.operator         | Errors   | must | - | an unknown operator is a 400
quire.filters.boolean-text     | Errors   | must | - | string operators on booleans are a 400
quire.filters.boolean-order    | Errors   | must | - | <, >, $between on booleans are a 400
quire.filters.zone             | Errors   | must | - | a filter on a zone is a 400
quire.filters.exact            | Spec against peer | must | - | $eq respects case, accents and trailing spaces
quire.filters.fold             | Spec against peer | must | - | the i forms fold case by Unicode
quire.filters.null-comparison  | Values   | must | - | a comparison with a null scalar is never true, nor is its negation
quire.filters.implicit-eq      | Errors   | must | - | filters[f]=v means $eq, an array means $in
quire.filters.one-document     | Relations | must | - | conditions of one filter object hold for one related document
quire.filters.two-documents    | Relations | must | - | under $and they may hold for different ones
quire.filters.not-relation     | Relations | must | - | $not around a relation includes documents with none related
quire.filters.not-together     | Relations | must | - | conditions under one $not hold together: their negation is true where one of them is false
quire.filters.find-one         | Spec against peer | must | - | filters apply to findOne: no match is 404
quire.filters.component        | Relations | must | - | conditions on a repeatable component hold for one entry
quire.filters.array            | Values   | must | array | elements of an array: a document without an array matches neither the condition nor its negation
quire.filters.single-component | Relations | must | - | filters reach into a single component
quire.filters.no-related       | Corrections | must | - | $null on an attribute of a relation finds documents without the relation
quire.filters.no-related.other | Corrections | must | - | other comparisons on a relation, negated or not, find no document without it
quire.filters.no-entry         | Corrections | must | - | $null on an attribute of a component finds documents without entries
quire.filters.list-operand     | Corrections | must | - | a list for one value: any of them; for a negated operator: none of them
quire.filters.list-in-logic    | Corrections | must | - | the conditions of a list inside $or hold together
quire.filters.in-nothing       | Corrections | must | - | $in without a value finds nothing
quire.filters.component-value  | Corrections | must | - | a value compared with a component finds nothing
quire.filters.on-writes        | Corrections | must | - | bad filters, sort, fields, populate on a write are a 400, and nothing is written
quire.populate.component-filter | Corrections | must | - | filters of a populated component: an entry that does not match is null
quire.sort.json                | Corrections | must | - | json is sorted by its text, null first
quire.filters.search           | Corrections | must | - | _q: texts contain it in any case, numbers equal it, documentId contains it
quire.filters.null-any         | Corrections | must | - | $null takes any value: true unless it is false or 0
quire.sort.nulls               | Values   | must | - | nulls come first ascending, last descending
quire.sort.code-point          | Values   | must | - | strings are ordered by code point
quire.sort.ties                | Values   | must | - | ties are ordered by id
quire.sort.direction           | Errors   | must | - | an unknown direction is a 400
quire.sort.relation            | Errors   | must | - | a sort through a to-one works; on the relation itself it is a 400
quire.pagination.whole         | Errors   | must | - | page, pageSize, limit that are no whole number or below 1, start below 0: 400
quire.pagination.all           | Errors   | must | - | limit=-1 means all, cut to maxLimit and reported so
quire.pagination.max           | Errors   | must | - | above maxLimit is cut to it and reported so
quire.pagination.top-level     | Errors   | must | - | page at the top level is a 400
quire.pagination.unknown       | Errors   | must | - | unknown keys in pagination are ignored
quire.pagination.beyond        | Errors   | must | - | a page beyond the end is empty with the same totals; totals follow each write
quire.pagination.name          | Errors   | must | - | mixed pagination is a PaginationError
quire.populate.unknown         | Errors   | must | - | an unknown or scalar name is a 400
quire.populate.limits          | Spec against peer | must | - | limit, start, pagination inside populate are a 400 ValidationError
quire.populate.zone-places     | Spec against peer | must | - | entries of components that are not listed keep their place with their scalar fields
quire.populate.to-one-filter   | Relations | must | - | a to-one whose filter does not match is null
quire.populate.none            | Relations | must | - | nothing related is null for one, [] for many
quire.populate.empty           | Rule 2    | must | - | an empty name in populate, and empty filters of a populated relation, mean nothing
quire.populate.star-below      | Rule 2    | must | - | populate[x]=* shows the first level of a component or a relation
quire.populate.polymorphic     | Rule 2             | must | -           | a polymorphic relation is populated for the types that "on" names, or for each type with its own relations
quire.v4                       | Where we leave the letter | must | - | with Strapi-Response-Format: v4 attributes are nested and relations wrapped
quire.flat                     | Where we leave the letter | must | - | without it populated relations are flat
quire.etag                     | Also     | must | - | answers have an ETag; If-None-Match answers 304
quire.etag.absent              | Also     | must | - | a condition on what is absent never holds: a read is a 404, and a write changes and creates nothing
quire.etag.if-match            | Also     | must | - | If-Match with an old ETag is 412 and writes nothing
`,
);

const values = rowsOf(
  { section: 'quire.values', title: 'Quire: values and relations', profile: 'quire' },
  `
quire.values.one-millisecond   | Also   | must | extension drafts i18n | updatedAt and the ETag change with each write, also of several writes in one millisecond
quire.values.sigma             | Spec against peer | must | graphql | the i forms and _q take the three forms of sigma as one letter
quire.values.entry-booleans    | Values | must | files graphql | a boolean of an entry is true, false or null in answers, filters and sorts, at each level
quire.values.near-zero         | Values | must | aggregates | small and large floats are exact in answers, filters, sorts, figures and json
quire.values.short-texts       | Values | must | - | a short text has 255 characters on each database, in entries too; the next one is a 400
quire.values.empty-text        | Values | must | aggregates | an empty text is a value and no null, in answers, filters, sorts and groups
quire.values.long-names        | Values | must | files graphql | attributes and aliases keep their names and values, also if their first 63 letters are equal
quire.values.biginteger        | Values | must | - | biginteger is an exact string
quire.values.decimal           | Values | must | - | decimal has no trailing zeros and is a number up to 15 digits
quire.values.decimal-digits    | Values | must | - | more decimal places than its scale are a 400
quire.values.timestamp         | Values | must | - | timestamp is ISO like datetime
quire.values.moment            | Values | must | - | datetimes are UTC with milliseconds, times have milliseconds
quire.values.impossible-day    | Values | must | - | an impossible day is a 400
quire.values.json              | Values | must | - | json keeps key order and strings that look like JSON
quire.values.null-lists        | Spec against peer | must | - | null makes repeatable components, zones and to-many relations []
quire.values.unique-locales    | Values | must | drafts i18n | a shared unique value is taken in all locales, a localized one in its own locale
quire.values.unique            | Values | must | - | a value taken by another document is a 400 that names the attribute
quire.values.unique-index      | Values | must | files | another document with the values of a declared unique index is a 400 that names each attribute
quire.values.unique-exact      | Values | must | - | unique respects case
quire.values.unique-component  | Corrections | must | - | unique in a component holds per content type and attribute path
quire.values.unique-zone       | Corrections | must | files | unique holds in each component of a zone
quire.values.unique-empty      | Corrections | must | - | several documents may have an empty text in a unique attribute
quire.values.unique-race       | Values | must | - | of ten simultaneous creates with one unique value, one is made
quire.values.unique-update     | Values | must | - | an update to a taken value is a 400, also in a component; to its own value it is not
quire.values.unique-publish    | Values | must | drafts | publishing a taken value is a 400
quire.values.email             | Values | must | - | a text that is no e-mail address is a 400
quire.values.component-lists   | Values | must | - | min and max of a repeatable component are enforced; without required, an empty list is valid
quire.values.zone-list         | Values | must | - | a component that the zone does not list is a 400
quire.values.big-bounds        | Values | must | - | min and max of biginteger are enforced
quire.values.uid-generated     | Values | must | - | a uid with a targetField is generated when absent, and made unique
quire.values.component-id-unknown | Corrections | must | - | a component id that is not digits or names no entry of the document is a 400
quire.values.component-ids     | Values | must | - | component entry ids stay over updates
quire.values.row-ids           | Values | must | - | row ids stay over updates
quire.values.updated-at        | Also   | must | - | updatedAt strictly increases
quire.relations.message        | Spec against peer | must | - | connecting twice names the relation
quire.relations.to-one-last    | Spec against peer | must | - | a to-one takes the last target in every spelling
quire.relations.unknown        | Relations | must | - | an unknown documentId is a 400 and nothing is written
quire.relations.first-publish  | Relations | must | drafts i18n | published inverse lists have the order of the drafts, whichever document is published first
quire.relations.inverse        | Relations | must | - | writing the inverse side is seen from the owning side, and changes updatedAt there
quire.relations.one-to-many    | Relations | must | - | one-to-many takes a target away from its former parent
quire.relations.one-to-one     | Relations | must | - | one-to-one takes a target away from its former partner
quire.relations.deleted-target | Relations | must | - | a deleted target is gone from all relations
quire.relations.position       | Relations | must | - | a position beside something not related is a 400 that names both
quire.relations.end-moves      | Relations | must | - | connect of a connected document with position end moves it to the end
quire.relations.component      | Relations | must | - | a relation inside a component of a zone is written and populated
quire.single.plural            | Errors | must | - | the plural path of a single type is 404
quire.defaults                 | Values | must | - | defaults apply on create when the key is absent, not for null
`,
);

const axes = rowsOf(
  { section: 'quire.axes', title: 'Quire: drafts and locales', profile: 'quire' },
  `
quire.published-at.everywhere  | Where we leave the letter | must | drafts | publishedAt is on every document, and equals updatedAt on types without drafts
quire.published-at.absent      | Where we leave the letter | must | no-drafts | without the plugin publishedAt is absent
quire.status.unknown           | Errors | must | drafts | a status that is neither draft nor published is a 400, on every type
quire.status.delete-published  | Drafts and locales | must | drafts | DELETE ?status=published removes both rows
quire.status.delete-draft      | Drafts and locales | must | drafts | DELETE ?status=draft of a published document is a 400
quire.actions.publish          | Drafts and locales | must | drafts | POST actions/publish publishes the draft
quire.actions.unpublish        | Drafts and locales | must | drafts | POST actions/unpublish removes the published row
quire.actions.discard          | Drafts and locales | must | drafts | POST actions/discard-draft makes the draft as the published one
quire.actions.locale           | Drafts and locales | must | drafts i18n | publish, unpublish and discard-draft act on one locale
quire.publish.row-id           | Values | must | drafts | the published row keeps its id over publishes
quire.publish.inverse          | Relations | must | drafts | an article published before its author shows the author once it is published
quire.publish.draft-link       | Relations | must | drafts | a draft's link does not show on published documents
quire.publish.complete         | Values | must | drafts | publishing checks the whole document, a draft may be incomplete
quire.publish.required         | Values | must | drafts config files | publishing a document that lacks a required value is a 400 at its path, for each kind, level, locale and way to publish
quire.actions.single           | Drafts and locales | must | drafts i18n | single types have the actions without an id, in each locale
quire.locale.shared-versions   | Drafts and locales | must | drafts i18n | shared values of each kind are equal in all locales, among drafts and among published versions
quire.status.write             | Rule 2 | must | drafts | a write with status=published publishes as one without; publishedAt in a body is ignored; both versions have one createdAt
quire.locale.spelled           | Rule 2 | must | drafts i18n | an empty locale is the default one, codes are exact, and a type without locales ignores the parameter in each method
quire.locale.delete-all        | Rule 2 | must | drafts i18n | DELETE without a locale removes the default locale; locale=* removes the document
quire.locale.through           | Relations | must | drafts i18n | in a list of several locales, each row is populated, filtered and sorted by the related row of its own locale
quire.locale.shared-kinds      | Drafts and locales | must | i18n config files | without the option, relations are localized and each other kind is shared; a shared kind in a new locale is a 400 that names it
quire.locale.unknown-write     | Spec against peer | must | i18n | writing a locale that is not configured is a 400 naming the configured ones
quire.locale.unknown-read      | Spec against peer | must | i18n | reading one is an empty list, or 404
quire.locale.strict-read   | Spec against peer | must | i18n config | with api.rest.strictParams, reading a locale that is not configured is a 400 naming the configured ones
quire.locale.strict-fields     | Spec against peer | must | i18n | shared fields in a PUT that adds a locale are a 400 that names them
quire.locale.shared-update     | Drafts and locales | must | i18n | a shared field set in one locale is equal in all
quire.locale.all               | Drafts and locales | must | i18n | locale=* lists all locales
quire.locale.connect           | Relations | must | i18n | source and target with locales: an equal locale in connect is accepted, another is a 400
quire.locale.passed-on         | Relations | must | i18n | a type without locales passes the locale on to what it populates
quire.locale.connect-missing   | Relations | must | drafts i18n | a connected document needs the locale of the source, the named or the requested one; else a 400 and nothing is written
quire.drafts.populated-filter   | Corrections | must | drafts i18n | hasPublishedVersion and publicationFilter hold for populated relations too
quire.drafts.publication-filter | Rule 2 | must | drafts i18n | publicationFilter finds what its name says, among drafts and published versions
`,
);

const access = rowsOf(
  { section: 'quire.access', title: 'Quire: who may do what', profile: 'quire' },
  `
quire.access.read-draft        | Drafts and locales | must | auth drafts | status=draft without readDraft is 403
quire.access.read-draft.target | Drafts and locales | must | auth drafts | a populated target whose drafts may not be read is absent or null, never a draft
quire.access.read-draft.through | Drafts and locales | must | auth drafts | drafts that may not be read are absent from populate, and unknown keys to filters and sorts, at every level
quire.access.read-draft.filters | Drafts and locales | must | auth drafts | publicationFilter and hasPublishedVersion are 403 without readDraft, except where they change no answer
quire.access.write-answer      | Drafts and locales | must | auth drafts | a write's own answer needs no readDraft
quire.access.publish           | Drafts and locales | must | auth drafts | actions/publish needs its own permission
quire.access.create-locale     | Spec against peer  | must | auth i18n   | POST with a locale needs create only
quire.access.like-unknown      | Errors             | must | auth        | in fields, filters, sorts and writes, a target that one may not find is like an unknown key
quire.access.no-secrets        | Values             | must | auth        | a user's password and codes can be neither read nor filtered by, for every caller
quire.access.logout-password   | Also               | must | auth        | tokens of a user die with a change of the password
quire.access.logout-block      | Also               | must | auth        | tokens of a user die when the user is blocked
quire.access.blocked           | Also               | must | auth        | a blocked user cannot log in, and can again when unblocked
quire.access.logout-delete     | Also               | must | auth        | tokens of a user die when the user is deleted
quire.access.forbidden         | Errors             | must | auth i18n   | each method without its permission is 403 ForbiddenError
quire.access.login-refused     | Also               | must | auth        | a login with a wrong password or an unknown identifier is a 400 without a token
quire.access.garbage           | Errors             | must | auth        | a credential that is none is 401, also where anonymous requests pass
quire.rules.documents          | Rule 4             | must | auth drafts | a document outside the condition of a permission does not exist for the caller, in reads, filters, links and writes
quire.rules.links              | Rule 4             | must | auth drafts | a list that a caller replaces keeps its links to documents that the caller cannot see
quire.rules.relinked           | Rule 4             | must | auth drafts | a write that changes the links of another document needs the permission to update that document and attribute
quire.rules.writes             | Rule 4             | must | auth        | the result of a write meets the condition; a create takes the values that the condition compares with
quire.rules.fields             | Rule 4             | must | auth        | the attributes of a permission are all that it reads or writes; the others are unknown
quire.rules.empty-value        | Rule 4             | must | auth config graphql | a rule with a value that the user lacks, or whose text is empty, matches no document: in REST, GraphQL, subscriptions and writes
quire.access.taken-right       | Rule 4             | must | auth config graphql tokens | a caller whose right is taken away is refused at once over REST and GraphQL, and its open subscriptions end without a further document
quire.rules.changed            | Rule 4             | must | auth        | a role shows the rules of its permissions; a changed rule has its effect at once
quire.rules.refused            | Rule 3             | must | auth        | an unknown attribute, operator or user value in a rule is a 400, and nothing is stored
quire.rules.granting           | Rule 4             | must | auth tokens config | a caller gives roles and users the permissions that it has itself, with their rules; role.grantAll lifts the limit
quire.access.each-action       | Rule 2             | must | auth drafts i18n | each action of a type needs its own permission, and a permission allows no other action
quire.access.token-relations   | Rule 2             | must | tokens      | a custom token cannot populate, filter by, sort by or link a target without find, at every level
quire.access.token-expired     | Rule 2             | must | tokens      | an expired API token is a 401; regenerating it restarts its lifespan
quire.access.read-only-routes  | Rule 2             | must | tokens auth upload graphql drafts i18n | a read-only token reads through every route and GraphQL, also aggregates and drafts, and writes nothing
quire.access.forged            | Rule 2             | must | auth        | a user token with another payload, algorithm or signature is a 401, also where anonymous requests pass
quire.access.claims            | Rule 3             | must | auth config | a signed user token is a 401 without an end, from the future, of another kind or of another user than its session
quire.access.not-added         | Rule 2             | must | auth        | a user has the permissions of the own role only; those of the public role are not added
quire.access.other-scheme      | Errors             | must | auth        | no credentials, or another scheme, is an anonymous request: 403 where nothing is granted
quire.access.unknown-path      | Errors             | must | auth        | an unknown path is 404 for anybody
quire.access.read-only-token   | Drafts and locales | must | tokens drafts | a read-only token reads drafts
quire.access.custom-token      | Drafts and locales | must | tokens drafts i18n | a custom token has its actions and no other
quire.access.graphql           | Errors | must | auth graphql upload drafts i18n | over GraphQL a user reads, filters, sorts, groups and writes what the role allows; the rest is an error at its path
quire.access.inverse           | Relations | must | auth | a change through an inverse side needs update of the other type; a link that stays needs nothing
quire.access.token-routes      | Rule 3 | must | auth tokens | requests create, list, regenerate and revoke API tokens; only a new secret is shown, and a former one is 401
quire.access.token-declared    | Closed by default | must | auth tokens config | a start creates, changes and deletes the declared tokens; a mistake stops the start
quire.access.token-maker       | Rule 3 | must | auth tokens | a token never has more permissions than its maker, and works only while its maker has them
quire.access.populate-on-writes | Drafts and locales | must | auth       | populate on a PUT shows what the user may find
quire.access.aggregate-filters | Errors             | must | auth aggregates | filters of an aggregate, at the top and in a bucket, are refused through a target one may not find
quire.access.closed            | Closed by default  | must | config      | with no authentication plugin and server.anonymous none the API answers 403
quire.access.development-hint  | Closed by default  | must | auth tokens drafts i18n config | in development a 403 names the missing action and how to grant it; elsewhere it does not
quire.access.anonymous-read    | Closed by default  | must | config      | server.anonymous read lets read and refuses writes
`,
);

export const quireRows = [...closed, ...errors, ...queries, ...values, ...axes, ...access];
