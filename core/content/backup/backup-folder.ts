// One backup is a folder `DIR/backup-20260501T120000Z`: backup.json, the database, and the files of plugins. It gets its name when it is
// whole, so a stopped backup leaves only a folder `.partial-…`.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../../kernel/errors/startup-error';

export interface BackupFacts {
  readonly format: 1;
  readonly client: 'sqlite' | 'mysql' | 'postgres';
  /** The file of the database. */
  readonly database: string;
  /** By name of the part: the folder of its files. */
  readonly folders: Readonly<Record<string, string>>;
}

const NAME = /^backup-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const FACTS = 'backup.json';

export interface OpenBackup {
  /** The folder to write to. */
  readonly path: string;
  finish(facts: BackupFacts): string;
  discard(): void;
}

export function openBackup(dir: string, now = new Date()): OpenBackup {
  const name = `backup-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`;
  const whole = join(dir, name);
  if (existsSync(whole)) throw new StartupError(`${whole} exists. Start the backup again in a second.`);
  const path = join(dir, `.partial-${name}-${process.pid}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return {
    path,
    finish(facts) {
      writeFileSync(join(path, FACTS), `${JSON.stringify(facts, null, 2)}\n`);
      renameSync(path, whole);
      return whole;
    },
    discard: () => rmSync(path, { recursive: true, force: true }),
  };
}

export function readBackup(path: string): BackupFacts {
  const file = join(path, FACTS);
  if (!existsSync(file))
    throw new StartupError(
      `${path} is no backup: it has no ${FACTS}. Name one folder that quire backup wrote.`,
    );
  let facts: Partial<BackupFacts>;
  try {
    facts = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new StartupError(`${file} is damaged. Use another backup.`);
  }
  const { format, client, database, folders } = facts;
  if (format !== 1)
    throw new StartupError(`${file} has the format ${String(format)}. This version of Quire reads format 1.`);
  const names = [database, ...Object.values(folders ?? {})];
  const isPlain = names.every((name) => typeof name === 'string' && /^[a-z][a-z0-9._-]*$/.test(name));
  if (!client || !isPlain) throw new StartupError(`${file} is damaged. Use another backup.`);
  return facts as BackupFacts;
}

/** Removes older backups, but never the newest. Returns their names. */
export function rotate(
  dir: string,
  { keep, days }: { readonly keep: number | null; readonly days: number | null },
  now = Date.now(),
): string[] {
  const backups = readdirSync(dir)
    .filter((name) => NAME.test(name) && existsSync(join(dir, name, FACTS)))
    .toSorted()
    .reverse();
  const removed = backups.filter(
    (name, at) =>
      at > 0 &&
      ((keep !== null && at >= keep) || (days !== null && now - timeOf(name) > days * 24 * 60 * 60 * 1000)),
  );
  for (const name of removed) rmSync(join(dir, name), { recursive: true, force: true });
  return removed;
}

const timeOf = (name: string): number =>
  Date.parse(name.replace(NAME, (_, y, m, d, h, min, s) => `${y}-${m}-${d}T${h}:${min}:${s}Z`));
