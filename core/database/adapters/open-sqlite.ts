// Opens handles on an SQLite file, with common settings. The worker of the slow lane uses it, too.
import { closeSync, openSync, rmSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import { StartupError } from '../../kernel/errors/startup-error';
import { thrownCode, thrownMessage } from '../../kernel/errors/thrown';
import { registerFunctions } from '../dialects/sqlite-functions';

export type Handle = BetterSqlite3.Database;
export type Prepared = BetterSqlite3.Statement<unknown[]>;

/** The log is copied into the file when it has 16 MB. A page that several writes changed meanwhile is copied once. */
const LOG_PAGES = 4000;

export function openReader(file: string): Handle {
  // A reader waits only while another process recovers the log, which is short.
  const handle = open(file, { readonly: true, timeout: 100 });
  handle.pragma('query_only = 1');
  return handle;
}

export function openWriter(file: string, durability: 'normal' | 'full'): Handle {
  createPrivately(file);
  const handle = open(file, { timeout: 0 });
  handle.pragma('journal_mode = WAL');
  handle.pragma(`synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`);
  handle.pragma('foreign_keys = ON');
  handle.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
  return handle;
}

/** An empty file that processes lock; nothing is written to it. */
export function openLock(file: string): Handle {
  createPrivately(file);
  return connect(file, { timeout: 0 });
}

/** A private file that no crash has to survive. */
export function openScratch(file: string): Handle {
  createPrivately(file);
  const handle = connect(file, {});
  handle.pragma('journal_mode = OFF');
  handle.pragma('synchronous = OFF');
  return handle;
}

/**
 * A consistent copy in a new file, also while other processes write. Returns the number of pages. A file that exists stays as it is; a file
 * that was made here does not stay after an error.
 */
export async function copySqlite(file: string, to: string): Promise<number> {
  const handle = connect(file, { readonly: true, fileMustExist: true });
  try {
    closeSync(openSync(to, 'wx', 0o600));
    return await fillCopy(handle, to);
  } finally {
    handle.close();
  }
}

async function fillCopy(handle: Handle, to: string): Promise<number> {
  try {
    return (await handle.backup(to)).totalPages;
  } catch (error) {
    for (const end of ['', '-journal']) removeIfPossible(`${to}${end}`);
    if (thrownCode(error) !== 'SQLITE_FULL') throw error;
    throw new StartupError(`The disk of ${to} is full. Free space, or choose another path.`);
  }
}

function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The caller throws the first error.
  }
}

/** Only the single connection of a database can leave the WAL. A damaged file counts as unused. */
export function hasOtherConnections(file: string): boolean {
  const handle = connect(file, { fileMustExist: true, timeout: 0 });
  try {
    handle.pragma('journal_mode = DELETE');
    return false;
  } catch (error) {
    return /^SQLITE_(BUSY|LOCKED)/.test(thrownCode(error) ?? '');
  } finally {
    handle.close();
  }
}

/** Loaded where it is used: an application on a server database needs no SQLite. */
const driver = (): typeof BetterSqlite3 => require('better-sqlite3');

/** The first handle loads the binary of the driver. An installation without scripts, or for another Node, lacks it. */
function connect(file: string, options: BetterSqlite3.Options): Handle {
  try {
    return new (driver())(file, options);
  } catch (error) {
    if (!lacksBinary(error)) throw error;
    throw new StartupError(
      `The package better-sqlite3 has no binary for Node ${process.versions.node} on ${process.platform}-${process.arch}; run \`npm rebuild better-sqlite3\` (npm 12: first \`npm approve-scripts better-sqlite3\`), or set another \`client\` in config/database.`,
    );
  }
}

const lacksBinary = (error: unknown): boolean =>
  thrownCode(error) === 'ERR_DLOPEN_FAILED' ||
  thrownMessage(error).startsWith('Could not locate the bindings file');

/** Only its user may read a new file. SQLite gives the files beside it (`-wal`, `-shm`) the same rights. */
const createPrivately = (file: string): void => closeSync(openSync(file, 'a', 0o600));

function open(file: string, options: BetterSqlite3.Options): Handle {
  const handle = connect(file, options);
  registerFunctions(handle);
  handle.pragma('cache_size = -16000');
  return handle;
}
