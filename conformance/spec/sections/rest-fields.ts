// The spec's "Fields" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const restFieldsRows = rowsOf(
  { section: 'rest.fields', title: 'Fields', profile: 'spec' },
  `
rest.fields.one          | L215 | must   | -      | fields=name
rest.fields.several      | L215 | must   | -      | fields[0], fields[1]; nothing else but ids
rest.fields.no-relation  | L216 | must   | -      | a relation cannot be selected
rest.fields.no-media     | L216 | must   | upload | media cannot be selected
rest.fields.no-component | L216 | must   | -      | a component cannot be selected
rest.fields.no-zone      | L216 | must   | -      | a zone cannot be selected
rest.fields.document-id  | L217 | should | -      | documentId comes along
rest.fields.in-populate  | L218 | must   | -      | populate[rel][fields][0]
`,
);
