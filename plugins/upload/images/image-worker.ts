// A process that works on images, one after another. Its priority is low, so that requests come first. An image that crashes the
// decoder ends this process, and not the application.
import { getPriority, setPriority } from 'node:os';
import type sharpType from 'sharp';
import { describeImage, makeFormat } from './describe-image';
import type { ImageJob, ImageOutcome } from './image-job';
import { transformedFile } from './transform-image';
import { writeFault } from './write-image';

/** Of no effect in the class SCHED_IDLE. Beside other busy programs, a higher one would keep uploads waiting for minutes. */
const NICENESS = 5;

try {
  setPriority(Math.max(getPriority(), NICENESS));
} catch {
  // Some sandboxes forbid it. The worker works with the priority of the application.
}
// Signals for all processes of a group come here too. The application ends this process when its requests have ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// `process.exit` would wait for the image that is being made.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (job: ImageJob) => {
  perform(job).then((outcome) => process.send?.(outcome));
});

async function perform({ path, rules, wanted }: ImageJob): Promise<ImageOutcome> {
  const sharp = load();
  if (!sharp) return { isMissing: true };
  if ('mime' in wanted) return describeImage(sharp, { path, mime: wanted.mime }, rules);
  const making =
    'format' in wanted
      ? makeFormat(sharp, path, wanted.format, rules)
      : transformedFile(sharp, path, wanted.transformation, rules);
  return making.then(
    (made) => ({ made }),
    (error) => writeFault(error) ?? { made: null },
  );
}

function load(): typeof sharpType | null {
  try {
    const sharp = require('sharp') as typeof sharpType;
    // Each image is read once.
    sharp.cache(false);
    return sharp;
  } catch {
    return null;
  }
}
