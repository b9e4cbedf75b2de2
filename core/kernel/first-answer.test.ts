import { AsyncSeriesBailHook } from 'tapable';
import { type Answer, firstAnswer } from './first-answer';

const hookOf = () => new AsyncSeriesBailHook<[string], Answer<number>>(['word']);
const ask = (hook: ReturnType<typeof hookOf>) => firstAnswer<[string], number>(hook)('a');

it('answers at once where the taps do, and the first answer counts', () => {
  const hook = hookOf();
  hook.tap('none', () => undefined);
  hook.tap('now', (word) => word.length);
  hook.tap('late', () => 2);
  expect(ask(hook)).toBe(1);
});

it('answers nothing where nobody does', () => {
  expect(ask(hookOf())).toBeUndefined();
});

it.each([
  ['a tap', (hook: ReturnType<typeof hookOf>) => hook.tap('later', async () => 3)],
  ['a promise', (hook: ReturnType<typeof hookOf>) => hook.tapPromise('later', async () => 3)],
  ['a callback', (hook: ReturnType<typeof hookOf>) => hook.tapAsync('later', (_word, done) => done(null, 3))],
])('waits for the answer of %s', async (_what, tap) => {
  const hook = hookOf();
  tap(hook);
  hook.tap('next', () => 4);
  const answer = ask(hook);
  expect(answer).toBeInstanceOf(Promise);
  await expect(answer).resolves.toBe(3);
});

it.each([
  ['a tap', (hook: ReturnType<typeof hookOf>) => hook.tap('none', async () => undefined)],
  ['a promise', (hook: ReturnType<typeof hookOf>) => hook.tapPromise('none', async () => undefined)],
  ['a callback', (hook: ReturnType<typeof hookOf>) => hook.tapAsync('none', (_word, done) => done(null))],
])('goes on to the next where %s says later that it has no opinion', async (_what, tap) => {
  const hook = hookOf();
  tap(hook);
  hook.tap('next', () => 4);
  await expect(ask(hook)).resolves.toBe(4);
});

it('asks who taps after it was asked for the first time', () => {
  const hook = hookOf();
  const asked = firstAnswer<[string], number>(hook);
  expect(asked('a')).toBeUndefined();
  hook.tap('late', () => 2);
  expect(asked('a')).toBe(2);
});

it.each([
  ['at once', (hook: ReturnType<typeof hookOf>) => hook.tap('x', () => fail())],
  ['in a promise', (hook: ReturnType<typeof hookOf>) => hook.tapPromise('x', async () => fail())],
  [
    'in a callback',
    (hook: ReturnType<typeof hookOf>) => hook.tapAsync('x', (_word, done) => done(new Error('no'))),
  ],
])('throws what a tap throws %s', async (_when, tap) => {
  const hook = hookOf();
  tap(hook);
  hook.tap('next', () => 4);
  await expect(async () => ask(hook)).rejects.toThrow('no');
});

function fail(): never {
  throw new Error('no');
}
