// Two processes that share the connections of a server must not give one name to two texts.
import { createStatementNames, type StatementNames } from './statement-names';

/** The name that a statement has from its second run. */
function nameOf(names: StatementNames, sql: string): string | undefined {
  names.of(sql);
  return names.of(sql);
}

test('two processes give one name to one text, whatever ran before', () => {
  const [one, other] = [createStatementNames(), createStatementNames()];
  other.of('SELECT 0');
  expect(one.of('SELECT 1')).toBe(other.of('SELECT 1'));
  expect(one.of('SELECT 2')).not.toBe(other.of('SELECT 1'));
});

test('a statement whose tables have changed gets another name', () => {
  const names = createStatementNames();
  const first = nameOf(names, 'SELECT 1');
  expect(first).toBeDefined();
  names.forget('SELECT 1');
  const second = names.of('SELECT 1');
  expect(second).not.toBe(first);
  expect(names.of('SELECT 1')).toBe(second);
  names.forget('SELECT 1');
  expect([first, second]).not.toContain(names.of('SELECT 1'));
});

test('statements that run once take no name', () => {
  const names = createStatementNames();
  for (let at = 0; at < 10_000; at++) expect(names.of(`SELECT ${at}`)).toBeUndefined();
  expect(nameOf(names, 'SELECT 1')).toBeDefined();
});

test('statements beyond the limit run unnamed', () => {
  const names = createStatementNames();
  for (let at = 0; at < 3_000; at++) nameOf(names, `SELECT ${at}`);
  expect(nameOf(names, 'SELECT 3000')).toBeUndefined();
});
