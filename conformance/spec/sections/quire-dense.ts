// Sentences of the decisions that only many requests in a row can check.
import { rowsOf } from '../row';

export const quireDenseRows = rowsOf(
  { section: 'quire.dense', title: 'Quire: many values, spellings and entries', profile: 'quire' },
  `
quire.values.refused             | Errors      | must | -           | each kind of attribute refuses a wrong value with its path, and stores nothing
quire.definitions.limits         | Values      | must | files       | options at their limits are accepted; the values that just fit are stored, the next ones are a 400
quire.definitions.defaults       | Rule 2      | must | files       | a create without a value gives each kind of attribute its default
quire.definitions.refused        | Also        | must | files       | mistakes in a definition stop the start, and the message names all of them
quire.config.refused             | Also        | must | config      | mistakes in the configuration stop the start, and the message names all of them
quire.values.blocks              | Rule 2      | must | -           | each node of blocks is checked, at every level
quire.filters.number-steps       | Values      | must | -           | numbers compare exactly with fractions and with numbers beyond their range
quire.filters.search-kinds       | Corrections | must | files       | _q asks each kind of text and of number, and no other attribute
quire.limits.cost                | Spec against peer | must | config | the rows, statements, conditions and levels of a request are limited; at the limit it is answered, beyond it is a 400
quire.limits.answer-bytes        | limits | must | config | an answer with more bytes than limits.answerBytes is a 400 that names the limit
quire.settings.accounts          | Also        | must | auth config | settings of users name their attributes, their role and the lifetime of a token
quire.settings.tokens            | Also        | must | tokens auth config | unknown tokens of one address are limited, behind a proxy too; a token may outlive its maker
quire.settings.graphql           | Also        | must | graphql upload config | each limit of an operation holds at its value; introspection and stored operations can be disabled
quire.settings.uploads           | Also        | must | upload formats config | formats have the named sizes and types, and images a placeholder
quire.settings.requests          | Also        | must | auth tokens config | the prefix is that of all routes; lists, levels, parameters and bodies have their limits
quire.rest.settings              | Also        | must | config      | settings of routes, headers, origins and ids of requests have their effect, on the named types and routes only
quire.filters.forms              | Corrections | must | -           | $null takes a flag, lists mean any or none of the values, and each form of $and, $or and $not works
quire.filters.places             | Values      | must | files array | every operator on each kind of attribute: of the document, of components, through relations, and of components of related documents
quire.sort.places                | Values      | must | files array | each kind of attribute sorts at each of these places, in both directions, null as the smallest
quire.sort.lists                 | Rule 2      | must | files array | a sort through a list takes its least value ascending and its greatest descending; each document comes once
quire.relations.polymorphic-in-entries | Relations | must | files | a polymorphic relation inside a component keeps the type of each target, at each place and over changes
quire.relations.polymorphic-inverse | Relations | must | files drafts graphql | the inverse side of a polymorphic relation shows the documents that link here; it is read-only, and no filter or sort takes it
quire.sort.entry-links           | Rule 2      | must | drafts i18n | a sort through a relation inside a component takes the version that the entry shows
quire.private.components         | Errors      | must | files array | a private attribute of a component is in no answer, and unknown to filters, sort, fields and populate
quire.password.components        | Values      | must | files array | a password attribute of a component is in no answer, and unknown to filters, sort, fields and populate
quire.filters.related-null       | Corrections | must | -           | $null and $notNull on a relation, also inside $or and $not
quire.queries.slow               | Rule 3      | must | -           | a slow search gives the same answer each time, and shows every write that ended before it
quire.queries.spellings          | Rule 2      | must | drafts      | flags, lists of names with commas, *, empty and missing values, and other spellings of days, moments and ids
quire.queries.brackets           | Rule 2      | must | -           | lists by number in any order, with gaps, without numbers and by repeated names; mixed and open brackets are a 400
quire.sort.forms                 | Rule 2      | must | -           | sort takes texts, lists and objects, through relations too; wrong ones are a 400
quire.populate.zone-forms        | Rule 2      | must | -           | dotted names, * and on choose what the entries of a zone show; other words are a 400
quire.populate.counts            | Rule 2      | must | -           | count of relations, components at each level, and zones
quire.populate.counts.versions   | Rule 2      | must | drafts i18n | count of a relation with filters counts the rows of the status and locale that the request reads
quire.populate.entry-relations   | Rule 2      | must | drafts      | filters, sort, fields, count and populate of a relation inside a component, a list of entries and a zone
quire.populate.pieces            | Rule 3      | must | config      | an answer with more rows than one read may have is sent in pieces, complete and in order
quire.populate.many              | Rule 3      | must | -           | an answer with more than ten thousand populated documents is complete and in order
quire.status.pending             | Relations   | must | drafts      | publicationFilter tells drafts with pending changes, also those that a write through an inverse side made
quire.entries.by-id              | Values      | must | drafts      | an entry with its id keeps its id and what the body leaves out; a wrong id is a 400
quire.entries.clone              | Values      | must | extension drafts i18n | a clone has the drafts of all locales, with new entry ids; one-to-one targets stay
quire.relations.named-twice      | Relations   | must | drafts i18n | links to several versions of one document are links of their own: each is shown, moved and removed alone
quire.relations.named-in-entries | Relations   | must | drafts i18n | a link in an entry that names a locale shows this locale; one that names a status is shown only when this status is read
quire.relations.named-inverse    | Relations   | must | drafts i18n files | a link that names a locale or a status is seen from the inverse side in that version only
quire.relations.disconnect-named | Relations   | must | drafts i18n | disconnect with a locale removes the link of this locale only, from both sides
quire.bodies.encodings           | Rule 3      | must | -           | gzip, deflate and brotli are read; other encodings, character sets and too large bodies are refused
quire.values.unique-folded | Rule 4 | must | files | with "ignore-case" values that differ in letter case only are equal, in components too
quire.bodies.forms | Rule 2 | must | - | a form is read like JSON, with brackets for levels; beyond the limits of size, levels and parameters it is a 4xx
quire.bodies.framing | Errors | must | - | a request that is not valid HTTP, such as one with two lengths, is a 400 in the form of other errors
quire.bodies.types               | Rule 2      | must | -           | JSON is read with each spelling of its type; another type and text that is not JSON are a 400
quire.bodies.unsafe              | Rule 3      | must | -           | NUL, unpaired surrogates and keys that change prototypes are a 400 in bodies, queries and paths
`,
);
