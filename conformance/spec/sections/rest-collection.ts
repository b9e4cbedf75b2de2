// The spec's "REST: collection types" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const restCollectionRows = rowsOf(
  { section: 'rest.collection', title: 'REST: collection types', profile: 'spec' },
  `
rest.body.json                  | L107 | must   | -      | JSON bodies are read and written
rest.body.answers | L107 | must | - | answers of reads and updates are JSON with its content type
rest.collection.list            | L113 | must   | -      | GET list: 200, array, meta.pagination
rest.collection.create          | L114 | must   | -      | POST {data}: 2xx, the created document with all it was given
rest.collection.create.persists | L114 | must   | -      | the created document is in the list and under its path
rest.collection.create.locale   | L114 | must   | i18n   | POST ?locale creates that locale
rest.collection.one             | L115 | must   | -      | GET one: 200, the document
rest.collection.one.unknown     | L115 | open   | -      | unknown documentId: status is recorded (404 expected)
rest.collection.one.locale      | L115 | must   | i18n   | locale selects the version
rest.collection.one.status      | L115 | must   | drafts | status selects the version
rest.collection.one.populate    | L115 | must   | -      | populate works on one
rest.collection.one.fields      | L115 | must   | -      | fields works on one
rest.collection.update          | L116 | must   | -      | PUT {data}: 200, the updated document
rest.collection.update.locale   | L116 | must   | i18n   | PUT ?locale updates that locale
rest.collection.delete          | L117 | must   | -      | DELETE: 204, empty body
rest.collection.delete.gone     | L117 | must   | -      | afterwards neither list nor path has it
rest.collection.delete.locale   | L117 | must   | i18n   | DELETE ?locale: 204
`,
);
