// The spec's "Versioning" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const versioningRows = rowsOf(
  { section: 'versioning', title: 'Versioning', profile: 'spec' },
  `
versioning.flat        | L456 | must   | -       | attributes directly under data
versioning.document-id | L456 | must   | -       | documentId identifies
versioning.rest-id     | L457 | must   | -       | REST returns id
versioning.graphql-id  | L457 | must   | graphql | GraphQL documents have no id
versioning.header      | L458 | open   | -       | a migration header: recorded
versioning.positions   | L459 | open   | -       | positions work
versioning.path        | L460 | open   | -       | no version segment needed
`,
);
