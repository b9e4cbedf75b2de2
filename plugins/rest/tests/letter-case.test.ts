// Operators that ignore letter case find what JavaScript finds, also for letters outside ASCII that fold into it.
import fc from 'fast-check';
import { stringify } from 'qs';
import { foldCase } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

/** K is the Kelvin sign. ſ, ß and ı fold into no letter of ASCII; Σ, σ and ς are one letter. */
const LETTERS = [
  'k',
  'K',
  '\u212a',
  'i',
  'I',
  '\u0130',
  '\u0307',
  'ı',
  's',
  'S',
  'ſ',
  'ß',
  'ẞ',
  'Σ',
  'σ',
  'ς',
  'É',
  'é',
  '\u{1F600}',
  ' ',
  '%',
  '_',
  '\\',
  '1',
];
const ASCII = LETTERS.filter((letter) => letter < '\u007f');

const textOf = (letters: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength }).map((list) => list.join(''));
const texts = fc.oneof(textOf(LETTERS, 6), textOf(ASCII, 6));
const parts = fc.oneof(textOf(LETTERS, 2), textOf(ASCII, 2), textOf(LETTERS, 6));

const MATCHES: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  $containsi: (text, part) => text.includes(part),
  $notContainsi: (text, part) => !text.includes(part),
  $startsWithi: (text, part) => text.startsWith(part),
  $endsWithi: (text, part) => text.endsWith(part),
  $eqi: (text, part) => text === part,
  $nei: (text, part) => text !== part,
};

const ROWS = fc.sample(texts, { numRuns: 80, seed: 19 });

describe.each(testDatabases())('letter case on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes: [
        {
          info: { singularName: 'word', pluralName: 'words' },
          attributes: { short: { type: 'string' }, long: { type: 'text' }, at: { type: 'integer' } },
        },
      ],
      config: { plugins: { rest: true }, server: { anonymous: 'full' } },
    });
    for (const [at, text] of ROWS.entries())
      await app.documents('api::word.word').create({ data: { short: text, long: text, at } });
    await app.documents('api::word.word').create({ data: { at: ROWS.length } });
  });
  afterAll(() => app.close());

  const found = async (filters: object): Promise<number[]> => {
    const query = stringify(
      { filters, fields: ['at'], pagination: { pageSize: 100 } },
      { encodeValuesOnly: true },
    );
    const { status, body } = await app.agent.get(`/api/words?${query}`);
    expect(status).toBe(200);
    return body.data.map(({ at }: { at: number }) => at);
  };

  test('finds the rows that JavaScript finds', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(MATCHES)),
        fc.constantFrom('short', 'long'),
        fc.oneof(parts, fc.constantFrom(...ROWS)),
        fc.boolean(),
        async (operator, attribute, part, negated) => {
          const matches = MATCHES[operator] ?? (() => false);
          const wanted = ROWS.flatMap((text, at) =>
            matches(foldCase(text), foldCase(part)) === negated ? [] : [at],
          );
          const condition = { [attribute]: { [operator]: part } };
          const rows = await found(negated ? { $not: condition } : condition);
          expect(rows.filter((at) => at < ROWS.length)).toEqual(wanted);
          count += wanted.length;
        },
      ),
      { numRuns: 200 },
    );
    expect(count).toBeGreaterThan(200);
  });

  /** SQLite refuses long patterns of LIKE. */
  test('finds long texts', async () => {
    const words = app.documents('api::word.word');
    const long = 'Kk%_'.repeat(20_000);
    const { documentId } = await words.create({ data: { long, at: ROWS.length + 1 } });
    const found = async (operator: string, value: string) =>
      (await words.findMany({ filters: { long: { [operator]: value } }, pagination: { limit: -1 } })).map(
        (document) => document.documentId,
      );
    expect(await found('$eqi', long.toLowerCase())).toEqual([documentId]);
    expect(await found('$containsi', 'kK%_'.repeat(6_000))).toEqual([documentId]);
    expect(await found('$startsWithi', 'kk%_kk%_')).toEqual([documentId]);
  });
});
