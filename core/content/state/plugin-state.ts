// The state of plugins: typed values under keys, in one table. Calls inside a transaction belong to it.

import type { Database, Statement, Steps, Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { replaceText } from '../../database/replace-text';
import type { Hooks } from '../../kernel/app/hooks';
import { type Check, type Infer, runCheck } from '../../kernel/check/check';

export type StateShape = Readonly<Record<string, Check<unknown>>>;

export interface PluginState<S extends StateShape> {
  /** undefined: there is no value, or the stored value does not match the check of its key. */
  get<K extends keyof S & string>(key: K): Promise<Infer<S[K]> | undefined>;
  /** A value that does not match the check of its key is an error. */
  set<K extends keyof S & string>(key: K, value: Infer<S[K]>): Promise<void>;
  delete(key: keyof S & string): Promise<void>;
}

export interface StateStore {
  read(plugin: string, key: string): Promise<unknown>;
  /** `committed` runs after the commit. */
  write(plugin: string, key: string, value: unknown, committed?: () => void): Promise<void>;
  remove(plugin: string, key: string): Promise<void>;
  /** In a transaction, one after another in all processes. */
  inTurn<T>(plugin: string, work: () => Promise<T>): Promise<T>;
}

const TABLE = 'quire_plugin_state';
/** The key of the settings of a plugin (plugin-settings.ts). */
export const SETTINGS = 'settings';
/** Changes with each change of the settings, also of their secrets. */
export const SETTINGS_REVISION = 'settings revision';
/** The row of this key is locked until the transaction ends. */
const TURN = 'settings turn';

/** Adds the table; call it while plugins register. */
export function createStateStore(hooks: Hooks, database: () => Database): StateStore {
  hooks.schema.tables.tap('core', (tables) => {
    const key = { kind: 'string', length: 191 } as const;
    tables.push({
      name: TABLE,
      owner: 'the state of plugins',
      columns: [
        { name: 'plugin', spec: key, notNull: true },
        { name: 'name', spec: key, notNull: true },
        { name: 'value', spec: { kind: 'text' }, notNull: true },
      ],
      primaryKey: ['plugin', 'name'],
      indexes: [],
    });
  });
  /** The transaction of the caller runs it. */
  const run = (
    text: (dialect: Dialect) => string,
    params: readonly unknown[],
    committed: () => void = () => undefined,
  ): Promise<void> => {
    const { dialect } = database();
    return database().transaction(async (tx) => {
      await tx.run(text(dialect), params);
      tx.afterCommit(committed);
    });
  };
  let statement: Statement | null = null;
  return {
    async read(plugin, name) {
      statement ??= selectValue(database());
      const run = { statement, params: [plugin, name] };
      function* steps(): Steps<unknown> {
        const [rows = []] = yield [run];
        return rows[0]?.[0];
      }
      const text = await database().read(steps, { single: true });
      return typeof text === 'string' ? JSON.parse(text) : undefined;
    },
    write: (plugin, name, value, committed) =>
      run(putValue, [plugin, name, JSON.stringify(value)], committed),
    remove: (plugin, name) => run(deleteValue, [plugin, name]),
    inTurn: (plugin, work) =>
      database().transaction(async (tx) => {
        await tx.run(putValue(database().dialect), [plugin, TURN, 'true']);
        return work();
      }),
  };
}

const ofKey = ({ id }: Dialect): string => `${id('plugin')} = ? AND ${id('name')} = ?`;

const selectValue = ({ dialect }: Database): Statement => ({
  sql: dialect.finish(`SELECT ${dialect.id('value')} FROM ${TABLE} WHERE ${ofKey(dialect)}`),
  name: 'plugin state',
});

const deleteValue = (dialect: Dialect): string => `DELETE FROM ${TABLE} WHERE ${ofKey(dialect)}`;

const putValue = (dialect: Dialect): string => replaceText(dialect, TABLE, ['plugin', 'name'], 'value');

/** The settings of all plugins, as JSON text: plugin, text. */
export const ALL_SETTINGS = `SELECT plugin, value FROM ${TABLE} WHERE name = '${SETTINGS}' ORDER BY plugin`;

/** Replaces the settings of a plugin. They are not checked: the plugin takes its defaults for settings that are not valid. */
export async function putSettings(tx: Tx, dialect: Dialect, plugin: string, value: unknown): Promise<void> {
  await tx.run(putValue(dialect), [plugin, SETTINGS, JSON.stringify(value)]);
}

export function pluginState<const S extends StateShape>(
  store: StateStore,
  plugin: string,
  shape: S,
): PluginState<S> {
  const checkOf = (key: string): Check<unknown> => {
    const check = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (check) return check;
    const known = Object.keys(shape).join(', ');
    throw new Error(`The state of the plugin "${plugin}" has no key "${key}"; known: ${known}`);
  };
  return {
    async get(key) {
      const check = checkOf(key);
      const stored = await store.read(plugin, `state ${key}`);
      const { value, issues } = runCheck(check, stored);
      return issues.length > 0 ? undefined : (value as never);
    },
    async set(key, given) {
      const { value, issues } = runCheck(checkOf(key), given);
      const [issue] = issues;
      if (issue) throw new Error(`The plugin "${plugin}" sets "${key}" of its state: ${issue.message}`);
      await store.write(plugin, `state ${key}`, value);
    },
    async delete(key) {
      checkOf(key);
      await store.remove(plugin, `state ${key}`);
    },
  };
}
