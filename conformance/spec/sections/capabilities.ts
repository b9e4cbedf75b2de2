// Capabilities of a deployment as rows: a declared capability must answer. `suite`: no line of the spec names this request; the suite
// uses it to tell whether the feature is there.
import { rowsOf } from '../row';

export const capabilityRows = rowsOf(
  { section: 'capabilities', title: 'Capabilities', profile: 'spec' },
  `
capabilities.drafts     | suite | must | drafts     | draft and publish answers: POST ?status=draft makes a document without publishedAt
capabilities.i18n       | L255  | must | i18n       | create in a locale: POST ?locale=fr makes a document in fr
capabilities.auth       | suite | must | auth       | users and permissions answer: a wrong login is refused, roles are listed
capabilities.tokens     | suite | must | tokens     | API tokens answer: a token that can only read reads, and does not write
capabilities.upload     | suite | must | upload     | the media library answers: its files are listed
capabilities.formats    | L66   | must | upload formats | images have formats: an uploaded image has a thumbnail
capabilities.graphql    | L294  | must | graphql    | one HTTP path handles queries and mutations: a query answers
capabilities.aggregates | L302  | must | aggregates | a connection has aggregate: it counts its documents
capabilities.sandbox    | L294  | must | sandbox    | the sandbox is served at the same path when enabled: a browser gets a page
`,
);
