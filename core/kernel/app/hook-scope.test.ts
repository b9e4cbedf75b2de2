// The caller of a running hook, also in nested hooks, and beside work that a hook left behind.

import { CODE } from '../../content/model/compiled/callers';
import { OPEN_VISIBILITY } from '../../content/model/compiled/visibility';
import { requestCaller } from '../http/request/caller';
import { hookScopesOf } from './hook-scope';

const scopes = hookScopesOf({});
const caller = requestCaller(null, OPEN_VISIBILITY);

it('a nested hook has its own caller; inside documents.loaded it must not write either', async () => {
  await scopes.run(caller, 'loaded', async () => {
    scopes.enter('outer');
    await scopes.run(CODE, 'write', async () => {
      scopes.enter('inner');
      await new Promise(setImmediate);
      expect(scopes.caller()).toBe(CODE);
      expect(scopes.writeRefusal()?.message).toMatch(/^The plugin "inner" writes in documents\.loaded/);
    });
    expect(scopes.caller()).toBe(caller);
  });
  expect(scopes.runNow(caller, () => [scopes.caller(), scopes.writeRefusal()])).toEqual([caller, null]);
  expect([scopes.caller(), scopes.writeRefusal()]).toEqual([null, null]);
});

it('work that a hook left behind has no caller, also while another hook runs', async () => {
  let release: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (release = resolve));
  let left: Promise<unknown> = Promise.resolve();
  await scopes.run(caller, 'loaded', async () => {
    left = ended.then(() => [scopes.caller(), scopes.writeRefusal()]);
  });
  await scopes.run(CODE, 'loaded', async () => {
    release();
    expect(await left).toEqual([null, null]);
    expect(scopes.caller()).toBe(CODE);
  });
});
