import { AsyncSeriesBailHook } from 'tapable';
import { firstAnswer } from './first-answer';

const hookOf = () =>
  new AsyncSeriesBailHook<[string], number | undefined | Promise<number | undefined>>(['word']);
const ask = (hook: ReturnType<typeof hookOf>) => firstAnswer<[string], number>(hook)('a');

it('returns the first answer at once when the taps answer at once', () => {
  const hook = hookOf();
  hook.tap('none', () => undefined);
  hook.tap('now', (word) => word.length);
  hook.tap('late', () => 2);
  expect(ask(hook)).toBe(1);
});

it('returns undefined when no tap answers', () => {
  expect(ask(hookOf())).toBeUndefined();
});

it('waits for a promise', async () => {
  const hook = hookOf();
  hook.tap('later', async () => 3);
  hook.tap('next', () => 4);
  const answer = ask(hook);
  expect(answer).toBeInstanceOf(Promise);
  await expect(answer).resolves.toBe(3);
});

it('goes on to the next tap when a promise resolves to undefined', async () => {
  const hook = hookOf();
  hook.tap('none', async () => undefined);
  hook.tap('next', () => 4);
  await expect(ask(hook)).resolves.toBe(4);
});

it('calls taps that were added after the first call', () => {
  const hook = hookOf();
  const asked = firstAnswer<[string], number>(hook);
  expect(asked('a')).toBeUndefined();
  hook.tap('late', () => 2);
  expect(asked('a')).toBe(2);
});

it.each([
  ['at once', (hook: ReturnType<typeof hookOf>) => hook.tap('x', () => fail())],
  ['in a promise', (hook: ReturnType<typeof hookOf>) => hook.tap('x', async () => fail())],
])('throws the error of a tap %s', async (_when, tap) => {
  const hook = hookOf();
  tap(hook);
  hook.tap('next', () => 4);
  await expect(async () => ask(hook)).rejects.toThrow('no');
});

function fail(): never {
  throw new Error('no');
}
