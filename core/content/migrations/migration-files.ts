// Reads the folder of migrations: `0001-split-names.ts`, `0002-add-slugs.js`. The number gives the order, and the hash of the text shows
// later changes.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { loadModule, MODULE_EXTENSIONS } from '../../kernel/config/load-module';
import { type Mistake, StartupError } from '../../kernel/errors/startup-error';
import { thrownMessage } from '../../kernel/errors/thrown';
import type { Migration } from './define-migration';

export interface MigrationFile {
  /** `0001-split-names` */
  readonly name: string;
  readonly number: number;
  readonly path: string;
  readonly hash: string;
}

/** The migrations of the application, or of a plugin. */
export interface MigrationSet {
  /** '' for the application. */
  readonly owner: string;
  readonly folder: string;
  readonly files: readonly MigrationFile[];
}

const NAME = /^(\d{4,9})-[a-z0-9]+(-[a-z0-9]+)*$/;
const LONGEST = 120;
const EXTENSIONS: readonly string[] = MODULE_EXTENSIONS.filter((extension) => extension !== '.json');

/** Throws a StartupError for names that have no order. An absent folder has no files. */
export function readMigrations(owner: string, folder: string, dir: string): MigrationSet {
  const mistakes: Mistake[] = [];
  const files: MigrationFile[] = [];
  const entries = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  for (const entry of entries) {
    const extension = extname(entry);
    if (!EXTENSIONS.includes(extension) || /\.(d|test|spec)\.[a-z]+$/.test(entry)) continue;
    const path = join(folder, entry);
    const name = entry.slice(0, -extension.length);
    const where = relative(dir, path);
    const number = Number(NAME.exec(name)?.[1]);
    const other = files.find((file) => file.number === number);
    if (Number.isNaN(number) || name.length > LONGEST)
      mistakes.push({
        where,
        message: 'the name needs four digits, a dash and lower-case words, like 0001-split-names.js',
      });
    else if (other)
      mistakes.push({ where, message: `${other.name} has the same number; give this file a higher one` });
    else files.push({ name, number, path, hash: hashOf(path) });
  }
  if (mistakes.length > 0) throw new StartupError('Migrations have wrong names:', mistakes);
  return { owner, folder, files: files.toSorted((a, b) => a.number - b.number) };
}

/** Line ends differ between checkouts. */
const hashOf = (path: string): string =>
  createHash('sha256').update(readFileSync(path, 'utf8').replaceAll('\r\n', '\n')).digest('hex');

export async function loadMigration({ path }: MigrationFile, dir: string): Promise<Migration> {
  const where = relative(dir, path);
  let loaded: unknown;
  try {
    loaded = await loadModule(path);
  } catch (error) {
    throw new StartupError('A migration cannot be loaded:', [{ where, message: thrownMessage(error) }]);
  }
  if (typeof loaded === 'function') return { up: loaded as Migration['up'] };
  if (isMigration(loaded)) return loaded;
  throw new StartupError('A migration has no function:', [
    { where, message: 'export defineMigration(async ({ documents }) => { … }) as default' },
  ]);
}

const isMigration = (value: unknown): value is Migration =>
  typeof value === 'object' && value !== null && 'up' in value && typeof value.up === 'function';
