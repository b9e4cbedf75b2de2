import { hooks } from './hook-kinds';

const boom = new Error('boom');
const fail = (): never => {
  throw boom;
};

describe('firstAnswer', () => {
  const hookOf = () => hooks.firstAnswer<[word: string, times: number], number>(['word', 'times']);

  it('returns the first answer at once when the taps answer at once', () => {
    const hook = hookOf();
    hook.tap('none', () => undefined);
    hook.tap('now', (word, times) => word.length * times);
    hook.tap('late', fail);
    expect(hook.call('ab', 2)).toBe(4);
  });

  it('returns undefined when no tap answers', () => {
    const hook = hookOf();
    expect(hook.call('a', 1)).toBeUndefined();
    hook.tap('none', () => undefined);
    expect(hook.call('a', 1)).toBeUndefined();
  });

  it('takes null, false and 0 for answers', async () => {
    for (const answer of [null, false, 0]) {
      const hook = hooks.firstAnswer<[], unknown>([]);
      hook.tap('first', () => answer);
      hook.tap('next', () => 1);
      expect(hook.call()).toBe(answer);
    }
  });

  it('waits for a promise', async () => {
    const hook = hookOf();
    hook.tap('later', async () => 3);
    hook.tap('next', fail);
    const answer = hook.call('a', 1);
    expect(answer).toBeInstanceOf(Promise);
    await expect(answer).resolves.toBe(3);
  });

  it('goes on to the next taps, with the same arguments, when promises resolve to undefined', async () => {
    const hook = hookOf();
    const seen: string[] = [];
    const none = (word: string, times: number) => void seen.push(`${word}${times}`);
    hook.tap('one', none);
    hook.tap('two', async (word, times) => none(word, times));
    hook.tap('three', async (word, times) => none(word, times));
    hook.tap('four', none);
    hook.tap('five', (word, times) => word.length + times);
    hook.tap('six', fail);
    expect(await hook.call('a', 7)).toBe(8);
    expect(seen).toEqual(['a7', 'a7', 'a7', 'a7']);
  });

  it('calls taps that were added after the first call', () => {
    const hook = hookOf();
    expect(hook.call('a', 1)).toBeUndefined();
    hook.tap('late', () => 2);
    expect(hook.call('a', 1)).toBe(2);
  });

  it('goes on with the taps that a call began with, when a tap is added before them', async () => {
    const hook = hooks.firstAnswer<[], string>([]);
    const seen: string[] = [];
    hook.tap('one', async () => void seen.push('one'));
    hook.tap('two', () => void seen.push('two'));
    const answer = hook.call();
    hook.tap({ name: 'zero', stage: -1 }, () => 'zero');
    expect(await answer).toBeUndefined();
    expect(seen).toEqual(['one', 'two']);
    expect(hook.call()).toBe('zero');
  });

  it.each([
    ['at once', fail],
    ['in a promise', async () => fail()],
  ])('ends with the error of a tap %s', async (_when, tap) => {
    const hook = hookOf();
    hook.tap('x', tap);
    hook.tap('next', () => 4);
    await expect(async () => hook.call('a', 1)).rejects.toBe(boom);
  });
});

describe('everyTap', () => {
  it('calls every tap in order, also after errors, and gives the errors to its owner', async () => {
    const hook = hooks.everyTap<[word: string]>(['word']);
    const seen: unknown[] = [];
    hook.failed = (error, args) => seen.push([error, args]);
    hook.tap('at once', fail);
    hook.tapPromise('slow', async (word) => {
      await new Promise(setImmediate);
      seen.push(word);
    });
    hook.tapPromise('in a promise', () => Promise.reject(undefined));
    hook.tapAsync('in a callback', (_word, done) => done(boom));
    hook.tap('last', () => void seen.push('last'));
    await hook.promise('a');
    expect(seen).toEqual([[boom, ['a']], 'a', [undefined, ['a']], [boom, ['a']], 'last']);
  });

  it('without an owner ends with the error', async () => {
    const hook = hooks.everyTap<[]>([]);
    hook.tap('x', fail);
    await expect(hook.promise()).rejects.toBe(boom);
    const atOnce = hooks.everyTapSync<[]>([]);
    atOnce.tap('x', fail);
    expect(() => atOnce.call()).toThrow(boom);
  });

  it('at once calls every tap without a promise', () => {
    const hook = hooks.everyTapSync<[word: string, more: number]>(['word', 'more']);
    const seen: unknown[] = [];
    hook.failed = (error, args) => seen.push([error, args]);
    hook.tap('x', fail);
    hook.tap('y', (word, more) => void seen.push(word + more));
    expect(hook.call('a', 1)).toBeUndefined();
    expect(seen).toEqual([[boom, ['a', 1]], 'a1']);
  });

  it('runs fifty taps: the code grows by one part for each', async () => {
    const hook = hooks.everyTap<[]>([]);
    let calls = 0;
    for (let i = 0; i < 50; i++) hook.tap(`tap ${i}`, () => void calls++);
    await hook.promise();
    expect(calls).toBe(50);
  });
});

describe('series', () => {
  it('waits for promises only, and ends with the first error', async () => {
    const hook = hooks.series<[seen: string[]]>(['seen']);
    hook.tap('at once', (seen) => void seen.push('at once'));
    hook.tap('promise of tap()', (async (seen: string[]) => {
      await new Promise(setImmediate);
      seen.push('waited');
    }) as never);
    hook.tap('next', (seen) => void seen.push('next'));
    const seen: string[] = [];
    await hook.promise(seen);
    hook.tap('x', fail);
    hook.tap('after', () => void seen.push('after'));
    await expect(hook.promise(seen)).rejects.toBe(boom);
    expect(seen).toEqual(['at once', 'waited', 'next', 'at once', 'waited', 'next']);
  });

  it('calls back, as hooks of tapable do', async () => {
    const hook = hooks.series<[]>([]);
    await new Promise<void>((resolve) => hook.callAsync((error) => resolve(expect(error).toBeUndefined())));
    hook.tap('x', fail);
    await new Promise<void>((resolve) => hook.callAsync((error) => resolve(expect(error).toBe(boom))));
  });
});

describe('around', () => {
  it('runs each tap inside the tap before it, and the work inside the last one', async () => {
    const hook = hooks.around<[word: string], string>(['word']);
    hook.tap('outer', async (word, next) => `outer ${word} (${await next()})`);
    hook.tap('inner', async (_word, next) => `inner (${await next()})`);
    hook.tap({ name: 'first', stage: -1 }, (_word, next) => next());
    expect(await hook.call('a', async () => 'work')).toBe('outer a (inner (work))');
  });

  it('is answered by a tap that does not call next, and refuses a second call', async () => {
    const hook = hooks.around<[], string>([]);
    const work = jest.fn(async () => 'work');
    hook.tap('alone', async () => 'mine');
    expect(await hook.call(work)).toBe('mine');
    expect(work).not.toHaveBeenCalled();
    hook.tap({ name: 'twice', stage: -1 }, async (next) => (await next()) + (await next()));
    await expect(hook.call(work)).rejects.toThrow('The plugin "twice" calls next() twice; call it once');
  });

  it('ends with the error of the work, which a tap may catch', async () => {
    const hook = hooks.around<[], string>([]);
    hook.tap('outer', (next) => next());
    await expect(hook.call(async () => fail())).rejects.toBe(boom);
    hook.tap('catches', (next) => next().catch(() => 'caught'));
    expect(await hook.call(async () => fail())).toBe('caught');
  });
});
