// The types of images, and the facts of a file that is no image.
import type { ImageFacts } from './image-job';

/** Types of which other images are made. */
export const RESIZABLE: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
]);
export const SVG = 'image/svg+xml';
export const MEASURED: ReadonlySet<string> = new Set([...RESIZABLE, SVG]);
export const NO_IMAGE: ImageFacts = {
  width: null,
  height: null,
  replaced: null,
  formats: [],
  placeholder: null,
};
