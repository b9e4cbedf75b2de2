// The spec's "Pagination" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const restPaginationRows = rowsOf(
  { section: 'rest.pagination', title: 'Pagination', profile: 'spec' },
  `
rest.pagination.page                 | L203 | must   | -      | page 2 follows page 1 without gap or repeat
rest.pagination.page.default         | L203 | must   | -      | page is 1 when omitted
rest.pagination.page-size            | L204 | must   | -      | pageSize entries at most
rest.pagination.page-size.default    | L204 | must   | -      | pageSize is 25 when omitted
rest.pagination.with-count.default   | L205 | must   | -      | totals are there when omitted
rest.pagination.with-count.false     | L205 | must   | -      | false: no total, no pageCount
rest.pagination.start                | L206 | must   | -      | start skips
rest.pagination.start.default        | L206 | must   | -      | start is 0 when omitted
rest.pagination.limit                | L207 | must   | -      | limit entries at most
rest.pagination.limit.default        | L207 | must   | -      | limit is 25 when omitted (with start)
rest.pagination.no-mix               | L199 | must   | -      | page with limit, pageSize with start: refused
rest.pagination.with-count.offset    | L209 | must   | -      | withCount in offset form
rest.pagination.offset-total         | L209 | must   | -      | total counts all matches, on each page and beyond the end
rest.pagination.config.default-limit | L209 | must   | config | api.rest.defaultLimit changes the default
rest.pagination.config.max-limit     | L209 | must   | config | api.rest.maxLimit bounds limit and pageSize
rest.pagination.not-in-populate      | L211 | must   | -      | pagination, limit, start in a populate clause: refused
`,
);
