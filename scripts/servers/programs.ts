// The programs of servers on this machine, and the users that run them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

export const isRoot = process.getuid?.() === 0;

/** As root: runs the program as the user of its package, because the program refuses root. */
export const asUser = (user: string, file: string, args: readonly string[]): Program =>
  isRoot
    ? { file: 'setpriv', args: [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--', file, ...args] }
    : { file, args };

export function mariadbd(): string {
  return programOf('MariaDB', ['/usr/sbin/mariadbd', '/usr/sbin/mysqld', '/usr/libexec/mariadbd']);
}

export function postgresProgram(name: string): string {
  const home = '/usr/lib/postgresql';
  const version = existsSync(home) ? readdirSync(home).sort().at(-1) : undefined;
  return programOf('PostgreSQL', version ? [join(home, version, 'bin', name)] : []);
}

export const programOf = (name: string, files: readonly string[]): string => {
  const file = files.find(existsSync);
  if (!file) throw new Error(`There is no ${name} on this machine; install it`);
  return file;
};
