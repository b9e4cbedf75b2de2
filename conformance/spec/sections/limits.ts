// The spec's "Limits" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const limitsRows = rowsOf(
  { section: 'limits', title: 'Limits', profile: 'spec' },
  `
limits.rest.page-size           | L441 | must   | -                  | 30 documents: 25 on page 1
limits.rest.limit               | L442 | must   | -                  | start=0 alone: 25
limits.graphql.page-size        | L443 | must   | graphql            | 15 documents: 10
limits.graphql.limit            | L443 | must   | graphql            | start: 0 alone: 10
limits.graphql.limit.max        | L444 | should | graphql            | -1 is accepted
limits.graphql.depth            | L445 | must   | graphql            | more than ten levels refused, ten accepted
limits.graphql.amount           | L446 | must   | graphql            | more than 100 items are not answered
limits.rest.populate-array      | L447 | must   | -                  | 100 accepted, 101 refused
limits.no-mix                   | L449 | must   | -                  | both transports refuse mixed pagination
limits.production.introspection | L450 | must   | graphql production | introspection off
limits.production.sandbox       | L450 | must   | graphql production | sandbox off
limits.rest.configured          | L451 | open   | -                  | default and maximum: recorded
limits.rate                     | L452 | open   | -                  | rate limits: recorded
`,
);
