// Measures an image and makes its formats with sharp. Runs in an image worker.
import { open, rm, stat } from 'node:fs/promises';
import type sharpType from 'sharp';
import type { FurtherType, ImageFormat, ImageOutcome, ImageRules, MadeImage } from './image-job';
import { NO_IMAGE, RESIZABLE, SVG } from './image-types';
import { placeholderOf } from './placeholder';
import { placeOf } from './transform-image';
import { writeFault, writeImage } from './write-image';

type Sharp = typeof sharpType;

/** The thumbnail fits into this box. */
const THUMBNAIL = { width: 245, height: 156 };
/** Bytes. A larger SVG is not measured: the decoder needs up to 400 times as much memory, for elements of four letters. */
const LARGEST_SVG = 1_000_000;

/** Measures the image, and makes its formats in temporary files beside it. */
export async function describeImage(
  sharp: Sharp,
  { path, mime }: { readonly path: string; readonly mime: string },
  rules: ImageRules,
): Promise<ImageOutcome> {
  const { breakpoints, maxPixels, onDemand } = rules;
  if (mime === SVG && !(await isMeasurable(path))) return { facts: NO_IMAGE };
  const facts = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!facts?.width || !facts.height) return { facts: NO_IMAGE };
  const isTurned = (facts.orientation ?? 1) > 4;
  const width = isTurned ? facts.height : facts.width;
  const height = isTurned ? facts.width : facts.height;
  const pixels = width * height * (facts.pages ?? 1);
  if (pixels > maxPixels) return { pixels };
  if (!RESIZABLE.has(mime)) return { facts: { ...NO_IMAGE, width, height } };

  const further = rules.alsoAs.filter((type) => mime !== `image/${type}`);
  const wanted = [...boxesOf(width, height, breakpoints)].flatMap(([key, box]): Wanted[] => [
    { key, as: null, box },
    ...further.map((as) => ({ key: `${key}_${as}`, as, box })),
  ]);
  const written = [UPRIGHT, ...wanted].map(({ key }) => placeOf(path, key));
  try {
    const hasMetadata = Boolean(facts.exif ?? facts.iptc ?? facts.xmp) || isTurned;
    const replaced = hasMetadata ? await resize(sharp, path, UPRIGHT, rules) : null;
    const formats: ImageFormat[] = [];
    for (const each of wanted) {
      const made = onDemand ? null : await resize(sharp, path, each, rules);
      formats.push({ key: each.key, as: each.as, ...inside(width, height, each.box), made });
    }
    const placeholder = rules.placeholder ? await placeholderOf(sharp, path, maxPixels) : null;
    return { facts: { width, height, replaced, formats, placeholder } };
  } catch (error) {
    await Promise.all(written.map((each) => rm(each, { force: true })));
    // Without a fault of the file system, the image data is damaged. Then the file is stored unchanged.
    return writeFault(error) ?? { facts: { ...NO_IMAGE, width, height } };
  }
}

/** A compressed SVG is not measured: 100 KB may stand for 50 MB, and browsers do not show it. */
async function isMeasurable(path: string): Promise<boolean> {
  if ((await stat(path)).size > LARGEST_SVG) return false;
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
    return !buffer.equals(GZIP);
  } finally {
    await file.close();
  }
}

/** The first bytes of a compressed file. */
const GZIP = Buffer.from([0x1f, 0x8b]);

/** Makes one format; null: the configuration has no format of this key. */
export async function makeFormat(
  sharp: Sharp,
  path: string,
  key: string,
  rules: ImageRules,
): Promise<MadeImage | null> {
  const as = rules.alsoAs.find((type) => key.endsWith(`_${type}`)) ?? null;
  const box = boxOf(as ? key.slice(0, -as.length - 1) : key, rules.breakpoints);
  return box && resize(sharp, path, { key, as, box }, rules);
}

interface Wanted {
  readonly key: string;
  readonly as: FurtherType | null;
  readonly box: Box;
}

/** The upload itself, turned and without metadata. */
const UPRIGHT = { key: 'upright', as: null, box: null };

/** Writes the image upright, without metadata, with all its frames; `box`: the image fits into it. `as`: in this type. */
async function resize(
  sharp: Sharp,
  from: string,
  { key, as, box }: Pick<Wanted, 'key' | 'as'> & { readonly box: Box | null },
  { quality, maxPixels }: ImageRules,
): Promise<MadeImage> {
  const path = placeOf(from, key);
  const { format } = await sharp(from, { limitInputPixels: maxPixels }).metadata();
  const isAnimated = format === 'gif' || format === 'webp';
  const upright = sharp(from, { limitInputPixels: maxPixels, animated: isAnimated }).rotate();
  const fitted = box ? upright.resize({ ...box, fit: 'inside', withoutEnlargement: true }) : upright;
  return writeImage(withQuality(fitted, as ?? format, quality), path);
}

type Box = { readonly width: number; readonly height: number };

/** The formats of an image: those that are smaller than the image. */
function* boxesOf(
  width: number,
  height: number,
  breakpoints: ImageRules['breakpoints'],
): Iterable<[string, Box]> {
  if (width > THUMBNAIL.width || height > THUMBNAIL.height) yield ['thumbnail', THUMBNAIL];
  for (const [key, side] of Object.entries(breakpoints))
    if (width > side || height > side) yield [key, { width: side, height: side }];
}

function boxOf(key: string, breakpoints: ImageRules['breakpoints']): Box | null {
  if (key === 'thumbnail') return THUMBNAIL;
  const side = Object.hasOwn(breakpoints, key) ? breakpoints[key] : undefined;
  return side === undefined ? null : { width: side, height: side };
}

/** The dimensions of an image that fits into a box. */
function inside(width: number, height: number, box: Box): Box {
  const scale = Math.min(box.width / width, box.height / height, 1);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function withQuality(
  image: ReturnType<Sharp>,
  format: string | undefined,
  quality: number,
): ReturnType<Sharp> {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality });
    case 'webp':
      return image.webp({ quality });
    case 'heif':
    case 'avif':
      return image.avif({ quality });
    default:
      return image;
  }
}
