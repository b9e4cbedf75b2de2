// Opens a handle on an SQLite file with the settings that every handle of ours has. The worker of the slow lane uses it too.
import type BetterSqlite3 from 'better-sqlite3';
import { registerFunctions } from '../dialects/sqlite-functions';

export type Handle = BetterSqlite3.Database;
export type Prepared = BetterSqlite3.Statement<unknown[]>;

export function openReader(file: string): Handle {
  // A reader waits only while another process recovers the log, which is short.
  const handle = open(file, { readonly: true, timeout: 100 });
  handle.pragma('query_only = 1');
  return handle;
}

export function openWriter(file: string, durability: 'normal' | 'full'): Handle {
  const handle = open(file, { timeout: 0 });
  handle.pragma('journal_mode = WAL');
  handle.pragma(`synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`);
  handle.pragma('foreign_keys = ON');
  return handle;
}

function open(file: string, options: BetterSqlite3.Options): Handle {
  // Loaded where it is used: an application on a server database needs no SQLite.
  const Driver: typeof BetterSqlite3 = require('better-sqlite3');
  const handle = new Driver(file, options);
  registerFunctions(handle);
  handle.pragma('cache_size = -16000');
  return handle;
}
