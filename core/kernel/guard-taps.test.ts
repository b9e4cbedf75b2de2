import { AsyncSeriesBailHook } from 'tapable';
import { culpritOf } from '../errors/culprit';
import { guardTaps } from './guard-taps';

const hookWith = () => {
  const hook = new AsyncSeriesBailHook<[number], string>(['value']);
  guardTaps({ made: hook }, (name) => name === 'first' || name === 'second');
  return hook;
};
type Done = (error: Error | null, result?: string) => void;

describe.each<[string, (done: Done) => void]>([
  ['at once', (done) => done(null)],
  ['later', (done) => void setTimeout(() => done(null), 1)],
  ['from a promise', (done) => void Promise.resolve().then(() => done(null), done)],
])('a tap with a callback, after one that was done %s', (_when, finish) => {
  it('may throw: the hook fails, and the error names the plugin', async () => {
    const hook = hookWith();
    hook.tapAsync('first', (_value, done) => finish(done));
    hook.tapAsync('second', () => {
      throw new Error('broken');
    });
    const error = await hook.promise(1).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: 'broken' });
    expect(culpritOf(error)).toMatchObject({ plugin: 'second', at: 'made' });
  });

  it('may answer', async () => {
    const hook = hookWith();
    hook.tapAsync('first', (_value, done) => finish(done));
    hook.tapAsync('second', (value, done) => done(null, `got ${value}`));
    expect(await hook.promise(1)).toBe('got 1');
  });
});

it('an error that a tap without a callback promises names the plugin too', async () => {
  const hook = new AsyncSeriesBailHook<[number], Promise<string>>(['value']);
  guardTaps({ made: hook }, () => true);
  hook.tap('first', async () => {
    throw new Error('broken');
  });
  const error = await hook.promise(1).catch((thrown: unknown) => thrown);
  expect(culpritOf(error)).toMatchObject({ plugin: 'first', at: 'made' });
});
