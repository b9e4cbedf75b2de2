// Sentences of the decisions that only an application with plugins, other plugins or other content types can check.
import { rowsOf } from '../row';

export const quireApplicationRows = rowsOf(
  { section: 'quire.application', title: 'Quire: plugins, events and switches', profile: 'quire' },
  `
quire.events            | Drafts and locales  | must | extension drafts      | one action is one event, with the document as committed and what became of its versions
quire.hooks.loaded      | Rule 4              | must | extension drafts i18n | a plugin that changes loaded documents changes them at every level, and no others
quire.password.stored   | Values              | must | extension files       | the database holds hashes of passwords, in documents and in each entry at each depth
quire.plugins.transactions | Rule 4           | must | extension             | a part of a transaction that fails undoes its own writes and events only; one that fails or takes too long stores nothing; statements of a plugin have the number of rows and the id
quire.plugins.state     | Rule 4              | must | extension             | a plugin stores values under its keys, in the transaction of the caller; a wrong value and an unknown key are errors
quire.plugins.operators | Rule 4              | must | extension             | an operator of a plugin compares numbers of each kind, in documents and in components; it refuses what is no number
quire.plugins.aggregates | Rule 4             | must | extension             | a plugin gets exact sums beyond 64 bits, and buckets with their figures and documents
quire.cors              | Corrections         | must | config extension      | pages of any origin read answers without credentials; credentials need a named origin
quire.relations.rows-in-entries | Relations   | must | extension files i18n  | a relation inside an entry shows the locale of the row that holds the entry, also when a list has two locales
quire.policies          | Spec against peer   | must | extension             | a policy that returns true or nothing lets pass; another value, a throw or a rejection denies
quire.routes.contract   | Also                | must | extension             | a route of a plugin receives numbers and booleans as its checks name them; a wrong one is a 400 that names its key and path; without an action it shows no attribute
quire.routes.refused    | Also                | must | config extension      | an unknown policy or middleware, and a path that is wrong or taken, stop the start; the message names all of them
quire.switches.hidden   | Drafts and locales  | must | extension config files drafts i18n | plugins that are disabled hide rows, and show them again when they are enabled; a delete removes hidden rows too
quire.switches.attached | Drafts and locales  | must | extension config files drafts i18n | drafts that are enabled later give each document a draft beside its published version
quire.switches.unique   | Values              | must | extension config files drafts i18n | an attribute that becomes unique counts stored values, also in components and zones
quire.switches.search   | Rule 3              | must | extension config files drafts i18n | an attribute that gets a search index is found as before, by every condition, also after writes
quire.changes.kept.renames  | Also   | must | extension files drafts i18n | a declared rename of a type, a component or an attribute keeps values and links, in each version and locale
quire.changes.kept.types    | Rule 3 | must | extension files drafts i18n | an attribute of another type keeps the values that have a form in it; a relation of another kind keeps its links
quire.changes.kept.entries  | Rule 3 | must | extension files drafts i18n | stored entries follow a changed component, at each depth; one entry becomes a list, and a list a zone
quire.changes.kept.returned | Rule 3 | must | extension files drafts i18n | a type or an attribute that was removed shows its values when it comes back
quire.changes.refused       | Also   | must | extension files drafts i18n | a changed kind, name or collection, and each loss of values or links, stops the start; the message names all of them
quire.plugins.attributes | Rule 4             | must | extension files graphql | attribute types and operators of a plugin check, store, filter and sort values, also in entries and over GraphQL
quire.plugins.axes      | Rule 4              | must | extension files graphql | rows along a parallel axis of a plugin live apart, with shared values, pins and permissions; stages have a working row
quire.plugins.reads     | Rule 4              | must | extension files       | a plugin reads documents as objects and as text, also inside a transaction with its own writes
quire.plugins.visibility | Rule 3             | must | extension files graphql | rows that a plugin hides from a caller are hidden in every read and cannot be written; presets fill what a create leaves out
quire.hooks.done        | Also                | must | extension files       | taps after the commit run in their order; their errors change no answer, and an error before the commit undoes the write
quire.plugins.types     | Rule 4              | must | extension files graphql | types, components and attributes that a plugin adds have routes, fields, defaults and relations like those of files
quire.definitions.folders | Also              | must | files                 | definition files of both layouts are read; misplaced and unreadable ones stop the start, and the message names each
quire.plugins.types.refused | Also            | must | extension files       | mistakes in types, attributes and axes of plugins stop the start; the message names the plugin and all of them
quire.switches.waiting  | Relations           | must | config files          | an attribute of a disabled plugin is absent and never required; a body, filter or populate gets a 400 with the reason; a change of the document keeps its value
`,
);
