// The settings of the enabled plugins as they apply: what each means, where it comes from, and its value, if that is neither a secret nor a
// value of the environment. config/plugins is read once more, with calls of `env` that only note the variable. What is unsure is hidden.
import type { JsonSchema } from '../check/check';
import { isPlainObject } from '../check/checks';
import type { Variables } from '../config/env';
import { variablesWithin } from '../config/environment-values';
import type { LoadedConfig } from '../config/load-config';
import { readConfig } from '../config/read-config';
import { plainOf, recordedEnv, variablesIn } from '../config/recorded-env';
import type { SecretWords } from '../config/secret-setting';
import { isWriteOnly, shownSetting } from '../config/shown-setting';
import { HIDDEN } from '../errors/secret-names';
import type { Mistake } from '../errors/startup-error';
import type { LoadedPlugin } from './load-plugins';

export interface ReportedSetting {
  /** Below `config` of the plugin: `sessions.days`. */
  readonly key: string;
  readonly description: string;
  /** `[hidden]` in the place of secrets, and of values of the environment. Absent: the setting has no value. */
  readonly value?: unknown;
  readonly from: 'default' | 'configuration' | 'environment';
  /** The variables that it is read from, also those that are not set. */
  readonly variables: readonly string[];
}

export interface PluginReport {
  readonly name: string;
  /** `built in`, `given`, or the file. */
  readonly source: string;
  /** The configuration files, relative to the application folder. */
  readonly files: readonly string[];
  readonly settings: readonly ReportedSetting[];
}

export async function reportPlugins(
  loaded: LoadedConfig,
  plugins: readonly LoadedPlugin[],
  words: SecretWords,
  /** The environment of the process, as the configuration files saw it. */
  ofProcess: Variables,
): Promise<readonly PluginReport[]> {
  const recorded = await recordedPlugins(loaded);
  return plugins.map(({ plugin, config, source }) => ({
    name: plugin.name,
    source,
    files: loaded.files.plugins ?? ['config/plugins'],
    settings: leavesOf(plugin.config?.schema, []).map(([path, schema]) =>
      reported(path, schema, {
        value: at(config, path),
        given: at(loaded.config.plugins[plugin.name]?.config, path),
        recorded: recorded === null ? null : { value: at(recorded, [plugin.name, 'config', ...path]) },
        hasFile: loaded.files.plugins !== undefined,
        variables: loaded.variables,
        ofProcess,
        words,
      }),
    ),
  }));
}

/** config/plugins with calls of `env` in the place of values; null: it cannot be read so. */
async function recordedPlugins({ dir, environment }: LoadedConfig): Promise<unknown> {
  const mistakes: Mistake[] = [];
  const { values } = await readConfig(dir, environment, recordedEnv(), mistakes, ['plugins']);
  return mistakes.length > 0 ? null : (values.plugins ?? {});
}

interface Found {
  readonly value: unknown;
  /** As the files and the program have it. */
  readonly given: unknown;
  /** null: it is not known what comes from the environment. */
  readonly recorded: { readonly value: unknown } | null;
  /** Without a file, the program has given the value. */
  readonly hasFile: boolean;
  readonly variables: Variables;
  /** The environment of the process: a program may give the application another one. */
  readonly ofProcess: Variables;
  readonly words: SecretWords;
}

function reported(path: readonly string[], schema: JsonSchema, found: Found): ReportedSetting {
  const { value, given, recorded, words } = found;
  const description = typeof schema.description === 'string' ? schema.description : '';
  const setting = { key: path.join('.'), description };
  const within = variablesWithin([given, value], found.variables, found.ofProcess);
  if (given === undefined) {
    const named = value === undefined ? setNames(namesIn(description), found) : [];
    if (named.length > 0) return { ...setting, value: HIDDEN, from: 'environment', variables: named };
    // A plugin may read the environment for its defaults.
    if (within.length > 0) return { ...setting, value: HIDDEN, from: 'default', variables: within };
    return { ...setting, ...shown(value, schema, path, words), from: 'default', variables: [] };
  }
  const text = textOf(given);
  if (text === null) return { ...setting, value: HIDDEN, from: 'configuration', variables: within };
  const variables = variablesIn(recorded?.value);
  const names = [...new Set([...variables, ...within])];
  // A text that code makes of variables differs.
  const isMade = recorded?.value !== undefined && text !== textOf(plainOf(recorded.value));
  if (isMade || within.length > 0 || setNames(variables, found).length > 0)
    return { ...setting, value: HIDDEN, from: 'environment', variables: names };
  const known = isKnown(found) ? schema : undefined;
  return { ...setting, ...shown(value, known, path, words), from: 'configuration', variables };
}

/** Without a record, a text may come from the environment: `...(env('LIVE') === 'yes' && { line: code })`. */
const isKnown = ({ recorded, hasFile }: Found): boolean =>
  recorded !== null && (recorded.value !== undefined || !hasFile);

function shown(value: unknown, schema: JsonSchema | undefined, path: readonly string[], words: SecretWords) {
  const printed = shownSetting(value, schema, path, words);
  return printed === undefined ? {} : { value: printed };
}

/** null: it has no text, such as an object that contains itself. */
function textOf(value: unknown): string | null | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

const setNames = (names: readonly string[], { variables }: Found): readonly string[] =>
  names.filter((name) => variables[name] !== undefined || variables[`${name}_FILE`] !== undefined);

/** `JWT_SECRET` in "Default: the variable JWT_SECRET". */
const namesIn = (description: string): readonly string[] =>
  description.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [];

/** Each key whose value has no keys of its own. What is in a secret is a secret. */
function leavesOf(
  schema: unknown,
  path: readonly string[],
  isSecret = false,
): [readonly string[], JsonSchema][] {
  if (!isPlainObject(schema)) return [];
  const writeOnly = isSecret || isWriteOnly(schema);
  if (isPlainObject(schema.properties))
    return Object.entries(schema.properties).flatMap(([key, value]) =>
      leavesOf(value, [...path, key], writeOnly),
    );
  return path.length > 0 ? [[path, writeOnly ? { ...schema, writeOnly } : schema]] : [];
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (isPlainObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );
