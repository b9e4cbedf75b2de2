// Rows that no list of cases covers: random documents and questions, compared with the model of the suite.
import { rowsOf } from '../row';

export const randomRows = rowsOf(
  { section: 'random', title: 'Random questions', profile: 'spec' },
  `
random.documents | L150 | must | -           | random writes, filters, sorts, pages, fields and populates agree with the model
random.versions  | L94  | must | drafts i18n | the same for documents with drafts and locales
`,
);

export const quireRandomRows = rowsOf(
  { section: 'quire.random', title: 'Quire: random questions', profile: 'quire' },
  `
quire.random.documents | Values | must | - | random questions with null, negated conditions on relations and $between agree with the model
quire.random.versions  | Drafts and locales | must | drafts i18n | the same with drafts, locales, actions and shared values
quire.random.relations | Relations | must | drafts i18n | the same with relations of each kind from both sides, relations in components, components in components, and shared relations
quire.random.named-versions | Relations | must | drafts i18n | the same with relations that name a locale or a status of their target, in components too
quire.random.indexes | Rule 3 | must | files drafts i18n | the same when each text has a search index, and each other scalar an index
quire.random.subscriptions | GraphQL | must | config drafts i18n graphql | subscriptions get the events that the model expects after each random write
quire.random.graphql | GraphQL | must | drafts i18n graphql | the same questions and writes over GraphQL, with aggregates, agree with the model
`,
);
