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
rest.sort.three       | L195 | must   | - | three fields, each with its direction
rest.sort.kind.string | L193 | must | - | string in both directions; numbers as numbers
rest.sort.kind.text | L193 | must | - | text in both directions; numbers as numbers
rest.sort.kind.richtext | L193 | must | - | richtext in both directions; numbers as numbers
rest.sort.kind.email | L193 | must | - | email in both directions; numbers as numbers
rest.sort.kind.uid | L193 | must | - | uid in both directions; numbers as numbers
rest.sort.kind.date | L193 | must | - | date in both directions; numbers as numbers
rest.sort.kind.time | L193 | must | - | time in both directions; numbers as numbers
rest.sort.kind.datetime | L193 | must | - | datetime in both directions; numbers as numbers
rest.sort.kind.timestamp | L193 | must | - | timestamp in both directions; numbers as numbers
rest.sort.kind.integer | L193 | must | - | integer in both directions; numbers as numbers
rest.sort.kind.biginteger | L193 | must | - | biginteger in both directions; numbers as numbers
rest.sort.kind.float | L193 | must | - | float in both directions; numbers as numbers
rest.sort.kind.decimal | L193 | must | - | decimal in both directions; numbers as numbers
rest.sort.kind.boolean | L193 | must | - | boolean in both directions; numbers as numbers
rest.sort.kind.enumeration | L193 | must | - | enumeration in both directions; numbers as numbers
`,
);
