// The bytes of reads that still run after their answer, and the requests that may pass when it is full.
import type { Exchange } from '../request/exchange';
import { createAnswerBudget } from './answer-budget';
import { createUnsentBytes } from './unsent-bytes';

const unsent = createUnsentBytes({ timeout: 0, connection: 100, total: 100 });
const budget = createAnswerBudget(unsent);
const asked = (method: string, headers: object = {}): Exchange =>
  ({
    method,
    isRead: method === 'GET',
    held: 0,
    isReleased: false,
    request: { url: '/x', headers },
    readText: () => null,
  }) as unknown as Exchange;

it('counts no bytes for a request whose answer is made', () => {
  const late = asked('GET');
  budget.hold(late, 60);
  budget.release(late);
  expect(() => budget.hold(late, 60)).toThrow('closed');
  expect(unsent.hasRoomFor(100, 0)).toBe(true);
});

it('is passed by a conditional read until its rows arrive', () => {
  const large = asked('GET');
  budget.hold(large, 150);
  const conditional = asked('GET', { 'if-none-match': '"a"' });
  expect(() => budget.requireBefore(conditional)).not.toThrow();
  expect(() => budget.hold(conditional, 0)).not.toThrow();
  expect(() => budget.hold(conditional, 1)).toThrow('busy');
  budget.release(large);
  expect(() => budget.hold(conditional, 1)).not.toThrow();
  budget.release(conditional);
});

it('is full for reads and never for writes while a read holds it', () => {
  const large = asked('GET');
  budget.hold(large, 150);
  expect(() => budget.requireBefore(asked('POST'))).not.toThrow();
  expect(() => budget.requireBefore(asked('GET'))).toThrow('busy');
  // A query of GraphQL says that it is a read when its handler begins.
  const query = asked('POST');
  query.isRead = true;
  expect(() => budget.hold(query, 0)).toThrow('busy');
  budget.hold(large, -60);
  expect(() => budget.requireBefore(asked('GET'))).not.toThrow();
  budget.release(large);
  expect(unsent.hasRoomFor(100, 0)).toBe(true);
});
