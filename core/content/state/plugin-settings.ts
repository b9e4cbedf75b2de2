// The settings of plugins: one checked value per plugin, over REST with permissions of its own. Each process reads the stored
// values once a second, so changes of other processes arrive.

import type { Hooks } from '../../kernel/app/hooks';
import { type Check, pathToText, runCheck } from '../../kernel/check/check';
import { StartupError } from '../../kernel/errors/startup-error';
import type { RouteDefinition } from '../../kernel/http/routes/route';
import { route } from '../../kernel/http/routes/route';
import type { Logger } from '../../kernel/log/logger';
import type { StateStore } from './plugin-state';

export interface PluginSettings<T> {
  /** The present value: the defaults of the check until `boot`. */
  readonly value: T;
  /** Replaces the value. Inside a transaction, the change counts after the commit. */
  set(value: T): Promise<void>;
}

const INTERVAL = 1_000;
const KEY = 'settings';

interface Watched {
  reload(): Promise<void>;
}

/** Reads all settings before the plugins boot, and then once a second. */
export function watchSettings(hooks: Hooks, log: Pick<Logger, 'warn'>): Watched[] {
  const watched: Watched[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;
  let hasFailed = false;
  const reloadAll = async (): Promise<void> => {
    for (const one of watched) await one.reload();
  };
  const tick = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      await reloadAll();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.warn('The settings of plugins could not be read', { error });
      hasFailed = true;
    } finally {
      isReading = false;
    }
  };
  hooks.boot.before.tapPromise({ name: 'core', stage: -1000 }, reloadAll);
  hooks.boot.after.tap('core', () => {
    timer = setInterval(tick, INTERVAL).unref();
  });
  hooks.shutdown.tap('core', () => clearInterval(timer));
  return watched;
}

export interface SettingsOptions<T> {
  readonly plugin: string;
  readonly check: Check<T>;
  readonly store: StateStore;
  readonly watched: Watched[];
  readonly prefix: string;
  readonly log: Pick<Logger, 'warn'>;
}

export function pluginSettings<T>(options: SettingsOptions<T>): {
  readonly settings: PluginSettings<T>;
  readonly routes: readonly RouteDefinition[];
} {
  const { plugin, check, store, watched, prefix, log } = options;
  const defaults = runCheck(check, {});
  const [issue] = defaults.issues;
  if (issue)
    throw new StartupError(
      `The settings of the plugin "${plugin}" need a default for each key: ${pathToText(issue.path)} ${issue.message}.`,
    );
  let current = defaults.value;
  let refused = '';
  let writes = 0;

  watched.push({
    async reload() {
      const before = writes;
      const stored = await store.read(plugin, KEY);
      // This read may have begun before a write of this process.
      if (writes !== before) return;
      const { value, issues } = runCheck(check, stored ?? {});
      const problem = issues.map(({ path, message }) => `${pathToText(path)}: ${message}`).join('; ');
      if (problem !== refused && problem !== '')
        log.warn(`The stored settings of the plugin "${plugin}" are not valid, so the defaults apply`, {
          problem,
        });
      refused = problem;
      current = problem === '' ? value : defaults.value;
    },
  });
  const settings: PluginSettings<T> = {
    get value() {
      return current;
    },
    async set(given) {
      const { value, issues } = runCheck(check, given);
      const [wrong] = issues;
      if (wrong)
        throw new Error(
          `The plugin "${plugin}" sets its settings: ${pathToText(wrong.path)}: ${wrong.message}`,
        );
      await store.write(plugin, KEY, value, () => {
        writes += 1;
        current = value;
      });
    },
  };
  const path = `${prefix}/plugins/${plugin}/settings`;
  const action = (verb: string): string => `plugin::${plugin}.settings.${verb}`;
  return {
    settings,
    routes: [
      route({
        method: 'GET',
        path,
        action: action('read'),
        summary: `Returns the settings of the plugin ${plugin}`,
        cacheControl: 'no-store',
        checks: { answer: check as Check<unknown> },
        handler: () => ({ json: current }),
      }),
      route({
        method: 'PUT',
        path,
        action: action('update'),
        summary: `Replaces the settings of the plugin ${plugin}; absent keys get their defaults`,
        body: 'json',
        checks: { body: check as Check<unknown>, answer: check as Check<unknown> },
        async handler(_request, { body }) {
          await settings.set(body as T);
          return { json: body };
        },
      }),
    ],
  };
}
