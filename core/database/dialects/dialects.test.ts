// The dialects against each other: what goes in comes out the same on every database, in columns and in JSON.

import { createTestDatabase, testDatabases } from '../../testing/databases';
import type { Database } from '../database';
import { foldCase } from '../dialect';
import { connectDatabase } from '../run/connect';
import type { ColumnSpec, Stored } from '../sql-dialect';

const log = { info() {}, warn() {}, error() {} };

const STRING: ColumnSpec = { kind: 'string', length: 255 };
const TEXT: ColumnSpec = { kind: 'text' };
const DECIMAL: ColumnSpec = { kind: 'decimal', precision: 18, scale: 6 };
const SMALL_DECIMAL: ColumnSpec = { kind: 'decimal', precision: 10, scale: 2 };
const INTEGER: ColumnSpec = { kind: 'integer' };
const DOUBLE: ColumnSpec = { kind: 'double' };
const BOOLEAN: ColumnSpec = { kind: 'boolean' };
const JSON_SPEC: ColumnSpec = { kind: 'json' };

const awkward = 'a\u0001\b\t\n"\\\u2028\u007f/ \u{1F600} é ß ’ \' ? $1 %_';

/** Column, value stored, value in the answer. */
const VALUES: readonly (readonly [name: string, spec: ColumnSpec, stored: Stored, answered: unknown])[] = [
  ['text with everything', TEXT, awkward, awkward],
  ['a string with trailing space', STRING, 'x ', 'x '],
  ['an empty string', STRING, '', ''],
  ['long text', TEXT, 'ab'.repeat(40_000), 'ab'.repeat(40_000)],
  ['0.1 + 0.2', DOUBLE, 0.1 + 0.2, 0.1 + 0.2],
  ['1e300', DOUBLE, 1e300, 1e300],
  ['the smallest double', DOUBLE, 5e-324, 5e-324],
  ['the largest double', DOUBLE, Number.MAX_VALUE, Number.MAX_VALUE],
  ['a negative fraction', DOUBLE, -1 / 3, -1 / 3],
  ['a whole double', DOUBLE, 5, 5],
  ['an integer', INTEGER, 2_147_483_648, 2_147_483_648],
  ['true', BOOLEAN, true, true],
  ['false', BOOLEAN, false, false],
  [
    'json',
    JSON_SPEC,
    '{"b":1.50,"a":[1e300,null,true,"\\u2028"],"10":"x","2":"y"}',
    JSON.parse('{"b":1.50,"a":[1e300,null,true,"\\u2028"],"10":"x","2":"y"}'),
  ],
  ['a json string', JSON_SPEC, '"plain"', 'plain'],
  ['json null', JSON_SPEC, 'null', null],
  ['a decimal', DECIMAL, '12.5', 12.5],
  ['a negative decimal below one', DECIMAL, '-0.000001', -0.000001],
  ['a decimal of 15 digits', DECIMAL, '123456789.123456', 123456789.123456],
  ['a decimal of more than 15 digits', DECIMAL, '123456789012.123456', '123456789012.123456'],
  ['a whole decimal', SMALL_DECIMAL, '100', 100],
  ['zero', SMALL_DECIMAL, '0', 0],
];

const LETTERS = cased();
const FOLDED = ['ΑΣ', 'ας', 'ασ', 'É', 'İ', 'ß', 'ẞ', 'Ǆ', 'Straße', 'ÇA', awkward];

describe.each(testDatabases())('the dialect of %s', (client) => {
  let database: Database;
  let drop: () => Promise<void>;
  let t = '';
  let tables = 0;

  beforeAll(async () => {
    const created = await createTestDatabase(client);
    drop = created.drop;
    database = await connectDatabase(created.config, { log, dir: '/' });
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  const one = async (text: string, params: readonly unknown[] = []): Promise<unknown> =>
    (await database.transaction((tx) => tx.all(text, params)))[0]?.[0];

  async function withColumn(spec: ColumnSpec, value: Stored, work: () => Promise<void>): Promise<void> {
    const { dialect } = database;
    await database.transaction(async (tx) => {
      t = `t${++tables}`;
      await tx.run(`CREATE TABLE ${t} (id ${dialect.idColumn()}, v ${dialect.columnType(spec)})`);
      await tx.run(`INSERT INTO ${t} (v) VALUES (?)`, [dialect.toParam(value, spec)]);
    });
    await work();
  }

  function jsonOf(spec: ColumnSpec): string {
    const { dialect } = database;
    if (spec.kind === 'decimal') return dialect.jsonDecimal('a.v', spec.precision, spec.scale);
    if (spec.kind === 'json') return dialect.json('raw', 'a.v');
    if (spec.kind === 'boolean') return dialect.json('boolean', 'a.v');
    return dialect.json(spec.kind === 'string' || spec.kind === 'text' ? 'string' : 'number', 'a.v');
  }

  it.each(VALUES)('keeps %s in a column and in JSON', async (_, spec, stored, answered) => {
    const { dialect } = database;
    await withColumn(spec, stored, async () => {
      const text = await one(
        `SELECT ${dialect.jsonRow([
          ['v', jsonOf(spec)],
          ['none', dialect.json('string', 'NULL')],
          ['nothing', dialect.json('plain', 'NULL')],
          ['plain', dialect.json('plain', "'2024-05-06'")],
        ])} FROM ${t} a`,
      );
      expect(JSON.parse(String(text))).toEqual({
        v: answered,
        none: null,
        nothing: null,
        plain: '2024-05-06',
      });
      const back = dialect.fromColumn(await one(`SELECT v FROM ${t}`), spec);
      expect(back).toEqual(spec.kind === 'json' ? stored : (stored ?? null));
      if (spec.kind === 'json') return;
      expect(
        Number(await one(`SELECT count(*) FROM ${t} a WHERE a.v = ?`, [dialect.toParam(stored, spec)])),
      ).toBe(1);
      expect(
        Number(
          await one(`SELECT count(*) FROM ${t} a WHERE ${dialect.inList('a.v', spec)}`, [
            dialect.toListParam([stored, null], spec),
          ]),
        ),
      ).toBe(1);
    });
  });

  it('keeps 64-bit integers, as strings in the answer', async () => {
    const { dialect } = database;
    for (const digits of ['9223372036854775807', '-9223372036854775808', '9007199254740993', '7']) {
      await withColumn(INTEGER, digits, async () => {
        expect(
          JSON.parse(
            String(await one(`SELECT ${dialect.jsonRow([['v', dialect.jsonBigint('a.v')]])} FROM ${t} a`)),
          ),
        ).toEqual({ v: digits });
        expect(String(dialect.fromColumn(await one(`SELECT v FROM ${t}`), INTEGER))).toBe(digits);
        expect(
          Number(
            await one(`SELECT count(*) FROM ${t} a WHERE ${dialect.inList('a.v', INTEGER)}`, [
              dialect.toListParam([BigInt(digits)], INTEGER),
            ]),
          ),
        ).toBe(1);
      });
    }
  });

  it('writes 64-bit integers as numbers up to 2^53 - 1', async () => {
    const { dialect } = database;
    for (const [digits, value] of [
      ['9007199254740991', 9007199254740991],
      ['-9007199254740991', -9007199254740991],
      ['9007199254740992', '9007199254740992'],
      ['-9223372036854775808', '-9223372036854775808'],
      ['0', 0],
      [null, null],
    ] as const)
      await withColumn(INTEGER, digits, async () => {
        const row = dialect.jsonRow([['v', dialect.jsonSafeInteger('a.v')]]);
        expect(JSON.parse(String(await one(`SELECT ${row} FROM ${t} a`)))).toEqual({ v: value });
      });
  });

  it('splices JSON byte for byte where the database does not write it itself', async () => {
    const { dialect } = database;
    const text = '{"b":1.50,"a":{"z":1,"y":2}}';
    await withColumn(JSON_SPEC, text, async () => {
      expect(await one(`SELECT ${dialect.jsonRow([['v', dialect.json('raw', 'a.v')]])} FROM ${t} a`)).toBe(
        `{"v":${text}}`,
      );
    });
  });

  it('writes rows of more than 400 keys, of none, and with keys that need quoting', async () => {
    const { dialect } = database;
    const many = Array.from({ length: 900 }, (_, index): [string, string] => [
      `key${index}`,
      dialect.json('number', String(index)),
    ]);
    const parsed = JSON.parse(String(await one(`SELECT ${dialect.jsonRow(many)}`)));
    expect(Object.keys(parsed)).toHaveLength(900);
    expect(parsed.key899).toBe(899);
    expect(await one(`SELECT ${dialect.jsonRow([])}`)).toBe('{}');
    const key = `it's "a"\\ ${'long'.repeat(20)}`;
    expect(
      JSON.parse(String(await one(`SELECT ${dialect.jsonRow([[key, dialect.json('number', '1')]])}`))),
    ).toEqual({ [key]: 1 });
  });

  it('folds every letter as JavaScript does', async () => {
    const { dialect } = database;
    const folded = await database.transaction((tx) =>
      tx.all(`SELECT v.x, ${dialect.fold('v.x')} FROM ${letterTable()} v`, [
        JSON.stringify([...LETTERS, ...FOLDED]),
      ]),
    );
    const wrong = folded.filter(([letter, result]) => foldCase(String(letter)) !== result);
    // Letters newer than the database's Unicode are the only ones that may differ.
    expect(
      wrong
        .filter(([letter]) => !isRecent(String(letter)))
        .map(([letter, result]) => `${letter} → ${result}`),
    ).toEqual([]);
    expect(folded.length).toBe(LETTERS.length + FOLDED.length);
  });

  const letterTable = (): string => {
    if (client === 'sqlite') return '(SELECT value AS x FROM json_each(?))';
    // The default of a server may be latin1.
    if (client === 'mysql')
      return "JSON_TABLE(?, '$[*]' COLUMNS (x VARCHAR(255) CHARACTER SET utf8mb4 PATH '$'))";
    return '(SELECT json_array_elements_text(?::json) AS x)';
  };

  it.each([
    ['contains', 'a%b_c', '%', true],
    ['contains', 'abc', '%', false],
    ['contains', 'abc', '_', false],
    ['contains', 'Abc', 'abc', false],
    ['contains', 'élan', 'e', false],
    ['contains', 'abc', '', true],
    ['contains', 'a\\b', '\\', true],
    ['starts', 'x%y', 'x%', true],
    ['starts', 'xay', 'x%', false],
    ['starts', 'x', 'x ', false],
    ['starts', '\u{1F600}b', '\u{1F600}', true],
    ['starts', 'b', '', true],
    ['ends', 'a_b', '_b', true],
    ['ends', 'axb', '_b', false],
    ['ends', 'b', 'ab', false],
    ['ends', 'a\u{1F600}', '\u{1F600}', true],
    ['ends', 'b ', 'b', false],
    ['ends', 'b', '', true],
  ] as const)('%s: %j, %j is %j', async (kind, value, part, expected) => {
    await withColumn(TEXT, value, async () => {
      const match = database.dialect.textMatch(kind, 'a.v', { text: '?', params: [part] });
      const count = await one(`SELECT count(*) FROM ${t} a WHERE ${match.text}`, [...match.params]);
      expect(Number(count)).toBe(expected ? 1 : 0);
    });
  });

  it('compares exactly: case, accents and trailing spaces count', async () => {
    await withColumn(STRING, 'Élan', async () => {
      const equal = (value: string) => one(`SELECT count(*) FROM ${t} WHERE v = ?`, [value]).then(Number);
      expect([await equal('Élan'), await equal('élan'), await equal('Elan'), await equal('Élan ')]).toEqual([
        1, 0, 0, 0,
      ]);
    });
  });

  it('orders by code point with nulls smallest', async () => {
    const { dialect } = database;
    await database.transaction(async (tx) => {
      t = `t${++tables}`;
      await tx.run(`CREATE TABLE ${t} (id ${dialect.idColumn()}, v ${dialect.columnType(STRING)})`);
      for (const value of ['b', null, 'Z', 'é', 'a', '\u{1F600}', '\uffee'])
        await tx.run(`INSERT INTO ${t} (v) VALUES (?)`, [value]);
    });
    const ordered = async (direction: 'asc' | 'desc') =>
      (
        await database.transaction((tx) =>
          tx.all(
            `SELECT v FROM ${t} a ORDER BY ${dialect.orderBy('a.v', direction)} LIMIT ${dialect.limitMark} OFFSET ?`,
            [100, 0],
          ),
        )
      ).map(([value]) => value);
    const expected = [null, 'Z', 'a', 'b', 'é', '\uffee', '\u{1F600}'];
    expect(await ordered('asc')).toEqual(expected);
    expect(await ordered('desc')).toEqual(expected.toReversed());
  });

  it.each([1, 0.1, 5, 1e21, 1e17, 1e15, 123456789.125, 1e-6, 1e-7, 1.5e-10, 0, -2.5, 1 / 3])(
    'spells the double %p as JavaScript does',
    async (value) => {
      await withColumn(DOUBLE, value, async () => {
        expect(await one(`SELECT ${database.dialect.asText('a.v', DOUBLE)} FROM ${t} a`)).toBe(String(value));
      });
    },
  );

  it('spells decimals, booleans and integers as they are answered', async () => {
    const spelled = async (spec: ColumnSpec, value: Stored) => {
      let text: unknown;
      await withColumn(spec, value, async () => {
        text = await one(`SELECT ${database.dialect.asText('a.v', spec)} FROM ${t} a`);
      });
      return text;
    };
    expect(await spelled(DECIMAL, '12.500000')).toBe('12.5');
    expect(await spelled(DECIMAL, '100')).toBe('100');
    expect(await spelled(DECIMAL, '-0.25')).toBe('-0.25');
    expect(await spelled(BOOLEAN, true)).toBe('true');
    expect(await spelled(INTEGER, 42)).toBe('42');
    expect(await spelled(DECIMAL, null)).toBeNull();
  });

  it('reads typed values, nested ones and lists out of JSON text', async () => {
    const { dialect } = database;
    const entry = {
      t: 'x "é" \u{1F600}',
      n: null,
      i: 7,
      b: '9007199254740993',
      d: 1.25,
      f: true,
      dec: '123456789012.123456',
      small: 12.5,
      o: { z: 1, a: [1] },
    };
    const text = JSON.stringify({ list: [entry], words: ['one', 'tw"o', 5, true], none: null });
    await withColumn(JSON_SPEC, text, async () => {
      const list = dialect.entryJson('a.v', 'list');
      const each = dialect.eachEntry(list, 'e');
      const of = (key: string, spec: ColumnSpec) =>
        one(`SELECT ${dialect.entryValue(each.entry, key, spec)} FROM ${t} a, ${each.from}`).then((value) =>
          dialect.fromColumn(value, spec),
        );
      expect(await of('t', TEXT)).toBe(entry.t);
      expect(await of('n', TEXT)).toBeNull();
      expect(await of('missing', INTEGER)).toBeNull();
      expect(await of('i', INTEGER)).toBe(7);
      expect(String(await of('b', INTEGER))).toBe(entry.b);
      expect(await of('d', DOUBLE)).toBe(1.25);
      expect(await of('f', BOOLEAN)).toBe(true);
      expect(await of('dec', DECIMAL)).toBe(entry.dec);
      expect(await of('small', DECIMAL)).toBe('12.5');
      expect(JSON.parse(String(await of('o', JSON_SPEC)))).toEqual(entry.o);
      expect(await one(`SELECT ${dialect.entryJson('a.v', 'none')} FROM ${t} a`)).toBeNull();
      expect(await one(`SELECT ${dialect.entryJson('a.v', 'missing')} FROM ${t} a`)).toBeNull();
      const words = dialect.eachEntry(dialect.entryJson('a.v', 'words'), 'w');
      const rows = await database.transaction((tx) =>
        tx.all(`SELECT ${words.entry} FROM ${t} a, ${words.from} ORDER BY ${words.position}`),
      );
      expect(rows.map(([word]) => word)).toEqual(['one', 'tw"o', '5', 'true']);
    });
  });

  it('numbers marks only outside of quotes', () => {
    if (client === 'postgres')
      expect(database.dialect.finish(`SELECT '?' , "?" FROM t WHERE a = ? AND b = ?`)).toBe(
        `SELECT '?' , "?" FROM t WHERE a = $1 AND b = $2`,
      );
    else expect(database.dialect.finish('SELECT ?')).toBe('SELECT ?');
  });
});

function cased(): string[] {
  const letters: string[] = [];
  for (let code = 0x41; code < 0x1e944; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const letter = String.fromCodePoint(code);
    if (letter.toLowerCase() !== letter) letters.push(letter);
  }
  return letters;
}

/** Added to Unicode after version 14. */
const isRecent = (letter: string): boolean =>
  /[\u{A7CB}-\u{A7DC}\u{1C89}]|[\u{10D50}-\u{10D65}\u{16EA0}-\u{16EB8}]/u.test(letter);
