// The first SIGTERM or SIGINT stops the application after requests in flight, the second at once.
import type { Kernel } from '../kernel/app';
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
    kernel.log.info('stopping after requests in flight', { signal });
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
