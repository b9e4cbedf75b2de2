// The first SIGTERM or SIGINT stops the application after requests in flight, the second at once.
import cluster from 'node:cluster';
import type { Kernel } from '../app/app';
import { EXIT } from './command';

const FORCED = 130;
const PARENT_INTERVAL = 200;

export function stopOnSignals(kernel: Kernel): void {
  let isStopping = false;
  onStopSignal((signal) => {
    if (isStopping) {
      kernel.log.warn('stopping at once', { signal });
      process.exit(FORCED);
    }
    isStopping = true;
    kernel.log.info('stopping after open requests have finished', { signal });
    kernel.stop().then(
      () => process.exit(EXIT.ok),
      // The log names each part that did not stop.
      () => process.exit(EXIT.failed),
    );
  });
}

export function onStopSignal(listener: (signal: NodeJS.Signals) => void): void {
  process.on('SIGTERM', listener);
  // Ctrl-C reaches all processes of a terminal; the first one then stops its workers.
  process.on('SIGINT', cluster.isWorker ? () => undefined : listener);
  if (process.env.npm_command === 'exec') onOrphaned(() => listener('SIGTERM'));
}

/** npx sends a signal to its shell only. The shell ends, and its child gets another parent. */
function onOrphaned(listener: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    listener();
  }, PARENT_INTERVAL);
  timer.unref();
}
