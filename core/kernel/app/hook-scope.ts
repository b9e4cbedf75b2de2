// The hook of documents that code runs in: for whom it runs (`app.caller()`), and whether it may write. The store exists only while taps
// of plugins run, so reads without taps do not pay for it.

import type { Caller } from '../http/request/caller';
import { type Ambient, createAmbient } from './ambient';

interface HookScope {
  readonly caller: Caller;
  /** Inside `documents.loaded`. */
  readonly isLoading: boolean;
  /** The plugin whose tap runs. */
  plugin: string;
  /** The taps have ended. Work that they left behind has no caller. */
  isOver: boolean;
}

export interface HookScopes {
  /** Runs the taps of a hook. */
  run<T>(caller: Caller, hook: 'write' | 'loaded', taps: () => Promise<T>): Promise<T>;
  runNow<T>(caller: Caller, taps: () => T): T;
  /** A tap of the plugin begins. */
  enter(plugin: string): void;
  /** null: outside the hooks of documents. */
  caller(): Caller | null;
  /** Inside `documents.loaded`: the error of a write. */
  writeRefusal(): Error | null;
}

const made = new WeakMap<object, HookScopes>();

export function hookScopesOf(hooks: object): HookScopes {
  const scopes = made.get(hooks) ?? createHookScopes();
  made.set(hooks, scopes);
  return scopes;
}

function createHookScopes(): HookScopes {
  const ambient: Ambient<HookScope> = createAmbient();
  const current = (): HookScope | undefined => {
    const scope = ambient.current();
    return scope?.isOver ? undefined : scope;
  };
  const scopeOf = (caller: Caller, isLoading: boolean): HookScope => ({
    caller,
    isLoading: isLoading || current()?.isLoading === true,
    plugin: '',
    isOver: false,
  });

  return {
    async run(caller, hook, taps) {
      const scope = scopeOf(caller, hook === 'loaded');
      try {
        return await ambient.run(scope, taps);
      } finally {
        scope.isOver = true;
      }
    },
    runNow(caller, taps) {
      const scope = scopeOf(caller, false);
      try {
        return ambient.runNow(scope, taps);
      } finally {
        scope.isOver = true;
      }
    },
    enter(plugin) {
      const scope = current();
      if (scope) scope.plugin = plugin;
    },
    caller: () => current()?.caller ?? null,
    writeRefusal() {
      const scope = current();
      if (!scope?.isLoading) return null;
      return new Error(
        `The plugin "${scope.plugin}" writes in documents.loaded, which only reads. Write in documents.written or documents.committed, or in request.done.`,
      );
    },
  };
}
