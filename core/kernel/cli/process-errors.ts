// Errors that no caller can catch: those of timers and event listeners, and rejected promises without a handler.

import type { Kernel } from '../app/app';
import { pluginOfError } from '../app/plugin-of-error';
import type { Logger } from '../log/logger';
import { EXIT } from './command';

/** The part of `process` that emits these errors. */
type ErrorSource = Pick<NodeJS.EventEmitter, 'on' | 'removeAllListeners'>;

/**
 * The process goes on after a rejection, and after a throw of a plugin: neither interrupts code of the core. After any other throw
 * the state of the core is unknown, so the process ends.
 */
export function handleProcessErrors(kernel: Kernel, source: ErrorSource, exit: (code: number) => void): void {
  let isEnding = false;
  source.on('unhandledRejection', (error: unknown) => {
    kernel.log.error('a promise was rejected and nothing handles it; await it or add a catch', {
      plugin: pluginOfError(error, kernel.plugins),
      error,
    });
  });
  source.on('uncaughtException', (error: unknown) => {
    const plugin = pluginOfError(error, kernel.plugins);
    if (plugin !== undefined) {
      kernel.log.error('code of a plugin threw in a timer or an event listener; catch the error there', {
        plugin,
        error,
      });
      return;
    }
    kernel.log.error('an error was thrown outside of any request; the process ends', { error });
    if (isEnding) return exit(EXIT.failed);
    isEnding = true;
    const end = (): void => exit(EXIT.failed);
    kernel.stop().then(end, end);
  });
}

/** Replaces the text that Node prints for each warning. */
export function logWarningsOfNode(log: Logger, source: ErrorSource): void {
  source.removeAllListeners('warning');
  source.on('warning', (warning: Error) =>
    log.warn(warning.message, { name: warning.name, stack: warning.stack }),
  );
}
