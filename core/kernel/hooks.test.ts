import { AppError } from '../errors/app-error';
import { coreErrors } from '../errors/core-errors';
import { culpritOf } from '../errors/culprit';
import { everyHook } from './every-hook.example';
import { describeTaps, guardTaps } from './guard-taps';
import { createHooks } from './hooks';
import type { Kernel } from './kernel-surface';

const guarded = (...plugins: string[]) => {
  const hooks = createHooks<Kernel>();
  guardTaps(hooks, (name) => plugins.includes(name));
  return hooks;
};

describe('a tap', () => {
  it('carries the name of a loaded plugin', () => {
    const hooks = guarded('audit');
    hooks.schema.ready.tap('audit', () => undefined);
    expect(() => hooks.schema.ready.tap('stranger', () => undefined)).toThrow(
      'A tap of schema.ready is named "stranger", which is no loaded plugin',
    );
  });

  it('is listed under its hook', () => {
    const hooks = guarded('a', 'b');
    hooks.documents.committed.tapPromise('b', async () => undefined);
    hooks.documents.committed.tap('a', () => undefined);
    const taps = describeTaps(hooks);
    expect(taps.find(({ hook }) => hook === 'documents.committed')).toEqual({
      hook: 'documents.committed',
      plugins: ['b', 'a'],
    });
    expect(taps.find(({ hook }) => hook === 'listening')).toEqual({ hook: 'listening', plugins: [] });
  });

  it('is what makes a hook used', () => {
    const hooks = guarded('audit');
    expect(hooks.documents.loaded.isUsed()).toBe(false);
    hooks.documents.loaded.tap('audit', () => undefined);
    expect(hooks.documents.loaded.isUsed()).toBe(true);
  });

  const boom = new Error('boom');
  const failing = [
    [
      'tap',
      (hooks: ReturnType<typeof guarded>) =>
        hooks.listening.tap('audit', () => {
          throw boom;
        }),
    ],
    [
      'tapPromise',
      (hooks: ReturnType<typeof guarded>) => hooks.listening.tapPromise('audit', () => Promise.reject(boom)),
    ],
    [
      'tapAsync',
      (hooks: ReturnType<typeof guarded>) => hooks.listening.tapAsync('audit', (_server, done) => done(boom)),
    ],
  ] as const;
  it.each(failing)('that fails is named with its plugin and hook (%s)', async (_how, tap) => {
    const hooks = guarded('audit');
    tap(hooks);
    const call = hooks.listening.promise as (server: unknown) => Promise<void>;
    await expect(call.call(hooks.listening, {})).rejects.toBe(boom);
    expect(culpritOf(boom)).toEqual({ plugin: 'audit', at: 'listening' });
  });

  it('that answers with an error of ours is not to blame', () => {
    const hooks = guarded('audit');
    hooks.schema.ready.tap('audit', () => {
      throw coreErrors.DOCUMENT_NOT_FOUND();
    });
    try {
      (hooks.schema.ready.call as (schema: unknown) => void).call(hooks.schema.ready, {});
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect(culpritOf(error)).toBeUndefined();
    }
    expect.assertions(2);
  });
});

describe('every-hook.example.ts', () => {
  it('taps every hook there is', () => {
    const hooks = guarded('every-hook');
    everyHook.register({ hooks, log: { debug: () => undefined } } as unknown as Kernel, {});
    expect(describeTaps(hooks).filter(({ plugins }) => plugins.length !== 1)).toEqual([]);
  });
});
