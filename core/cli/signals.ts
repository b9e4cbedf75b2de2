// Signals end an application: the first gently, the second at once.
import type { Kernel } from '../kernel/kernel-surface';
import { EXIT } from './command';
import { reportError } from './report-error';

const FORCED = 130;

export function stopOnSignals(kernel: Kernel): void {
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (isStopping) {
      kernel.log.warn('stopping at once', { signal });
      process.exit(FORCED);
    }
    isStopping = true;
    kernel.log.info('stopping: requests in flight are answered first', { signal });
    kernel.stop().then(
      () => process.exit(EXIT.ok),
      (error: unknown) => {
        reportError(error, true);
        process.exit(EXIT.failed);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
