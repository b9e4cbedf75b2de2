// Facts and formats of an image, made by image workers. Without sharp images are stored as plain files.
import { coreErrors } from '../../../core';
import { isDiskFull } from '../disk-full';
import { uploadErrors } from '../errors';
import type { ImageFacts, ImageJob, ImageOutcome, ImageRules, MadeImage, WantedImage } from './image-job';
import { MEASURED, NO_IMAGE } from './image-types';
import { type Ask, createImageWorkers, RETRY_AFTER } from './image-workers';

export interface Images {
  /**
   * An image whose worker ends gets no formats. Throws a 503 after `close`; otherwise a restart would store files without formats. Throws a
   * 507 without space for the formats; otherwise the file would keep its metadata.
   */
  describe(file: {
    readonly path: string;
    readonly name: string;
    readonly mime: string;
  }): Promise<ImageFacts>;
  /** Runs `work` when a worker is free. Throws a 503 when too many calls wait, and after `close`. */
  inTurn<T>(work: (make: MakeImage) => Promise<T>): Promise<T>;
  close(): void;
}

/**
 * Makes one image in a temporary file beside `path`; null: sharp is not installed, or the image is damaged. A 503 when the worker ends
 * before it answers.
 */
export type MakeImage = (path: string, wanted: WantedImage) => Promise<MadeImage | null>;

/** Works that may wait for a worker when a request asks for an image. */
const MOST_WAITING = 50;
/** The worker ended before it answered. */
type Dead = { readonly isDead: true };

export function createImages(rules: ImageRules, warn: (message: string) => void): Images {
  const workers = createImageWorkers();
  let isMissing = false;

  const outcomeOf = async (ask: Ask, job: Omit<ImageJob, 'rules'>): Promise<ImageOutcome | Dead> => {
    if (isMissing) return { isMissing };
    const outcome = await ask({ ...job, rules }).catch((error: Error): Dead => {
      if (workers.isClosed) throw coreErrors.SERVER_BUSY(RETRY_AFTER);
      warn(`An image could not be read: ${error.message}.`);
      return { isDead: true };
    });
    if ('isMissing' in outcome && !isMissing) {
      warn('The package "sharp" is not installed: images get no formats. Run npm install sharp.');
      isMissing = true;
    }
    if ('writeFault' in outcome) {
      warn(`An image could not be written to the folder of temporary files: ${outcome.writeFault}.`);
      throw isDiskFull(outcome.writeFault) ? coreErrors.BODY_NO_SPACE() : coreErrors.SERVER_BUSY(RETRY_AFTER);
    }
    return outcome;
  };

  return {
    async describe({ path, name, mime }) {
      if (!MEASURED.has(mime)) return NO_IMAGE;
      const outcome = await workers.use((ask) => outcomeOf(ask, { path, wanted: { mime } }));
      if ('pixels' in outcome)
        throw uploadErrors.UPLOAD_IMAGE_TOO_LARGE(name, outcome.pixels, rules.maxPixels);
      return 'facts' in outcome ? outcome.facts : NO_IMAGE;
    },
    async inTurn(work) {
      if (workers.waiting >= MOST_WAITING) throw coreErrors.SERVER_BUSY(RETRY_AFTER);
      return workers.use((ask) =>
        work(async (path, wanted) => {
          const outcome = await outcomeOf(ask, { path, wanted });
          if ('isDead' in outcome) throw coreErrors.SERVER_BUSY(RETRY_AFTER);
          return 'made' in outcome ? outcome.made : null;
        }),
      );
    },
    close: workers.close,
  };
}
