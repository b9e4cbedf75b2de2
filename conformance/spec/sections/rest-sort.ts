// The spec's "Sort" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const restSortRows = rowsOf(
  { section: 'rest.sort', title: 'Sort', profile: 'spec' },
  `
rest.sort.one         | L193 | must   | - | sort=field
rest.sort.several     | L193 | must   | - | sort[0], sort[1]
rest.sort.default-asc | L194 | must   | - | without suffix ascending
rest.sort.asc         | L194 | must   | - | :asc
rest.sort.desc        | L194 | must   | - | :desc
rest.sort.order       | L195 | must   | - | the second field decides among equals of the first
`,
);
