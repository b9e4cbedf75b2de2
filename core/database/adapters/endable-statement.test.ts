// The text of endable statements: the added condition names the table before WHERE, and changes neither rows nor plan.
import Database from 'better-sqlite3';
import { endable, registerEndable } from './endable-statement';

const database = new Database(':memory:');
registerEndable(database);
database.exec('CREATE TABLE "a" (id INTEGER PRIMARY KEY, x INTEGER, b INTEGER)');
database.exec('CREATE TABLE "b" (id INTEGER PRIMARY KEY, x INTEGER)');
database.exec('CREATE INDEX "a_x" ON "a" (x)');
const insert = ['a (x, b)', 'b (x, id)'].map((into) => database.prepare(`INSERT INTO ${into} VALUES (?, ?)`));
for (let at = 1; at <= 600; at++) for (const one of insert) one.run(at % 7, at);
afterAll(() => database.close());

const CONDITION = 'likelihood(t0.rowid & 255 OR quire_go_on(), 1.0) AND ';

test.each([
  ['a scan', 'SELECT t0.id FROM "a" t0 WHERE t0.x > 2 ORDER BY t0.x, t0.id', 1],
  ['an index', 'SELECT t0.id FROM "a" t0 WHERE t0.x = 2 ORDER BY t0.id', 1],
  ['OR beside AND', 'SELECT t0.id FROM "a" t0 WHERE t0.b > 590 AND t0.x = 2 OR t0.id = 3', 1],
  ['a join', 'SELECT t1.id FROM "a" t1 JOIN "b" t0 ON t0.id = t1.b WHERE t0.x = 3', 1],
  [
    'a subquery',
    'SELECT t0.id FROM "a" t0 WHERE EXISTS (SELECT 1 FROM "b" t1 WHERE t1.id = t0.b AND t1.x = 3)',
    2,
  ],
  ['no condition', 'SELECT t0.id FROM "a" t0 ORDER BY t0.id', 0],
  ['values', 'SELECT t0.id FROM "a" t0, json_each(\'[1]\') t1 WHERE t1.value = t0.id', 0],
])('%s gives the same rows by the same plan', (_name, sql, count) => {
  const text = endable(sql);
  const rows = (of: string) => database.prepare(of).raw().all();
  const planOf = (of: string) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${of}`)
      .all()
      .map((step) => (step as { detail: string }).detail);
  expect(text.split('quire_go_on').length - 1).toBe(count);
  if (count === 1) expect(text).toContain(CONDITION);
  expect(rows(text)).toEqual(rows(sql));
  expect(rows(text).length).toBeGreaterThan(0);
  expect(planOf(text)).toEqual(planOf(sql));
});
