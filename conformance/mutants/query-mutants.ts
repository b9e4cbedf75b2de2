// Deployments that misread a query: an operator taken for another, a parameter passed over.
import type { Mutant, Pair } from './mutating-proxy';

const renamed =
  (from: RegExp, to: string) =>
  (pairs: readonly Pair[]): Pair[] =>
    pairs.map(([key, value]) => [key.replace(from, to), value]);
const without =
  (pattern: RegExp) =>
  (pairs: readonly Pair[]): Pair[] =>
    pairs.filter(([key]) => !pattern.test(key));
const valued =
  (pattern: RegExp, change: (value: string) => string) =>
  (pairs: readonly Pair[]): Pair[] =>
    pairs.map(([key, value]) => [key, pattern.test(key) ? change(value) : value]);

/** [operator, what it is taken for] */
const OPERATORS: readonly (readonly [string, string])[] = [
  ['$eq', '$eqi'],
  ['$eqi', '$eq'],
  ['$ne', '$nei'],
  ['$nei', '$ne'],
  ['$lt', '$lte'],
  ['$lte', '$lt'],
  ['$gt', '$gte'],
  ['$gte', '$gt'],
  ['$in', '$notIn'],
  ['$notIn', '$in'],
  ['$contains', '$containsi'],
  ['$notContains', '$notContainsi'],
  ['$containsi', '$contains'],
  ['$notContainsi', '$notContains'],
  ['$null', '$notNull'],
  ['$notNull', '$null'],
  ['$between', '$in'],
  ['$startsWith', '$startsWithi'],
  ['$startsWithi', '$startsWith'],
  ['$endsWith', '$endsWithi'],
  ['$endsWithi', '$endsWith'],
  ['$or', '$and'],
  ['$and', '$or'],
];

/** The whole operator, as it stands in brackets. */
const bracketed = (operator: string): RegExp => new RegExp(`\\[\\${operator}\\]`, 'g');

export const queryMutants: readonly Mutant[] = [
  ...OPERATORS.map(
    ([operator, taken]): Mutant => ({
      row: `rest.filters.${operator}`,
      does: `takes ${operator} for ${taken}`,
      query: renamed(bracketed(operator), `[$${taken}]`),
    }),
  ),
  { row: 'rest.filters.$not', does: 'passes over $not', query: renamed(bracketed('$not'), '') },
  {
    row: 'rest.filters.implicit-and',
    does: 'keeps the first filter only',
    query: (pairs) =>
      pairs.filter(
        ([key], index) => !key.startsWith('filters[n]') && !(key.startsWith('filters[body]') && index > 0),
      ),
  },
  {
    row: 'rest.filters.implicit-and.operators',
    does: 'keeps the first operator of a field',
    query: without(/\[n\]\[\$lt\]/),
  },
  {
    row: 'rest.filters.nest.and-or',
    does: 'drops what is nested in $and',
    query: without(/\$and\]\[\d\]\[\$or/),
  },
  {
    row: 'rest.filters.nest.or-and',
    does: 'drops what is nested in $or',
    query: without(/\$or\]\[\d\]\[\$and/),
  },
  {
    row: 'rest.filters.in.indexed',
    does: 'reads the first element of a list',
    query: without(/\$in\]\[[1-9]/),
  },
  {
    row: 'rest.filters.deep.to-one',
    does: 'drops filters through a relation',
    query: without(/filters\[group\]\[/),
  },
  {
    row: 'rest.filters.deep.to-many',
    does: 'drops filters through a to-many relation',
    query: without(/filters\[labels\]\[/),
  },
  {
    row: 'rest.filters.polymorphic.zone',
    does: 'ignores a filter on a zone',
    query: without(/filters\[zone\]/),
  },
  { row: 'rest.sort.one', does: 'passes over sort', query: without(/^sort/) },
  { row: 'rest.sort.several', does: 'sorts by the first field only', query: without(/^sort\[1\]/) },
  {
    row: 'rest.sort.desc',
    does: 'sorts ascending whatever is asked',
    query: valued(/^sort/, (value) => value.replace(':desc', ':asc')),
  },
  {
    row: 'rest.sort.asc',
    does: 'takes :asc for :desc',
    query: valued(/^sort/, (value) => value.replace(':asc', ':desc')),
  },
  {
    row: 'rest.sort.default-asc',
    does: 'sorts descending without a suffix',
    query: valued(/^sort/, (value) => (value.includes(':') ? value : `${value}:desc`)),
  },
  { row: 'rest.pagination.page', does: 'answers page 1 always', query: valued(/\[page\]/, () => '1') },
  { row: 'rest.pagination.page-size', does: 'passes over pageSize', query: without(/\[pageSize\]/) },
  { row: 'rest.pagination.start', does: 'passes over start', query: without(/\[start\]/) },
  { row: 'rest.pagination.limit', does: 'passes over limit', query: without(/\[limit\]/) },
  { row: 'rest.pagination.with-count.false', does: 'counts always', query: without(/\[withCount\]/) },
  {
    row: 'rest.pagination.no-mix',
    does: 'lets the two methods be mixed',
    query: (pairs) =>
      pairs.some(([key]) => /\[page/.test(key)) ? without(/\[(start|limit)\]/)(pairs) : pairs,
  },
  {
    row: 'rest.pagination.not-in-populate',
    does: 'ignores pagination in a populate clause',
    query: without(/^populate.*\[(pagination|limit|start)\]/),
  },
  { row: 'rest.fields.one', does: 'passes over fields', query: without(/^fields/) },
  { row: 'rest.fields.several', does: 'reads one field only', query: without(/^fields\[1\]/) },
  {
    row: 'rest.fields.in-populate',
    does: 'passes over fields in populate',
    query: (pairs) =>
      pairs.map(([key, value]) =>
        /^populate.*\[fields\]/.test(key) ? ['populate[group]', 'true'] : [key, value],
      ),
  },
  { row: 'rest.populate.one', does: 'passes over populate', query: without(/^populate/) },
  { row: 'rest.populate.several', does: 'populates the first only', query: without(/^populate\[1\]/) },
  {
    row: 'rest.populate.nested',
    does: 'populates one level',
    query: (pairs) =>
      pairs.map(([key, value]) =>
        key === 'populate[category][populate][0]' ? ['populate[0]', 'category'] : [key, value],
      ),
  },
  { row: 'rest.populate.star.relations', does: 'does not know *', query: without(/^populate$/) },
  {
    row: 'rest.populate.with-filters',
    does: 'passes over filters in populate',
    query: (pairs) =>
      pairs.map(([key, value]) =>
        /^populate\[tags\]\[filters\]/.test(key) ? ['populate[0]', 'tags'] : [key, value],
      ),
  },
  {
    row: 'rest.populate.with-sort',
    does: 'passes over sort in populate',
    query: (pairs) =>
      pairs.map(([key, value]) =>
        /^populate\[tags\]\[sort\]/.test(key) ? ['populate[0]', 'tags'] : [key, value],
      ),
  },
  {
    row: 'rest.populate.array-limit',
    does: 'reads 100 entries of a list and drops the rest',
    query: without(/^populate\[100\]/),
  },
  {
    row: 'rest.populate.depth',
    does: 'stops at ten levels',
    query: (pairs) =>
      pairs.map(([key, value]) => [
        key.replaceAll('[parent][populate]', (found, at: number) => (at > 160 ? '' : found)),
        value,
      ]),
  },
  { row: 'rest.query.locale', does: 'passes over locale', query: without(/^locale$/) },
  { row: 'rest.query.status', does: 'passes over status', query: without(/^status$/) },
  {
    row: 'rest.locale.delete',
    does: 'deletes the default locale whatever is asked',
    query: (pairs, { method }) => (method === 'DELETE' ? without(/^locale$/)(pairs) : pairs),
  },
];
