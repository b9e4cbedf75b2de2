// Every operator on every type, through HTTP, on every database. The test computes the expected matches from the values
// of the responses. A comparison with null is never true, and neither is its negation.
import { testDatabases } from '../../../core/testing';
import { type FixtureApp, openFixture } from './fixture';

type Value = string | number | boolean | null | object;

/** Values of five documents per attribute; the last document has null. */
const VALUES: Readonly<Record<string, readonly Value[]>> = {
  name: ['Anna', 'anna', 'Ärger', 'z%e_\\', null],
  body: ['', ' x', 'ΣΑΣ', "it's", null],
  kind: ['a', 'b', 'c', 'a', null],
  mail: ['One@example.com', 'one@example.com', 'two@example.org', 'ä@example.com', null],
  n: [-5, 0, 12, 120, null],
  big: ['-9007199254740993', '0', '9007199254740993', '12', null],
  price: [-1.5, 0, 12.3, 12.34, null],
  ratio: [-0.5, 0, 12.5, 1200000, null],
  flag: [true, false, true, false, null],
  day: ['2024-01-15', '2024-02-29', '1999-12-31', '0001-01-01', null],
  at: ['00:00:00.000', '10:20:30.123', '23:59:59.999', '10:20:30.000', null],
  moment: [
    '2024-01-15T10:20:30.123Z',
    '2024-01-15T10:20:30.124Z',
    '1969-12-31T23:59:59.999Z',
    '2024-02-29T00:00:00.000Z',
    null,
  ],
  meta: [{ a: 1 }, 'text', 12, [1, 'Text'], null],
};

/** Operands, in addition to the values themselves. */
const PIECES: Readonly<Record<string, readonly string[]>> = {
  name: ['an', 'AN', '%', '_', '\\', 'ä'],
  body: ["'", ' ', 'ς', 'σας'],
  mail: ['one', 'ONE', '.com'],
  n: ['1', '-', '12'],
  big: ['12', '-9'],
  price: ['12.3', '.', '-'],
  ratio: ['12', '.5'],
  day: ['2024', '-01'],
  at: ['10:', '.123'],
  moment: ['2024-01-15T', 'Z'],
  meta: ['text', 'Text', '1'],
};

const ORDERED = ['$lt', '$lte', '$gt', '$gte'] as const;
const TEXTUAL = [
  '$eqi',
  '$nei',
  '$contains',
  '$notContains',
  '$containsi',
  '$notContainsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
] as const;
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  flag: [...ORDERED, '$between', ...TEXTUAL],
  meta: [...ORDERED, '$between'],
};

interface Query {
  readonly operator: string;
  readonly text: string;
  /** null: 400. */
  readonly matches: ((value: Value) => boolean) | null;
}

function queriesOf(attribute: string): Query[] {
  const [first = null, second = null, third = null] = VALUES[attribute] ?? [];
  const refused = REFUSED[attribute] ?? [];
  const queries: Query[] = [];
  const add = (operator: string, text: string, matches: (value: Value) => boolean): void => {
    queries.push({
      operator,
      text: `filters[${attribute}]${text}`,
      matches: refused.includes(operator) ? null : matches,
    });
  };
  const key = keyOf(attribute);
  for (const sought of [first, second, third]) {
    const text = encodeURIComponent(written(sought));
    add('$eq', `[$eq]=${text}`, (value) => key(value) === key(sought));
    add('$ne', `[$ne]=${text}`, (value) => key(value) !== key(sought));
    add('$not', `[$not][$eq]=${text}`, (value) => key(value) !== key(sought));
    for (const operator of ORDERED)
      add(operator, `[${operator}]=${text}`, (value) => compares(operator, key(value), key(sought)));
  }
  const list = [first, third].map((value, index) => `[${index}]=${encodeURIComponent(written(value))}`);
  const listed = (operator: string): string =>
    list.map((item, index) => `${index ? `filters[${attribute}]` : ''}[${operator}]${item}`).join('&');
  add('$in', listed('$in'), (value) => [key(first), key(third)].includes(key(value)));
  add('$notIn', listed('$notIn'), (value) => ![key(first), key(third)].includes(key(value)));
  add(
    '$between',
    listed('$between'),
    (value) => compares('$gte', key(value), key(first)) && compares('$lte', key(value), key(third)),
  );
  for (const piece of [...(PIECES[attribute] ?? []), written(second)])
    for (const operator of TEXTUAL)
      add(operator, `[${operator}]=${encodeURIComponent(piece)}`, (value) =>
        textual(operator, attribute === 'meta' ? JSON.stringify(value) : written(value), piece),
      );
  return queries;
}

const presence: readonly (readonly [string, boolean])[] = [
  ['[$null]=true', true],
  ['[$null]=false', false],
  ['[$notNull]=true', false],
  ['[$notNull]=false', true],
];

/** A key that `<` orders like the databases: numbers as numbers, text by code point. */
function keyOf(attribute: string): (value: Value) => string | number | bigint | boolean {
  if (attribute === 'big') return (value) => BigInt(String(value));
  if (attribute === 'meta') return (value) => JSON.stringify(value);
  return (value) => (typeof value === 'object' ? '' : value);
}

const written = (value: Value): string =>
  typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);

function compares(
  operator: string,
  a: string | number | bigint | boolean,
  b: string | number | bigint | boolean,
): boolean {
  if (operator === '$lt') return a < b;
  if (operator === '$lte') return a <= b;
  return operator === '$gt' ? a > b : a >= b;
}

function textual(operator: string, value: string, piece: string): boolean {
  const plain = operator
    .replace('$not', '$')
    .replace(/^\$Contains/, '$contains')
    .replace('$nei', '$eqi');
  const folds = plain.endsWith('i');
  const [text, sought] = folds ? [fold(value), fold(piece)] : [value, piece];
  const found = plain.startsWith('$eq')
    ? text === sought
    : plain.startsWith('$contains')
      ? text.includes(sought)
      : plain.startsWith('$startsWith')
        ? text.startsWith(sought)
        : text.endsWith(sought);
  return operator === '$nei' || operator.startsWith('$not') ? !found : found;
}

const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

describe.each(testDatabases())('on %s', (database) => {
  let app: FixtureApp;
  beforeAll(async () => {
    app = await openFixture([], { database });
    for (let i = 0; i < 5; i++)
      await app.documents('api::plain.plain').create({
        data: Object.fromEntries(Object.entries(VALUES).map(([name, values]) => [name, values[i]])),
      });
  });
  afterAll(() => app.close());

  const found = async (query: string): Promise<string> => {
    const answer = await fetch(`${app.url}/api/plains?${query}`);
    const body = (await answer.json()) as { data: { id: number }[] | null };
    return body.data ? body.data.map(({ id }) => id).join(' ') : `${answer.status}`;
  };

  describe.each(Object.keys(VALUES))('%s', (attribute) => {
    const queries = queriesOf(attribute);
    it.each([...new Set(queries.map(({ operator }) => operator))])('%s', async (operator) => {
      for (const { text, matches } of queries.filter((query) => query.operator === operator)) {
        const expected = matches
          ? (VALUES[attribute] ?? [])
              .flatMap((value, index) => (value !== null && matches(value) ? [index + 1] : []))
              .join(' ')
          : '400';
        expect(`${text} → ${await found(text)}`).toBe(`${text} → ${expected}`);
      }
    });

    it.each(presence)('%s', async (text, isNull) => {
      expect(await found(`filters[${attribute}]${text}`)).toBe(isNull ? '5' : '1 2 3 4');
    });

    it('sorts by value, null first', async () => {
      const key = keyOf(attribute);
      if (attribute === 'meta') return;
      const order = (VALUES[attribute] ?? []).map((value, index) => ({ value, id: index + 1 }));
      const below = (a: Value, b: Value): number =>
        a === null || b === null
          ? Number(b === null) - Number(a === null)
          : key(a) < key(b)
            ? -1
            : key(a) > key(b)
              ? 1
              : 0;
      const ascending = [...order].sort((a, b) => below(a.value, b.value) || a.id - b.id).map(({ id }) => id);
      const descending = [...order]
        .sort((a, b) => below(b.value, a.value) || a.id - b.id)
        .map(({ id }) => id);
      expect(await found(`sort=${attribute}`)).toBe(ascending.join(' '));
      expect(await found(`sort=${attribute}:desc`)).toBe(descending.join(' '));
    });
  });
});
