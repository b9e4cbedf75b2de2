// Two processes that share the connections of a server must not give one name to two texts.
import { createStatementNames, type StatementNames } from './statement-names';

/** The name that a statement has from its second run. */
function nameOf(names: StatementNames, sql: string): string | undefined {
  names.query(sql);
  return names.query(sql).name;
}

test('two processes give one name to one text, whatever ran before', () => {
  const [one, other] = [createStatementNames(), createStatementNames()];
  other.query('SELECT 0');
  expect(one.query('SELECT 1').name).toBe(other.query('SELECT 1').name);
  expect(one.query('SELECT 2').name).not.toBe(other.query('SELECT 1').name);
});

test('a statement whose tables have changed gets another name', () => {
  const names = createStatementNames();
  const first = nameOf(names, 'SELECT 1');
  expect(first).toBeDefined();
  names.forget('SELECT 1');
  const second = names.query('SELECT 1').name;
  expect(second).not.toBe(first);
  expect(names.query('SELECT 1').name).toBe(second);
  names.forget('SELECT 1');
  expect([first, second]).not.toContain(names.query('SELECT 1').name);
});

test('statements that run once take no name', () => {
  const names = createStatementNames();
  for (let at = 0; at < 10_000; at++) expect(names.query(`SELECT ${at}`).name).toBeUndefined();
  expect(nameOf(names, 'SELECT 1')).toBeDefined();
});

test('statements beyond the limit run unnamed', () => {
  const names = createStatementNames();
  for (let at = 0; at < 3_000; at++) nameOf(names, `SELECT ${at}`);
  expect(nameOf(names, 'SELECT 3000')).toBeUndefined();
});

test('a query has no properties of its own, which pg would copy', () => {
  const names = createStatementNames();
  for (let run = 0; run < 3; run++) {
    const query = names.query('SELECT 1');
    expect(Object.getOwnPropertyNames(query)).toEqual([]);
    expect([query.text, query.rowMode]).toEqual(['SELECT 1', 'array']);
  }
});
