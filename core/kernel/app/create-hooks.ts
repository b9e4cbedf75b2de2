// The hooks of one application: those of the kernel, of its modules, and those that plugins publish.
import { StartupError } from '../errors/startup-error';
import type { Module } from './app';
import { type Hooks, kernelHooks } from './hooks';
import { addTapRules } from './plugin-hooks';

/** A name → a hook, or a group of hooks. */
export type HookGroup = Readonly<Record<string, object>>;

/** The hooks of the kernel and of its modules. */
export function createHooks(modules: readonly Pick<Module, 'name' | 'hooks' | 'taps'>[]): Hooks {
  const hooks = kernelHooks();
  const owners = new Map(Object.keys(hooks).map((name) => [name, 'the kernel']));
  published.set(hooks, owners);
  const all = hooks as unknown as Hooks;
  for (const { name, hooks: own, taps = {} } of modules) {
    for (const [group, value] of Object.entries(own?.() ?? {}))
      publish(all, `the module "${name}"`, group, value as HookGroup);
    addTapRules(all, taps);
  }
  return all;
}

const published = new WeakMap<object, Map<string, string>>();

/** Adds a group of hooks under a name of its own. */
export function publish(hooks: Hooks, owner: string, name: string, group: HookGroup): void {
  const owners = published.get(hooks);
  const other = owners?.get(name);
  if (other !== undefined)
    throw new StartupError(
      `The hooks "${name}" are published by ${other} and by ${owner}. Rename one of them, or disable one of the plugins.`,
    );
  owners?.set(name, owner);
  Object.assign(hooks, { [name]: Object.freeze(group) });
}
