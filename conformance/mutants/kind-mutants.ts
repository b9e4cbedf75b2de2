// Deployments that misread filters or sorts of one kind of attribute.
import { answers, drops, renames, values } from './build';
import type { Mutant } from './mutating-proxy';

const ATTRIBUTE: Readonly<Record<string, string>> = {
  string: 'name',
  text: 'body',
  richtext: 'rich',
  email: 'mail',
  uid: 'uidv',
  date: 'day',
  time: 'at',
  datetime: 'moment',
  timestamp: 'ts',
  integer: 'n',
  biginteger: 'big',
  float: 'ratio',
  decimal: 'price',
};
const NUMBERS = ['integer', 'biginteger', 'float', 'decimal'];

/** Each with an operator of its own, so that every operator is misread for some kind. */
const SWAPS: readonly (readonly [string, string])[] = [
  ['$gte', '$gt'],
  ['$lte', '$lt'],
  ['$gt', '$gte'],
  ['$lt', '$lte'],
  ['$between', '$in'],
  ['$notIn', '$in'],
  ['$ne', '$notNull'],
  ['$notNull', '$null'],
  ['$eq', '$gte'],
];
const misread = Object.entries(ATTRIBUTE).map(([kind, attribute], index): Mutant => {
  const [from = '', to = ''] = SWAPS[index % SWAPS.length] ?? [];
  return renames(
    from === '$between' ? 'quire.filters.between-kinds' : `rest.filters.kind.${kind}`,
    new RegExp(`\\[${attribute}\\]\\[\\${from}\\]`),
    `[${attribute}][$${to}]`,
    `takes ${from} of ${kind} for ${to}`,
  );
});
const asText = (left: unknown, right: unknown): number => (String(left) < String(right) ? -1 : 1);
const sorted = Object.entries(ATTRIBUTE).map(
  ([kind, attribute]): Mutant =>
    NUMBERS.includes(kind)
      ? answers(
          `rest.sort.kind.${kind}`,
          (body, { query }) =>
            query.some(([key, value]) => key === 'sort' && value === attribute) && Array.isArray(body.data)
              ? { ...body, data: [...body.data].sort((a, b) => asText(a[attribute], b[attribute])) }
              : body,
          `sorts ${kind} as text`,
        )
      : values(
          `rest.sort.kind.${kind}`,
          (key, value) => (key === 'sort' ? value.replace(`${attribute}:desc`, attribute) : value),
          `sorts ${kind} in one direction`,
        ),
);

export const kindMutants: readonly Mutant[] = [
  ...misread,
  ...sorted,
  values(
    'quire.filters.moment-offset',
    (key, value) => (key.includes('moment') ? value.replace(/[+-]\d\d:\d\d$/, 'Z') : value),
    'ignores the zone of a datetime',
  ),
  values(
    'rest.filters.kind.boolean',
    (key, value) => (key.includes('[flag][$eq]') ? 'true' : value),
    'takes false for true',
  ),
  drops('rest.filters.kind.uid', /\[uidv\]\[\$notIn\]/, 'ignores $notIn of a uid'),
  drops('rest.filters.kind.enumeration', /\[kind\]\[\$notIn\]/, 'ignores $notIn of an enumeration'),
  values(
    'rest.sort.kind.boolean',
    (_key, value) => value.replace('flag:desc', 'flag'),
    'sorts in one direction',
  ),
  drops('rest.sort.kind.enumeration', /^sort/, 'does not sort an enumeration'),
];
