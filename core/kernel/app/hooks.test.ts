import type { FollowUp, WriteAction } from '../../content/documents/write-action';
import { everyHook } from '../../content/every-hook.example';
import type { Schema } from '../../content/model/compiled/content-type';
import { MODULES } from '../../create-kernel';
import { AppError } from '../errors/app-error';
import { coreErrors } from '../errors/core-errors';
import { errorSourceOf } from '../errors/error-source';
import type { HttpServer } from '../http/server';
import type { App } from './app';
import { createHooks } from './create-hooks';
import { describeTaps, pluginHooks } from './plugin-hooks';

const boom = new Error('boom');

describe('a tap', () => {
  it('is listed under its hook with the name of its plugin', () => {
    const hooks = createHooks(MODULES);
    pluginHooks(hooks, 'b').documents.committed(async () => undefined);
    pluginHooks(hooks, 'a').documents.committed(() => undefined);
    const taps = describeTaps(hooks);
    expect(taps).toContainEqual(
      expect.objectContaining({ hook: 'documents.committed', plugins: ['b', 'a'] }),
    );
    expect(taps).toContainEqual({ hook: 'listening', plugins: [], publisher: 'the kernel' });
  });

  it('makes its hook used, and no other hook', () => {
    const hooks = createHooks(MODULES);
    pluginHooks(hooks, 'audit').documents.loaded(() => undefined);
    expect([hooks.documents.loaded.isUsed(), hooks.documents.written.isUsed()]).toEqual([true, false]);
  });

  it('runs after the taps before it have ended, whether they answer at once or later', async () => {
    const hooks = createHooks(MODULES);
    const seen: string[] = [];
    const { prepare } = pluginHooks(hooks, 'audit').documents;
    prepare(() => new Promise<void>((resolve) => setImmediate(() => resolve(void seen.push('slow')))));
    prepare(() => void seen.push('at once'));
    prepare(async () => void seen.push('last'));
    await hooks.documents.prepare.promise({ followUps: [] as FollowUp[] } as WriteAction);
    expect(seen).toEqual(['slow', 'at once', 'last']);
  });

  it('may answer a lazy thenable, which then runs once', async () => {
    const hooks = createHooks(MODULES);
    let runs = 0;
    const lazy = {
      // biome-ignore lint/suspicious/noThenProperty: query builders are such objects
      then(resolve: (value: undefined) => void) {
        runs += 1;
        resolve(undefined);
      },
    };
    pluginHooks(hooks, 'audit').request.authenticate(() => lazy as PromiseLike<undefined>);
    await hooks.request.authenticate.call({} as never);
    expect(runs).toBe(1);
  });

  it('owns the follow-ups that it adds, wherever it puts them', async () => {
    const hooks = createHooks(MODULES);
    const followUp = (name: string): FollowUp => ({
      name,
      run: () => Promise.reject(new Error(name)),
    });
    pluginHooks(hooks, 'early').documents.prepare(({ followUps }) => void followUps.push(followUp('one')));
    pluginHooks(hooks, 'late').documents.prepare(({ followUps }) => void followUps.unshift(followUp('two')));
    const followUps: FollowUp[] = [];
    await hooks.documents.prepare.promise({ followUps } as unknown as WriteAction);
    const errors = followUps.map((each) => each.run({} as never).then(undefined, (error: Error) => error));
    const sources = (await Promise.all(errors)).map((error) => errorSourceOf(error)?.plugin);
    expect(sources).toEqual(['late', 'early']);
  });

  it('runs in the order of stages', () => {
    const hooks = createHooks(MODULES);
    const seen: string[] = [];
    pluginHooks(hooks, 'a').schema.ready(() => void seen.push('a'), { stage: 10 });
    pluginHooks(hooks, 'b').schema.ready(() => void seen.push('b'));
    hooks.schema.ready.call({} as Schema);
    expect(seen).toEqual(['b', 'a']);
  });

  it.each([
    [
      'at once',
      () => {
        throw boom;
      },
    ],
    ['in a promise', () => Promise.reject(boom)],
  ])('that fails %s is named with its plugin and hook, and ends the series', async (_when, fail) => {
    const hooks = createHooks(MODULES);
    const seen: string[] = [];
    pluginHooks(hooks, 'audit').listening(fail);
    pluginHooks(hooks, 'audit').listening(() => void seen.push('after'));
    await expect(hooks.listening.promise({} as HttpServer)).rejects.toBe(boom);
    expect(errorSourceOf(boom)).toEqual({ plugin: 'audit', at: 'listening' });
    expect(seen).toEqual([]);
  });

  it('that rejects with nothing fails all the same', async () => {
    const hooks = createHooks(MODULES);
    pluginHooks(hooks, 'audit').boot.after(() => Promise.reject());
    const error: unknown = await hooks.boot.after.promise().catch((thrown: unknown) => thrown);
    expect(String(error)).toBe('Error: The tap of boot.after of the plugin "audit" failed with undefined');
    expect(errorSourceOf(error)?.plugin).toBe('audit');
  });

  it('that throws an error of a table is not named', () => {
    const hooks = createHooks(MODULES);
    pluginHooks(hooks, 'audit').schema.ready(() => {
      throw coreErrors.DOCUMENT_NOT_FOUND();
    });
    try {
      hooks.schema.ready.call({} as Schema);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect(errorSourceOf(error)).toBeUndefined();
    }
    expect.assertions(2);
  });
});

describe('every-hook.example.ts', () => {
  it('taps every hook', () => {
    const hooks = createHooks(MODULES);
    const log = { debug: () => undefined };
    everyHook.register({ hooks: pluginHooks(hooks, 'every-hook'), log } as unknown as App, {});
    expect(describeTaps(hooks).filter(({ plugins }) => plugins.length !== 1)).toEqual([]);
  });
});
