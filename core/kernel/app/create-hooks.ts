// Makes the hooks of one application: those of the kernel and of its modules.
import type { Module } from './app';
import { type Hooks, kernelHooks } from './hooks';
import { beginPublishing, type LogTapError, publish } from './published-hooks';
import { addTapRules } from './tap-rules';

export function createHooks(
  modules: readonly Pick<Module, 'name' | 'hooks' | 'taps'>[],
  logError: LogTapError = () => undefined,
): Hooks {
  const hooks = kernelHooks() as unknown as Hooks;
  beginPublishing(hooks, logError);
  for (const { name, hooks: own, taps = {} } of modules) {
    for (const [group, value] of Object.entries(own?.() ?? {}))
      publish(hooks, `the module "${name}"`, group, value);
    addTapRules(hooks, taps);
  }
  return hooks;
}
