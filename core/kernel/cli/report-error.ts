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

function message(error: unknown): string {
  const path = typeof error === 'object' && error !== null && 'path' in error ? ` ${String(error.path)}` : '';
  switch (thrownCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return `This user may not read or write${path}. Change the permissions, or choose another path.`;
    case 'EROFS':
      return `The file system of${path} is read-only. Choose another path.`;
    case 'ENOSPC':
      return `The disk of${path} is full. Free space, or choose another path.`;
    default:
      return thrownMessage(error);
  }
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return thrownMessage(error);
  const cause = error.cause === undefined ? '' : `\ncaused by: ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
