// The settings of plugins: one checked value per plugin, over REST with permissions of its own. The value is shared: a change reaches
// the other processes at once, and within a second if no message arrives.

import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { SharedValues } from '../../cluster/shared';
import type { Hooks } from '../../kernel/app/hooks';
import { type Check, pathToText, runCheck } from '../../kernel/check/check';
import { withoutSecrets, withStoredSecrets } from '../../kernel/config/write-only';
import { coreErrors } from '../../kernel/errors/core-errors';
import { StartupError } from '../../kernel/errors/startup-error';
import { tagMatcher } from '../../kernel/http/response/tag-matcher';
import type { RouteDefinition } from '../../kernel/http/routes/route';
import { route } from '../../kernel/http/routes/route';
import type { Logger } from '../../kernel/log/logger';
import { SETTINGS, SETTINGS_REVISION, type StateStore } from './plugin-state';

export interface PluginSettings<T> {
  /** The present value: the defaults of the check until `boot`. */
  readonly value: T;
  /** Replaces the value. Inside a transaction, the change counts after the commit. */
  set(value: T): Promise<void>;
}

const MAX_AGE = 1_000;

export interface SettingsOptions<T> {
  readonly plugin: string;
  readonly check: Check<T>;
  readonly store: StateStore;
  readonly shared: SharedValues;
  readonly hooks: Hooks;
  readonly prefix: string;
  readonly log: Pick<Logger, 'warn'>;
}

export function pluginSettings<T>(options: SettingsOptions<T>): {
  readonly settings: PluginSettings<T>;
  readonly routes: readonly RouteDefinition[];
} {
  const { plugin, check, store, shared, hooks, prefix, log } = options;
  const defaults = runCheck(check, {});
  const [issue] = defaults.issues;
  if (issue)
    throw new StartupError(
      `The settings of the plugin "${plugin}" need a default for each key: ${pathToText(issue.path)} ${issue.message}.`,
    );
  let refused = '';
  const stored = shared.value<T>(`settings ${plugin}`, {
    maxAge: MAX_AGE,
    watch: true,
    async load() {
      const { value, issues } = runCheck(check, (await store.read(plugin, SETTINGS)) ?? {});
      const problem = issues.map(({ path, message }) => `${pathToText(path)}: ${message}`).join('; ');
      if (problem !== refused && problem !== '')
        log.warn(`The stored settings of the plugin "${plugin}" are not valid, so the defaults apply`, {
          problem,
        });
      refused = problem;
      return problem === '' ? value : defaults.value;
    },
  });
  hooks.boot.before.tapPromise({ name: 'core', stage: -1000 }, async () => void (await stored.read()));
  const current = (): T => stored.latest() ?? defaults.value;
  const settings: PluginSettings<T> = {
    get value() {
      return current();
    },
    async set(given) {
      const { value, issues } = runCheck(check, given);
      const [wrong] = issues;
      if (wrong)
        throw new Error(
          `The plugin "${plugin}" sets its settings: ${pathToText(wrong.path)}: ${wrong.message}`,
        );
      await store.inTurn(plugin, async () => {
        await store.write(plugin, SETTINGS, value, () => stored.replace(value));
        await store.write(plugin, SETTINGS_REVISION, randomUUID());
      });
    },
  };
  const shown = (value: unknown): unknown => withoutSecrets(value, check.schema);
  const completed = (input: unknown, present: unknown): unknown =>
    withStoredSecrets(input, present, check.schema);
  const body: Check<unknown> = {
    schema: check.schema,
    parse(input, path, issues) {
      check.parse(completed(input, current()), path, issues);
      return input;
    },
  };
  /** From the database: another process may have changed them a moment ago. */
  async function present(): Promise<unknown> {
    const { value, issues } = runCheck(check, (await store.read(plugin, SETTINGS)) ?? {});
    return issues.length === 0 ? value : current();
  }
  /** Without a revision, an older process or an import has written them. A checksum of secrets would tell of them. */
  async function tagOf(value: unknown): Promise<string> {
    const revision = String((await store.read(plugin, SETTINGS_REVISION)) ?? '').replaceAll('-', '');
    return `${crc32(JSON.stringify(shown(value))).toString(36)}.${revision}`;
  }
  const answer = async (value: unknown) => ({
    json: shown(value),
    headers: { ETag: `"${await tagOf(value)}"` },
  });
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
        handler: async () => answer(await present()),
      }),
      route({
        method: 'PUT',
        path,
        action: action('update'),
        summary: `Replaces the settings of the plugin ${plugin}; absent keys get their defaults, absent secrets stay`,
        body: 'json',
        checks: { body, answer: check as Check<unknown> },
        handler: (request, { body: given }) =>
          store.inTurn(plugin, async () => {
            const former = await present();
            const condition = request.header('if-match');
            if (condition !== undefined && !tagMatcher(condition)(await tagOf(former))) throw stale();
            const { value } = runCheck(check, completed(given, former));
            await settings.set(value);
            return answer(value);
          }),
      }),
    ],
  };
}

const stale = (): Error =>
  coreErrors.DOCUMENT_STALE(
    'The settings have changed since they were read; read them again and repeat the change',
  );
