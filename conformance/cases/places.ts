// A content type with each kind of attribute at each place: the document, its components, related documents and their components.
// The documents have the same rank for every kind. One request can therefore ask about all kinds at once.
import { made } from './build';
import type { Deployment, Given } from './case';
import { entryOf, typeOf } from './definition-files';

export type Ascending = readonly [unknown, unknown, unknown];

const ANIMALS: Ascending = ['Ant', 'Bee', 'Cat'];
const MOMENTS: Ascending = [
  '1999-12-31T23:00:00.000Z',
  '2024-01-15T10:00:00.500Z',
  '2024-10-01T00:00:00.000Z',
];
/** Longer than a name of a column may be. */
const LONG = 'theAttributeWithANameThatIsLongerThanDatabasesTakeAsTheNameOfAColumn';
/** Of numbers, the order as text is another one. */
export const RANKED: Readonly<Record<string, readonly [type: object, values: Ascending]>> = {
  word: [{ type: 'string' }, ANIMALS],
  body: [{ type: 'text' }, ANIMALS],
  rich: [{ type: 'richtext' }, ANIMALS],
  mail: [{ type: 'email' }, ['Ant@b.org', 'Bee@b.org', 'Cat@b.org']],
  letter: [{ type: 'enumeration', enum: ['c', 'a', 'b'] }, ['a', 'b', 'c']],
  day: [{ type: 'date' }, ['1999-12-31', '2024-02-29', '2024-10-01']],
  at: [{ type: 'time' }, ['02:00:00.000', '10:00:00.500', '23:00:00.000']],
  moment: [{ type: 'datetime' }, MOMENTS],
  stamp: [{ type: 'timestamp' }, MOMENTS],
  whole: [{ type: 'integer' }, [-20, 5, 100]],
  big: [{ type: 'biginteger' }, ['-9007199254740993', '99', '9007199254740993']],
  real: [{ type: 'float' }, [-2.5, 9.75, 100.5]],
  exact: [{ type: 'decimal' }, [-2.5, 9.75, '100000000000.000001']],
  flag: [{ type: 'boolean' }, [false, true, true]],
  data: [{ type: 'json' }, ANIMALS],
  items: [{ type: 'array' }, [['Ant', 'x'], ['x', 'Bee'], ['Cat']]],
  [`${LONG}Word`]: [{ type: 'string' }, ANIMALS],
  [`${LONG}Whole`]: [{ type: 'integer' }, [-20, 5, 100]],
};
const ATTRIBUTES = Object.fromEntries(Object.entries(RANKED).map(([name, [type]]) => [name, type]));
export const SECRETS = {
  hidden: { type: 'string', private: true },
  secret: { type: 'password' },
};
const part = (name: string, isList = false): object => ({
  type: 'component',
  component: `shared.${name}`,
  repeatable: isList,
});

export const PLACES: Deployment = {
  files: {
    ...entryOf('core', { ...ATTRIBUTES, ...SECRETS }),
    ...entryOf('shell', { ...ATTRIBUTES, ...SECRETS, core: part('core'), cores: part('core', true) }),
    ...typeOf('counted', {
      name: { type: 'string' },
      owner: { type: 'string' },
      n: { type: 'integer' },
      flag: { type: 'boolean' },
      kind: { type: 'string' },
    }),
    ...typeOf('place', {
      own: { type: 'string' },
      ...ATTRIBUTES,
      one: part('shell'),
      many: part('shell', true),
      zone: { type: 'dynamiczone', components: ['shared.shell'] },
      up: { type: 'relation', relation: 'manyToOne', target: 'api::place.place', inversedBy: 'downs' },
      downs: { type: 'relation', relation: 'oneToMany', target: 'api::place.place', mappedBy: 'up' },
      ups: { type: 'relation', relation: 'manyToMany', target: 'api::place.place', inversedBy: 'subs' },
      closed: { ...part('core'), private: true },
      closedZone: { type: 'dynamiczone', components: ['shared.shell'], private: true },
      closedUp: { type: 'relation', relation: 'oneToOne', target: 'api::place.place', private: true },
      subs: { type: 'relation', relation: 'manyToMany', target: 'api::place.place', mappedBy: 'ups' },
    }),
  },
};

/** The values with a rank; null has none. */
const valuesAt = (rank: number | null): object =>
  Object.fromEntries(
    Object.entries(RANKED).map(([name, [, values]]) => [name, rank === null ? null : values[rank]]),
  );
const shellAt = (rank: number | null): object => {
  const core = valuesAt(rank);
  return { ...core, core, cores: [core] };
};
const withParts = (rank: number | null): object => ({
  ...valuesAt(rank),
  one: shellAt(rank),
  many: [shellAt(rank)],
  zone: [{ __component: 'shared.shell', ...shellAt(rank) }],
});
/** `a`, `b` and `c` have the values, `none` has null everywhere, `bare` has no entries and no related documents. */
const target = (rank: number | null): Given => made('/places', { own: '{mark} t', ...withParts(rank) });
const source = (rank: number | null, up: string): Given =>
  made('/places', {
    own: '{mark}',
    ...withParts(rank),
    up: `{${up}.documentId}`,
    ups: [`{${up}.documentId}`],
  });
export const WORLD: Readonly<Record<string, Given>> = {
  // Not in their order, so that an unsorted list is not the sorted one.
  tc: target(2),
  ta: target(0),
  tnone: target(null),
  tb: target(1),
  tbare: made('/places', { own: '{mark} t' }),
  c: source(2, 'tc'),
  a: source(0, 'ta'),
  none: source(null, 'tnone'),
  b: source(1, 'tb'),
  bare: made('/places', { own: '{mark}' }),
};

export interface Place {
  /** Names on the way to the attribute: `['up', 'one']`. */
  readonly way: readonly string[];
  /** The relation is read from its other side. */
  readonly isBack?: true;
}
export const PLACES_TO_ASK: readonly Place[] = [
  { way: [] },
  { way: ['one'] },
  { way: ['many'] },
  { way: ['one', 'core'] },
  { way: ['one', 'cores'] },
  { way: ['many', 'cores'] },
  { way: ['up'] },
  { way: ['ups'] },
  { way: ['up', 'one'] },
  { way: ['ups', 'many'] },
  { way: ['downs'], isBack: true },
  { way: ['subs', 'one', 'core'], isBack: true },
];

export const at = ({ isBack }: Place, name: string): string => (isBack ? `t${name}` : name);
export const owner = ({ isBack }: Place): string => `filters[own]={mark}${isBack ? ' t' : ''}`;
export const brackets = (names: readonly string[]): string => names.map((name) => `[${name}]`).join('');
