import { createDocumentOrder } from './document-order';

const NOW = Date.parse('2026-01-01T00:00:10.000Z');
/** `5` → the time 5 ms after. */
const at = (milliseconds: number): string => new Date(NOW + milliseconds).toISOString();

function open() {
  const log: string[] = [];
  const order = createDocumentOrder(() => NOW + 1_000);
  const add = (name: string, time: number, after: number | null, key = 'a') =>
    order.add({
      key,
      at: at(time),
      after: after === null ? null : at(after),
      deliver: () => log.push(name),
    });
  return { log, add, order };
}

afterEach(() => jest.useRealTimers());

test('a change waits for those before it, not for those of other documents', () => {
  const { log, add, order } = open();
  add('fourth', 4, 3);
  add('second', 2, 1);
  add('of another document', 9, null, 'b');
  expect(log).toEqual(['of another document']);
  add('first', 1, null);
  expect(log).toEqual(['of another document', 'first', 'second']);
  add('third', 3, 2);
  expect(log).toEqual(['of another document', 'first', 'second', 'third', 'fourth']);
  order.close();
});

test('a change that follows an old write, or one that was delivered, waits for nothing', () => {
  const { log, add } = open();
  add('after an old one', 1, -60_000);
  add('after a delivered one', 3, 1);
  add('late', 2, 1);
  expect(log).toEqual(['after an old one', 'after a delivered one', 'late']);
});

test('after two seconds, the missing change is lost, and the others are delivered in their order', () => {
  jest.useFakeTimers();
  const { log, add } = open();
  add('third', 3, 2);
  add('second', 2, 1);
  jest.advanceTimersByTime(1_999);
  expect(log).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(log).toEqual(['second', 'third']);
  add('fourth', 4, 3);
  expect(log).toEqual(['second', 'third', 'fourth']);
});

test('a change does not wait for a time that a write of another document has set', () => {
  const { log, add, order } = open();
  add('first', 1, null);
  order.touch('a', at(5));
  add('second', 6, 5);
  add('fourth', 9, 8);
  expect(log).toEqual(['first', 'second']);
  order.touch('a', at(8));
  expect(log).toEqual(['first', 'second', 'fourth']);
});

test('after its end, nothing is delivered', () => {
  jest.useFakeTimers();
  const { log, add, order } = open();
  add('second', 2, 1);
  order.close();
  jest.advanceTimersByTime(10_000);
  expect(log).toEqual([]);
});
