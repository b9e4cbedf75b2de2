// The spec's "Query parameters" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const restQueryRows = rowsOf(
  { section: 'rest.query', title: 'Query parameters', profile: 'spec' },
  `
rest.query.filters         | L140 | must   | -      | filters restricts
rest.query.sort            | L141 | must   | -      | sort orders
rest.query.pagination      | L142 | must   | -      | pagination splits
rest.query.populate        | L143 | must   | -      | populate includes
rest.query.fields          | L144 | must   | -      | fields limits
rest.query.locale          | L145 | must   | i18n   | locale selects
rest.query.status          | L146 | must   | drafts | status selects
rest.query.combined        | L138 | must   | -      | all of them in one request
rest.query.brackets.nested | L148 | must   | -      | a[b][c]=v, plain and percent-encoded
rest.query.brackets.array  | L148 | must   | -      | a[0]=v, a[1]=w
`,
);
