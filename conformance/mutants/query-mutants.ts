// Deployments that misread a query: they take an operator for another, or ignore a parameter.
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

/** [operator, the operator that the deployment applies instead] */
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

/** The whole operator, as written in brackets. */
const bracketed = (operator: string): RegExp => new RegExp(`\\[\\${operator}\\]`, 'g');

export const queryMutants: readonly Mutant[] = [
  ...OPERATORS.map(
    ([operator, taken]): Mutant => ({
      row: `rest.filters.${operator}`,
      does: `takes ${operator} for ${taken}`,
      query: renamed(bracketed(operator), `[$${taken}]`),
    }),
  ),
  { row: 'rest.filters.$not', does: 'ignores $not', query: renamed(bracketed('$not'), '') },
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
    does: 'drops conditions nested in $and',
    query: without(/\$and\]\[\d\]\[\$or/),
  },
  {
    row: 'rest.filters.nest.or-and',
    does: 'drops conditions nested in $or',
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
  { row: 'rest.sort.one', does: 'ignores sort', query: without(/^sort/) },
  { row: 'rest.sort.several', does: 'sorts by the first field only', query: without(/^sort\[1\]/) },
  {
    row: 'rest.sort.desc',
    does: 'always sorts ascending',
    query: valued(/^sort/, (value) => value.replace(':desc', ':asc')),
  },
  {
    row: 'rest.sort.asc',
    does: 'treats :asc as :desc',
    query: valued(/^sort/, (value) => value.replace(':asc', ':desc')),
  },
  {
    row: 'rest.sort.default-asc',
    does: 'sorts descending without a suffix',
    query: valued(/^sort/, (value) => (value.includes(':') ? value : `${value}:desc`)),
  },
  { row: 'rest.pagination.page', does: 'always returns page 1', query: valued(/\[page\]/, () => '1') },
  { row: 'rest.pagination.page-size', does: 'ignores pageSize', query: without(/\[pageSize\]/) },
  { row: 'rest.pagination.start', does: 'ignores start', query: without(/\[start\]/) },
  { row: 'rest.pagination.limit', does: 'ignores limit', query: without(/\[limit\]/) },
  { row: 'rest.pagination.with-count.false', does: 'counts always', query: without(/\[withCount\]/) },
  {
    row: 'rest.pagination.no-mix',
    does: 'accepts mixed pagination methods',
    query: (pairs) =>
      pairs.some(([key]) => /\[page/.test(key)) ? without(/\[(start|limit)\]/)(pairs) : pairs,
  },
  {
    row: 'rest.pagination.not-in-populate',
    does: 'ignores pagination in a populate clause',
    query: without(/^populate.*\[(pagination|limit|start)\]/),
  },
  { row: 'rest.fields.one', does: 'ignores fields', query: without(/^fields/) },
  { row: 'rest.fields.several', does: 'reads one field only', query: without(/^fields\[1\]/) },
  {
    row: 'rest.fields.in-populate',
    does: 'ignores fields in populate',
    query: (pairs) =>
      pairs.map(([key, value]) =>
        /^populate.*\[fields\]/.test(key) ? ['populate[group]', 'true'] : [key, value],
      ),
  },
  { row: 'rest.populate.one', does: 'ignores populate', query: without(/^populate/) },
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
    does: 'ignores filters in populate',
    query: (pairs) =>
      pairs.map(([key, value]) =>
        /^populate\[tags\]\[filters\]/.test(key) ? ['populate[0]', 'tags'] : [key, value],
      ),
  },
  {
    row: 'rest.populate.with-sort',
    does: 'ignores sort in populate',
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
  { row: 'rest.query.locale', does: 'ignores locale', query: without(/^locale$/) },
  { row: 'rest.query.status', does: 'ignores status', query: without(/^status$/) },
  {
    row: 'rest.locale.delete',
    does: 'always deletes the default locale',
    query: (pairs, { method }) => (method === 'DELETE' ? without(/^locale$/)(pairs) : pairs),
  },
];
