// The raw query → the tree: names resolved, values typed, wildcards still open. The passes complete it (prepare.ts).
import type { ContentType } from '../model/compiled/content-type';
import type { QueryNode } from './ast';
import { and, unlessSure } from './combine-filters';
import { parseTypeFields } from './parse-fields';
import { NO_AXES, parseFilters } from './parse-filters';
import { parsePagination } from './parse-pagination';
import { parsePopulate } from './parse-populate';
import { parseSort } from './parse-sort';
import { ParseState } from './parse-state';
import type { QueryContext } from './query-context';
import type { RawQuery } from './raw-query';
import { parseSearch } from './search';

const loadAggregate = (): typeof import('./parse-aggregate') => require('./parse-aggregate');

export function parseQuery(raw: RawQuery, type: ContentType, query: QueryContext, one: boolean): QueryNode {
  const context = new ParseState(query.schema, query.visibility, query.limits);
  const filter = parseFilters(raw.filters, type, context);
  context.param = '_q';
  const search = parseSearch(raw._q, type, context);
  context.param = 'sort';
  const sort = parseSort(raw.sort, type, context);
  context.param = 'fields';
  const fields = parseTypeFields(raw.fields, type, context);
  context.param = 'populate';
  const populate = parsePopulate(raw.populate, type, context);
  return {
    type,
    ...fields,
    filter: unlessSure(and([filter, search])),
    sort,
    page: one ? null : parsePagination(raw.pagination, query.limits),
    populate,
    axes: NO_AXES,
    bound: [],
    ...(query.aggregate === undefined
      ? {}
      : { aggregate: loadAggregate().parseAggregate(query.aggregate, type, context) }),
  };
}
