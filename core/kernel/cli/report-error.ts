// Reports an error that ends a command: one message with place and remedy; with --trace also the stack trace.
import { errorSourceOf } from '../errors/error-source';
import { StartupError } from '../errors/startup-error';
import { thrownCode, thrownMessage } from '../errors/thrown';
import type { Logger } from '../log/logger';
import { note, red } from './terminal';

export function reportError(error: unknown, trace: boolean): void {
  note(`${red('error', process.stderr)} ${errorText(error)}`);
  if (trace) note(stackOf(error));
  else if (!(error instanceof StartupError)) note('  Run it again with --trace for the stack trace.');
}

/** The message with the plugin. */
export function errorText(error: unknown): string {
  const source = errorSourceOf(error);
  return message(error) + (source ? ` (plugin ${source.plugin}, in ${source.at})` : '');
}

/** The same as one log line. A stack trace is absent only where the message says it all. */
export function logError(error: unknown, trace: boolean, log: Logger): void {
  const isExplained = error instanceof StartupError && !trace;
  log.error(message(error), { ...errorSourceOf(error), ...(isExplained ? {} : { error }) });
}

/** SQLite, PostgreSQL, MariaDB and MySQL. */
const FULL_DATABASE: ReadonlySet<string | undefined> = new Set([
  'SQLITE_FULL',
  '53100',
  'ER_DISK_FULL',
  'ER_RECORD_FILE_FULL',
]);

function isDatabaseFull(error: unknown): boolean {
  if (FULL_DATABASE.has(thrownCode(error))) return true;
  return error instanceof Error && error.cause !== undefined && isDatabaseFull(error.cause);
}

function message(error: unknown): string {
  if (isDatabaseFull(error))
    return 'The disk of the database is full. Free space there, and run the command again.';
  const path = pathOf(error, 'path');
  switch (thrownCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return `This user may not read or write${path}. Change the permissions, or choose another path.`;
    case 'EROFS':
      return `The file system of${path} is read-only. Choose another path.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return fullDisk(pathOf(error, 'dest') || path);
    default:
      return thrownMessage(error);
  }
}

const fullDisk = (path: string): string =>
  `The disk${path === '' ? '' : ` of${path}`} is full. Free space, or choose another path.`;

/** `dest`: where a copy goes. */
const pathOf = (error: unknown, name: 'path' | 'dest'): string => {
  const path = new Map(Object.entries(Object(error))).get(name);
  return path === undefined ? '' : ` ${String(path)}`;
};

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return thrownMessage(error);
  const cause = error.cause === undefined ? '' : `\ncaused by: ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
