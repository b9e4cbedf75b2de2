// Texts of statements are built once per list of columns.
import type { Dialect } from '../../../database/dialect';
import { createMysqlDialect } from '../../../database/dialects/mysql';
import { sqliteDialect } from '../../../database/dialects/sqlite';
import type { WritePlan } from '../write/write-plan';
import { rowTextsOf } from './row-texts';

const DIALECTS: Readonly<Record<string, Dialect>> = { mysql: createMysqlDialect('mariadb') };

function textsOf(name: string): { texts: ReturnType<typeof rowTextsOf>; quoted: () => number } {
  let quoted = 0;
  const id = (column: string): string => {
    quoted += 1;
    return `"${column}"`;
  };
  const { copyColumns } = DIALECTS[name] ?? sqliteDialect;
  const dialect = { id, copyColumns, typedMark: () => '?' };
  const plan = {
    dialect,
    type: { table: 'pages', axes: [], tail: [] },
    pinned: [],
    nested: [],
    exclusive: [],
  };
  // The texts need only these parts of a plan.
  return { texts: rowTextsOf(plan as unknown as WritePlan), quoted: () => quoted };
}

it.each([
  [
    'sqlite',
    'UPDATE "pages" SET ("a", "b") = (SELECT "a", "b" FROM "pages" WHERE id = ?), "c" = ? WHERE id = ?',
  ],
  [
    'mysql',
    'UPDATE "pages" p JOIN "pages" d ON d.id = ? SET p."a" = d."a", p."b" = d."b", p."c" = ? WHERE p.id = ?',
  ],
])('takes columns of another row on %s', (name, text) => {
  const { texts } = textsOf(name);
  expect(texts.take(['a', 'b'], ['c'])).toBe(text);
  expect(texts.take([], ['c'])).toBe('UPDATE "pages" SET "c" = ? WHERE id = ?');
});

it('builds different texts for lists that differ in one column', () => {
  const { texts } = textsOf('sqlite');
  expect([texts.copy(['a', 'b'], ['c']), texts.copy(['a'], ['b', 'c']), texts.copy(['a b'], ['c'])]).toEqual([
    'INSERT INTO "pages" ("a", "b", "c") SELECT ?, ?, "c" FROM "pages" WHERE id = ?',
    'INSERT INTO "pages" ("a", "b", "c") SELECT ?, "b", "c" FROM "pages" WHERE id = ?',
    'INSERT INTO "pages" ("a b", "c") SELECT ?, "c" FROM "pages" WHERE id = ?',
  ]);
});

it('builds the text of a list once', () => {
  const { texts, quoted } = textsOf('sqlite');
  const ask = (): string[] => [texts.insert(['a', 'b']), texts.update(['a', 'b']), texts.take(['a'], ['b'])];
  const first = ask();
  const before = quoted();
  expect(ask()).toEqual(first);
  expect(quoted()).toBe(before);
});
