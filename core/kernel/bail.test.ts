import { AsyncSeriesBailHook } from 'tapable';
import { bail } from './bail';

const hookOf = () => new AsyncSeriesBailHook<[string], number | undefined>(['word']);
const ask = (hook: ReturnType<typeof hookOf>) =>
  bail<number | undefined>((done) => hook.callAsync('a', done));

it('answers at once where the taps do, and the first answer counts', () => {
  const hook = hookOf();
  hook.tap('none', () => undefined);
  hook.tapAsync('now', (_word, done) => done(null, 1));
  hook.tap('late', () => 2);
  expect(ask(hook)).toBe(1);
});

it('answers nothing where nobody does', () => {
  expect(ask(hookOf())).toBeUndefined();
});

it('waits where a tap does', async () => {
  const hook = hookOf();
  hook.tapPromise('later', async () => 3);
  const answer = ask(hook);
  expect(answer).toBeInstanceOf(Promise);
  await expect(answer).resolves.toBe(3);
});

it.each([
  ['at once', (hook: ReturnType<typeof hookOf>) => hook.tap('x', () => fail())],
  ['later', (hook: ReturnType<typeof hookOf>) => hook.tapPromise('x', async () => fail())],
])('throws what a tap throws %s', async (_when, tap) => {
  const hook = hookOf();
  tap(hook);
  await expect(async () => ask(hook)).rejects.toThrow('no');
});

function fail(): never {
  throw new Error('no');
}
