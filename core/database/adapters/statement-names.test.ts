// Two processes that share the connections of a server must not give one name to two texts.
import { createStatementNames } from './statement-names';

test('two processes give one name to one text, whatever ran before', () => {
  const [one, other] = [createStatementNames(), createStatementNames()];
  other.of('SELECT 0');
  expect(one.of('SELECT 1')).toBe(other.of('SELECT 1'));
  expect(one.of('SELECT 2')).not.toBe(other.of('SELECT 1'));
});

test('a statement whose tables have changed gets another name', () => {
  const names = createStatementNames();
  const first = names.of('SELECT 1');
  names.forget('SELECT 1');
  const second = names.of('SELECT 1');
  expect(second).not.toBe(first);
  expect(names.of('SELECT 1')).toBe(second);
  names.forget('SELECT 1');
  expect([first, second]).not.toContain(names.of('SELECT 1'));
});

test('statements beyond the limit run unnamed', () => {
  const names = createStatementNames();
  for (let at = 0; at < 3_000; at++) names.of(`SELECT ${at}`);
  expect(names.of('SELECT 3000')).toBeUndefined();
});
