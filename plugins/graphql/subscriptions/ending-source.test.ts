import { endingSource } from './ending-source';

/** Events that come one after the other; `return` resolves the `next` that waits. */
function source(...events: readonly number[]) {
  const waiting = [...events];
  let end: (() => void) | null = null;
  const log: string[] = [];
  const iterator: AsyncIterableIterator<number> = {
    async next() {
      const value = waiting.shift();
      if (value !== undefined) return { done: false, value };
      await new Promise<void>((resolve) => (end = resolve));
      return { done: true, value: undefined };
    },
    async return() {
      log.push('ended');
      end?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return { iterator, log };
}

test('passes on what is not null, and ends while an event is awaited', async () => {
  const { iterator, log } = source(1, 2, 3);
  const odd = endingSource(iterator, async (event) => (event % 2 === 1 ? event * 10 : null));
  expect(await odd.next()).toEqual({ done: false, value: 10 });
  expect(await odd.next()).toEqual({ done: false, value: 30 });
  const last = odd.next();
  await odd.return();
  expect(await last).toEqual({ done: true, value: undefined });
  expect(log).toEqual(['ended']);
});

test('ends the source when an event cannot be converted', async () => {
  const { iterator, log } = source(1);
  const failing = endingSource(iterator, () => Promise.reject(new Error('no')));
  await expect(failing.next()).rejects.toThrow('no');
  expect(log).toEqual(['ended']);
});
