// An error on the command line: one message with what, where and the remedy. The stack trace only for who asks.
import { culpritOf } from '../errors/culprit';
import { StartupError } from '../errors/startup-error';
import { thrownCode, thrownMessage } from '../errors/thrown';
import { note, red } from './terminal';

export function reportError(error: unknown, trace: boolean): void {
  const culprit = culpritOf(error);
  const from = culprit ? ` (plugin ${culprit.plugin}, in ${culprit.at})` : '';
  note(`${red('error', process.stderr)} ${message(error)}${from}`);
  if (trace) note(stackOf(error));
  else if (!(error instanceof StartupError)) note('  Run it again with --trace for the stack trace.');
}

function message(error: unknown): string {
  const path = typeof error === 'object' && error !== null && 'path' in error ? ` ${String(error.path)}` : '';
  switch (thrownCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return `No right to write or read${path}. Give this user the right, or choose another place.`;
    case 'EROFS':
      return `The file system of${path} is read-only. Choose another place.`;
    case 'ENOSPC':
      return `There is no space left for${path}.`;
    default:
      return thrownMessage(error);
  }
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return thrownMessage(error);
  const cause = error.cause === undefined ? '' : `\ncaused by: ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
