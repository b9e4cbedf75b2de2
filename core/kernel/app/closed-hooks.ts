// Hooks that are read once at startup. A tap that a plugin adds later would never run, so it is an error.
import { StartupError } from '../errors/startup-error';

const closed = new WeakMap<object, Set<string>>();

/** Before the modules start. */
export const READ_BEFORE_START = ['boot.check'] as const;

/** Before the `boot` of the plugins. Modules name more. */
export const READ_BEFORE_BOOT = ['http.route', 'request.visibility'] as const;

/** When the server is made. */
export const READ_BY_SERVER = [
  'request.authenticate',
  'request.recall',
  'request.authorize',
  'request.error',
  'request.done',
] as const;

export function closeHooks(hooks: object, names: readonly string[]): void {
  const all = closed.get(hooks) ?? new Set();
  closed.set(hooks, all);
  for (const name of names) all.add(name);
}

export function refuseLateTap(hooks: object, name: string, plugin: string): void {
  if (!closed.get(hooks)?.has(name)) return;
  throw new StartupError(
    `The plugin "${plugin}" taps ${name} too late: the tap would never run. Tap the hook in \`register(app)\`.`,
  );
}
