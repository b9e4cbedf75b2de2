// Makes a transformed image: dimensions, fit, type and quality of a preset. `cover` crops around the focal point.
import type sharpType from 'sharp';
import type { FocalPoint, ImageRules, MadeImage, Transformation } from './image-job';
import { writeImage } from './write-image';

type Sharp = typeof sharpType;

/** Temporary files lie beside the image. A process that is killed may write for a moment beside its successor, so each has its own names. */
export const placeOf = (path: string, key: string): string => `${path}.${process.pid}.${key}`;

/** Writes the image upright, without metadata. `quality`: for a preset without one. */
export async function transformedFile(
  sharp: Sharp,
  from: string,
  { width, height, fit, format, focalPoint, ...own }: Transformation,
  { quality, maxPixels }: Pick<ImageRules, 'quality' | 'maxPixels'>,
): Promise<MadeImage> {
  const { autoOrient, format: stored = 'png' } = await sharp(from, {
    limitInputPixels: maxPixels,
  }).metadata();
  const target = format ?? (stored === 'heif' ? 'avif' : stored);
  const isAnimated = stored === 'gif' || stored === 'webp';
  const keepsFrames = isAnimated && (target === 'gif' || target === 'webp');
  let image = sharp(from, { limitInputPixels: maxPixels, animated: keepsFrames }).rotate();
  if (fit === 'cover' && focalPoint && width && height && !keepsFrames)
    image = image.extract(areaAround(focalPoint, autoOrient, width / height));
  if (width || height)
    image = image.resize({
      ...(width ? { width } : {}),
      ...(height ? { height } : {}),
      fit,
      withoutEnlargement: true,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    });
  // With a quality, a PNG loses colours.
  const isPlain = target === 'png' && own.quality === undefined;
  const written = image.toFormat(target, isPlain ? {} : { quality: own.quality ?? quality });
  return writeImage(written, placeOf(from, 'transformed'));
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The largest area of this ratio inside the image. Its centre is as near to the point as the edges allow. */
export function areaAround(point: FocalPoint, image: Size, ratio: number) {
  const width = Math.max(1, Math.min(image.width, Math.round(image.height * ratio)));
  const height = Math.max(1, Math.min(image.height, Math.round(image.width / ratio)));
  const start = (percent: number, whole: number, part: number) =>
    Math.round(Math.min(Math.max((percent / 100) * whole - part / 2, 0), whole - part));
  return {
    left: start(point.x, image.width, width),
    top: start(point.y, image.height, height),
    width,
    height,
  };
}
