// Loads the files of config/ and merges those of config/env/<environment>/ over them. The result is unchecked; an unreadable
// file is a mistake.
import { readdirSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { isPlainObject, nearest } from '../check/checks';
import type { Mistake } from '../errors/startup-error';
import { thrownCode, thrownMessage } from '../errors/thrown';
import type { Env } from './env';
import { loadModule, MODULE_EXTENSIONS } from './load-module';

export const CONFIG_NAMES = ['server', 'database', 'api', 'middlewares', 'plugins'] as const;
export type ConfigName = (typeof CONFIG_NAMES)[number];

export interface ReadConfig {
  readonly values: Partial<Record<ConfigName, unknown>>;
  /** The files of each part, relative to the application folder; the last one wins. */
  readonly files: Partial<Record<ConfigName, readonly string[]>>;
}

export async function readConfig(
  dir: string,
  environment: string,
  env: Env,
  mistakes: Mistake[],
  names: readonly ConfigName[] = CONFIG_NAMES,
): Promise<ReadConfig> {
  const values: Partial<Record<ConfigName, unknown>> = {};
  const files: Partial<Record<ConfigName, string[]>> = {};
  for (const folder of [join(dir, 'config'), join(dir, 'config', 'env', environment)]) {
    for (const [name, path] of filesOf(folder, dir, mistakes)) {
      if (!names.includes(name)) continue;
      const where = relative(dir, path);
      const value = await readValue(path, where, env, mistakes);
      if (value === undefined) continue;
      values[name] = merge(values[name], value);
      files[name] = [...(files[name] ?? []), where];
    }
  }
  return { values, files };
}

function filesOf(folder: string, dir: string, mistakes: Mistake[]): Map<ConfigName, string> {
  const found = new Map<ConfigName, string>();
  for (const file of listFiles(folder, dir, mistakes)) {
    const extension = extname(file);
    const stem = file.slice(0, -extension.length);
    const name = CONFIG_NAMES.find((known) => known === stem);
    const where = relative(dir, join(folder, file));
    if (name === undefined) {
      const near = nearest(stem, CONFIG_NAMES);
      if (near)
        mistakes.push({ where, message: `is not a configuration file; did you mean ${near}${extension}?` });
      continue;
    }
    const other = found.get(name);
    if (other)
      mistakes.push({ where, message: `${relative(dir, other)} has the same name; keep one of them` });
    else found.set(name, join(folder, file));
  }
  return found;
}

function listFiles(folder: string, dir: string, mistakes: Mistake[]): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !entry.name.endsWith('.d.ts'))
      .map((entry) => entry.name)
      .filter((name) => MODULE_EXTENSIONS.some((extension) => name.endsWith(extension)))
      .sort();
  } catch (error) {
    const code = thrownCode(error);
    if (code !== 'ENOENT')
      mistakes.push({
        where: relative(dir, folder),
        message: `the folder cannot be read (${code}); check its permissions`,
      });
    return [];
  }
}

async function readValue(path: string, where: string, env: Env, mistakes: Mistake[]): Promise<unknown> {
  try {
    const exported = await loadModule(path);
    const value: unknown = typeof exported === 'function' ? await exported({ env }) : exported;
    if (isPlainObject(value) || Array.isArray(value)) return withoutSchemaKey(value);
    mistakes.push({
      where,
      message: `expected an object, or a function that returns one, got ${typeof value}`,
    });
  } catch (error) {
    mistakes.push({ where, message: `cannot be loaded: ${firstLines(thrownMessage(error))}` });
  }
  return undefined;
}

/** Editors read `$schema`. */
function withoutSchemaKey(value: unknown): unknown {
  if (!isPlainObject(value) || !('$schema' in value)) return value;
  const { $schema: _for, ...rest } = value;
  return rest;
}

/** Objects merge key by key; other values, also lists, are replaced. */
export function merge(under: unknown, over: unknown): unknown {
  if (over === undefined) return under;
  if (!isPlainObject(under) || !isPlainObject(over)) return over;
  const merged: Record<string, unknown> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    if (key === '__proto__') continue;
    merged[key] = merge(Object.hasOwn(under, key) ? under[key] : undefined, value);
  }
  return merged;
}

/** A transpiler prints the problem and its place first. */
function firstLines(message: string): string {
  return message.split('\n').slice(0, 3).join(' ').trim();
}
