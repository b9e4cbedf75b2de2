import { createSingleFlight } from './single-flight';

/** A promise that ends when the test says so. */
function open<T>() {
  let resolve = (_value: T): void => undefined;
  const promise = new Promise<T>((end) => {
    resolve = end;
  });
  return { promise, resolve: (value: T) => resolve(value) };
}

it('calls at the same time share one run; a later call starts a new one', async () => {
  const flight = createSingleFlight<string, number>();
  const { promise, resolve } = open<void>();
  let runs = 0;
  const work = async (): Promise<number> => {
    const own = ++runs;
    await promise;
    return own;
  };
  const all = [flight.run('a', work), flight.run('a', work), flight.run('b', work)];
  resolve();
  expect(await Promise.all(all)).toEqual([1, 1, 2]);
  expect(await flight.run('a', work)).toBe(3);
});

it('an error reaches all callers, and the next call tries again', async () => {
  const flight = createSingleFlight<string, string>();
  const fail = async (): Promise<string> => {
    throw new Error('no answer');
  };
  const all = await Promise.allSettled([flight.run('a', fail), flight.run('a', fail)]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await flight.run('a', async () => 'well')).toBe('well');
});

it('work that began before forget does not end the work that began after it', async () => {
  const flight = createSingleFlight<string, string>();
  const before = open<string>();
  const after = open<string>();
  const first = flight.run('a', () => before.promise);
  flight.forget();
  const second = flight.run('a', () => after.promise);
  before.resolve('old');
  expect(await first).toBe('old');
  const third = flight.run('a', async () => 'a third run');
  after.resolve('new');
  expect(await Promise.all([second, third])).toEqual(['new', 'new']);
});

it('forget with a key leaves the work of other keys shared', async () => {
  const flight = createSingleFlight<string, string>();
  const { promise, resolve } = open<string>();
  const kept = flight.run('a', () => promise);
  flight.run('b', () => promise);
  flight.forget('b');
  const shared = flight.run('a', async () => 'new');
  expect(await flight.run('b', async () => 'new')).toBe('new');
  resolve('old');
  expect(await Promise.all([kept, shared])).toEqual(['old', 'old']);
});
