// Random worlds and random questions. They avoid what the specification leaves open: comparisons with null, negated conditions on
// relations, the order of mixed letters, ties.
import type { Dice } from './dice';
import { type Body, type Entry, type Filter, type Question, type Value, type World, written } from './model';

/** Values per attribute, in a small range, so that equal values are frequent. */
const VALUES: Readonly<Record<string, readonly Value[]>> = {
  name: ['ant', 'Ant', 'ANT hill', 'bee', 'Bee_line', '50% off', 'a_b', 'anthill'],
  n: [-20, -3, 0, 3, 9, 10, 100],
  ratio: [-2.5, 0, 0.25, 2.25, 10.5, 100.75],
  price: [-2.5, 0, 0.05, 2.25, 9.99, 10.5],
  day: ['1999-12-31', '2024-02-28', '2024-02-29', '2024-10-01'],
  moment: ['1999-12-31T23:00:00.000Z', '2024-01-15T09:00:00.000Z', '2024-01-15T10:00:00.000Z'],
  flag: [true, false],
  kind: ['a', 'b', 'c'],
};
/** The same moments in another spelling. */
const SPELLINGS: readonly Value[] = ['2000-01-01T01:00:00+02:00', '2024-01-15T04:00:00-05:00'];
const ORDERED = ['n', 'ratio', 'price', 'day', 'moment'];
const EQUALITY = ['$eq', '$ne', '$in', '$notIn'];
const ORDER = ['$lt', '$lte', '$gt', '$gte', '$between'];
const TEXT = ['$contains', '$notContains', '$containsi', '$notContainsi', '$startsWith', '$startsWithi'];
const MORE_TEXT = ['$endsWith', '$endsWithi', '$eqi', '$nei'];
const LISTS = ['$in', '$notIn'];
const PARTS: readonly Value[] = ['a', 'An', 'ant', 'b', 'e', '%', '_', 'hill', 'B', '50%'];
const FIELDS = [...Object.keys(VALUES), 'body'];
const SORTS = [...ORDERED, 'flag', 'kind'];

export function randomWorld(dice: Dice): World {
  const groups = { g0: 'ant', g1: 'bee' };
  const labels = { l0: 'ant', l1: 'bee', l2: 'cat', l3: 'dog' };
  const plains = Array.from({ length: 4 + dice.below(9) }, (_, index): Entry => {
    const values = { ...randomValues(dice, Object.keys(VALUES)), body: dice.once(2) ? null : 'text' };
    const group = dice.pick([...Object.keys(groups), null]);
    const body: Body = { values, group, labels: dice.some(Object.keys(labels), 3) };
    const made = written({ key: `p${index}`, values: {}, group: null, labels: [], writes: [] }, body);
    return dice.once(3) ? written(made, randomUpdate(dice, made, Object.keys(labels))) : made;
  });
  return { groups, labels, plains };
}

const randomValues = (dice: Dice, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(names.map((name) => [name, dice.pick(VALUES[name] ?? [null])]));

function randomUpdate(dice: Dice, { labels }: Entry, all: readonly string[]): Body {
  const values = randomValues(dice, dice.some(Object.keys(VALUES), 3));
  const rest = all.filter((key) => !labels.includes(key));
  switch (dice.below(3)) {
    case 0:
      return { values };
    case 1:
      return { values, labels: { set: dice.some(all, 3) } };
    default:
      return { values, labels: { connect: dice.some(rest, 2), disconnect: dice.some(labels, 2) } };
  }
}

/** `isOwn`: also ask for what only our decisions define: $between with two elements, moments with an offset. */
export function randomQuestion(dice: Dice, isOwn = true): Question {
  const sort = dice.some(SORTS, 3).map((field) => (dice.once(2) ? `${field}:desc` : field));
  const kind = dice.pick(['page', 'offset'] as const);
  const size = 1 + dice.below(6);
  return {
    filter: dice.once(6) ? null : randomFilter(dice, 3, true, isOwn),
    sort,
    page: dice.once(2) ? null : { kind, size, first: kind === 'page' ? 1 + dice.below(3) : dice.below(8) },
    fields: dice.once(3) ? dice.some(FIELDS, 3) : [],
    populate: dice.some(['group', 'labels'] as const, 2),
  };
}

function randomFilter(dice: Dice, depth: number, mayRelate: boolean, isOwn: boolean): Filter {
  const parts = (): Filter[] =>
    Array.from({ length: 1 + dice.below(3) }, () => randomFilter(dice, depth - 1, mayRelate, isOwn));
  switch (depth === 0 ? 9 : dice.below(10)) {
    case 0:
      return { all: parts() };
    case 1:
      return { any: parts() };
    case 2:
      return { not: randomFilter(dice, depth - 1, false, isOwn) };
    case 3:
      return mayRelate ? related(dice) : comparison(dice, isOwn);
    default:
      return comparison(dice, isOwn);
  }
}

function related(dice: Dice): Filter {
  const operator = dice.pick(['$eq', '$in', '$startsWith', '$contains']);
  const names = ['ant', 'bee', 'cat', 'zebra'];
  const value = operator === '$in' ? [dice.pick(names), dice.pick(names)] : dice.pick(names);
  return { through: dice.pick(['group', 'labels'] as const), operator, value };
}

function comparison(dice: Dice, isOwn: boolean): Filter {
  const field = dice.pick(FIELDS);
  if (field === 'body') return { field, operator: dice.pick(['$null', '$notNull']), value: true };
  const isText = field === 'name';
  const operators = ORDERED.includes(field)
    ? [...EQUALITY, ...ORDER]
    : isText
      ? [...EQUALITY, ...TEXT, ...MORE_TEXT]
      : EQUALITY;
  const operator = dice.pick(isOwn ? operators : operators.filter((name) => name !== '$between'));
  const known = VALUES[field] ?? [];
  const from = field === 'moment' && isOwn ? [...known, ...SPELLINGS] : known;
  if (LISTS.includes(operator)) return { field, operator, value: [dice.pick(from), dice.pick(from)] };
  if (operator === '$between') return { field, operator, value: [dice.pick(from), dice.pick(from)] };
  return { field, operator, value: TEXT.includes(operator) ? dice.pick(PARTS) : dice.pick(from) };
}

/** The parameters of the request. `big` is different in every document, so no order has ties. */
export function queryOf({ filter, sort, page, fields, populate }: Question, own: string): string {
  const pairs: [string, string][] = [['filters[$and][0][mail][$eq]', own]];
  if (filter) pairs.push(...filterPairs(filter, 'filters[$and][1]'));
  for (const [index, word] of [...sort, 'big'].entries()) pairs.push([`sort[${index}]`, word]);
  for (const [index, name] of fields.entries()) pairs.push([`fields[${index}]`, name]);
  for (const [index, name] of populate.entries()) pairs.push([`populate[${index}]`, name]);
  if (page) {
    const [first, size] = page.kind === 'page' ? ['page', 'pageSize'] : ['start', 'limit'];
    pairs.push([`pagination[${first}]`, String(page.first)], [`pagination[${size}]`, String(page.size)]);
  }
  return pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
}

function filterPairs(filter: Filter, at: string): [string, string][] {
  if ('not' in filter) return filterPairs(filter.not, `${at}[$not]`);
  if ('all' in filter) return filter.all.flatMap((part, index) => filterPairs(part, `${at}[$and][${index}]`));
  if ('any' in filter) return filter.any.flatMap((part, index) => filterPairs(part, `${at}[$or][${index}]`));
  const path = 'field' in filter ? `${at}[${filter.field}]` : `${at}[${filter.through}][name]`;
  const { operator, value } = filter;
  return Array.isArray(value)
    ? value.map((one, index): [string, string] => [`${path}[${operator}][${index}]`, String(one)])
    : [[`${path}[${operator}]`, String(value)]];
}
