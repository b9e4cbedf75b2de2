// The spec's "REST: single types" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const restSingleRows = rowsOf(
  { section: 'rest.single', title: 'REST: single types', profile: 'spec' },
  `
rest.single.get           | L123 | must   | -    | GET: the document, meta {}
rest.single.get.locale    | L123 | must   | i18n | locale selects the version
rest.single.put           | L124 | must   | -    | PUT {data}: the document, meta {}
rest.single.put.creates   | L124 | should | -    | PUT creates it when there is none
rest.single.put.locale    | L124 | must   | i18n | PUT ?locale acts on that version
rest.single.delete        | L125 | must   | -    | DELETE: 204, empty body
rest.single.delete.locale | L125 | must   | i18n | DELETE ?locale: 204, other locales stay
`,
);
