// Filters on each kind of attribute at each place.
import { check, get } from '../build';
import type { Case, Step } from '../case';
import {
  type Ascending,
  at,
  brackets,
  owner,
  PLACES,
  PLACES_TO_ASK,
  type Place,
  RANKED,
  WORLD,
} from '../places';

type Question = readonly [operator: string, values: readonly (number | null)[], some: readonly string[]];

/** A rank stands for the value of each kind. */
const QUESTIONS: readonly Question[] = [
  ['$eq', [1], ['b']],
  ['$ne', [1], ['a', 'c']],
  ['$in', [0, 2], ['a', 'c']],
  ['$notIn', [0, 1], ['c']],
  ['$lt', [1], ['a']],
  ['$lte', [1], ['a', 'b']],
  ['$gt', [1], ['c']],
  ['$gte', [1], ['b', 'c']],
  ['$between', [1, 2], ['b', 'c']],
  ['$null', [null], ['none', 'bare']],
  ['$notNull', [null], ['a', 'b', 'c']],
];
/** Operators of order compare numbers, texts and moments. Booleans have two values only. */
const UNORDERED = ['letter', 'flag', 'data', 'items'];
const EQUALITY = ['$eq', '$ne', '$in', '$notIn'];
const isAsked = (kind: string, operator: string): boolean =>
  operator === '$null' ||
  operator === '$notNull' ||
  (EQUALITY.includes(operator) ? kind !== 'flag' && kind !== 'items' : !UNORDERED.includes(kind));

type Parts = readonly [start: string, middle: string, end: string];
const BEE: Parts = ['Be', 'ee', 'ee'];
const MOMENT: Parts = ['2024-01', 'T10', '.500Z'];
const FRACTION: Parts = ['9.', '.7', '75'];
/** Parts of texts as an answer shows them. The part is in the value of `b` only, at its start, in its middle or at its end. */
const PARTS: Readonly<Record<string, Parts>> = {
  word: BEE,
  body: BEE,
  rich: BEE,
  mail: ['Be', 'ee@', 'ee@b.org'],
  day: ['2024-02', '-02-', '-29'],
  at: ['10', ':00.5', '.500'],
  moment: MOMENT,
  stamp: MOMENT,
  whole: ['5', '5', '5'],
  big: ['99', '99', '99'],
  real: FRACTION,
  exact: FRACTION,
};
/** `big`: other values contain 99 too. `mail` may be stored in lower case. */
const CONTAINED = Object.entries(PARTS).filter(([kind]) => kind !== 'big' && kind !== 'mail');
const FOLDED = Object.entries(PARTS).filter(([kind]) => kind !== 'big');

type Condition = readonly [kind: string, rest: string];

/** All conditions hold of one row, and then: at least one holds. A wrong condition changes one of the two answers. */
function asked(place: Place, conditions: readonly Condition[], some: readonly string[]): Step[] {
  const way = brackets(place.way);
  const expect = { some: some.map((name) => at(place, name)) };
  return ['$and', '$or'].map((word) => {
    const query = conditions.map(([kind, rest], index) => {
      const parts = rest.split('&').map((each) => `filters${way}[${word}][${index}][${kind}]${each}`);
      return parts.join('&');
    });
    return get(`/places?${owner(place)}&${query.join('&')}&fields=own`, expect);
  });
}

const valuesOf = (kind: string): Ascending | undefined => RANKED[kind]?.[1];
const written = (kind: string, operator: string, ranks: Question[1]): string =>
  ranks
    .map((rank, index) => {
      const value = rank === null ? true : valuesOf(kind)?.[rank];
      return `[${operator}]${ranks.length > 1 ? `[${index}]` : ''}=${String(value)}`;
    })
    .join('&');

const filters = (place: Place): Case =>
  check(
    'quire.filters.places',
    WORLD,
    [
      ...QUESTIONS.flatMap(([operator, ranks, some]) => {
        const kinds = Object.keys(RANKED).filter((kind) => isAsked(kind, operator));
        const conditions = kinds.map((kind): Condition => [kind, written(kind, operator, ranks)]);
        return asked(place, conditions, some);
      }),
      ...asked(
        place,
        ['true', '1', 'T'].map((value): Condition => ['flag', `[$eq]=${value}`]),
        ['b', 'c'],
      ),
      ...asked(
        place,
        ['[$eq]=false', '[$ne]=true', '[$in][0]=0', '[$notIn][0]=t', '=F'].map(
          (rest): Condition => ['flag', rest],
        ),
        ['a'],
      ),
      ...asked(
        place,
        [
          ...CONTAINED.flatMap(([kind, [start, middle, end]]): Condition[] => [
            [kind, `[$contains]=${middle}`],
            [kind, `[$startsWith]=${start}`],
            [kind, `[$endsWith]=${end}`],
          ]),
          ...['data', 'items'].map((kind): Condition => [kind, '[$contains]=Bee']),
        ],
        ['b'],
      ),
      ...asked(
        place,
        FOLDED.flatMap(([kind, [start, middle, end]]): Condition[] => [
          [kind, `[$containsi]=${middle.toUpperCase()}`],
          [kind, `[$startsWithi]=${start.toLowerCase()}`],
          [kind, `[$endsWithi]=${end.toUpperCase()}`],
          [kind, `[$eqi]=${String(valuesOf(kind)?.[1]).toUpperCase()}`],
        ]),
        ['b'],
      ),
      ...asked(
        place,
        [
          ...CONTAINED.map(([kind, [, middle]]): Condition => [kind, `[$notContains]=${middle}`]),
          ...FOLDED.map(([kind, [, middle]]): Condition => [kind, `[$notContainsi]=${middle.toUpperCase()}`]),
          ...FOLDED.map(([kind]): Condition => [kind, `[$nei]=${String(valuesOf(kind)?.[1]).toUpperCase()}`]),
          ['items', '[$notContains]=Bee'],
        ],
        ['a', 'c'],
      ),
      // Not the same case, or a part at another place of the text.
      ...asked(
        place,
        ['word', 'body', 'rich'].flatMap((kind): Condition[] => [
          [kind, '[$contains]=BE'],
          [kind, '[$startsWith]=ee'],
          [kind, '[$endsWith]=Be'],
          [kind, '[$eq]=bee'],
        ]),
        [],
      ),
      // A negation inside the condition of one row: null is unknown.
      ...asked(
        place,
        Object.keys(RANKED)
          .filter((kind) => !UNORDERED.includes(kind))
          .map((kind): Condition => [kind, `[$not]${written(kind, '$gt', [0])}`]),
        ['a'],
      ),
      // A negation around it: of a row inside, "no such row".
      ...Object.keys(RANKED)
        .filter((kind) => !UNORDERED.includes(kind))
        .map((kind) =>
          get(
            `/places?${owner(place)}&filters[$not]${brackets(place.way)}[${kind}]${written(kind, '$gt', [0])}&fields=own`,
            {
              some: (place.way.length === 0 ? ['a'] : ['a', 'none', 'bare']).map((name) => at(place, name)),
            },
          ),
        ),
    ],
    { name: place.way.join('.') || 'the document', deploy: PLACES },
  );

/** Relations below a negation: a document without a link must not hide the others. */
const negated = (query: string, ...some: string[]): Step =>
  get(`/places?filters[own]={mark}&filters${query}&fields=own`, { some });

export const quirePlaceFilterCases: readonly Case[] = [
  ...PLACES_TO_ASK.map(filters),
  check(
    'quire.filters.not-relation',
    WORLD,
    [
      ...['up', 'ups'].flatMap((way) =>
        ['downs', 'subs', 'downs][one', 'subs][many'].flatMap((back) => [
          negated(`[${way}][$not][${back}][word]=Bee`, 'a', 'c', 'none'),
          negated(`[$not][${way}][${back}][word]=Bee`, 'a', 'c', 'none', 'bare'),
          negated(`[${way}][$not][$not][${back}][word]=Bee`, 'b'),
          negated(`[${way}][$and][0][$not][${back}][word]=Bee&filters[${way}][$and][1][word]=Cat`, 'c'),
        ]),
      ),
      negated('[up][$not][downs][up][word]=Bee', 'a', 'c', 'none'),
      negated('[ups][$not][subs][ups][downs][word]=Bee', 'a', 'c', 'none'),
      negated('[$not][ups][$not][subs][word]=Bee', 'b', 'bare'),
    ],
    { name: 'below relations', deploy: PLACES },
  ),
];
