// Facts and formats of an image, made by sharp. Without sharp images are stored as plain files.
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type sharpType from 'sharp';
import { uploadErrors } from '../errors';
import { placeholderOf } from './placeholder';
import { type Transformation, transformImage } from './transform-image';

type Sharp = typeof sharpType;

export interface ImageRules {
  readonly breakpoints: Readonly<Record<string, number>>;
  readonly quality: number;
  readonly maxPixels: number;
  /** Each format exists in these types too. */
  readonly alsoAs: readonly FurtherType[];
  /** Formats get their dimensions only. */
  readonly onDemand: boolean;
  readonly placeholder: boolean;
}

/** Types of formats beside that of the upload. */
export type FurtherType = 'webp' | 'avif';

export interface ImageFormat {
  /** `small`, or `small_webp` for a further type. */
  readonly key: string;
  /** null: the type of the upload. */
  readonly as: FurtherType | null;
  readonly width: number;
  readonly height: number;
  /** null: the format is made at the first request of its address. */
  readonly made: MadeImage | null;
}

/** An image in a temporary file. */
export interface MadeImage {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export interface ImageFacts {
  readonly width: number | null;
  readonly height: number | null;
  /** The upload without its metadata, turned upright; null: the upload itself is stored. */
  readonly replaced: MadeImage | null;
  readonly formats: readonly ImageFormat[];
  /** A data URL; null: the configuration asks for none. */
  readonly placeholder: string | null;
}

export interface Images {
  describe(file: {
    readonly path: string;
    readonly name: string;
    readonly mime: string;
  }): Promise<ImageFacts>;
  /** Makes one format in a temporary file beside the image; null: sharp is not installed, or the image is damaged. */
  make(path: string, key: string): Promise<MadeImage | null>;
  /** The same for an image of a preset. */
  transform(path: string, transformation: Transformation): Promise<MadeImage | null>;
}

/** The thumbnail fits into this box. */
const THUMBNAIL = { width: 245, height: 156 };
/** At most this many images are worked on at once. A core stays free for requests. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
export const RESIZABLE: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
]);
const MEASURED: ReadonlySet<string> = new Set([...RESIZABLE, 'image/svg+xml']);
const NOTHING: ImageFacts = { width: null, height: null, replaced: null, formats: [], placeholder: null };

export function createImages(rules: ImageRules, warn: (message: string) => void): Images {
  const queue = createQueue(AT_ONCE);
  let loaded: Sharp | null | undefined;
  const load = (): Sharp | null => {
    if (loaded !== undefined) return loaded;
    try {
      loaded = require('sharp') as Sharp;
    } catch {
      loaded = null;
      warn('The package "sharp" is not installed: images get no formats. Run npm install sharp.');
    }
    return loaded;
  };
  return {
    async describe(file) {
      if (!MEASURED.has(file.mime)) return NOTHING;
      const sharp = load();
      return sharp ? queue(() => describeWith(sharp, file, rules)) : NOTHING;
    },
    async make(path, key) {
      const sharp = load();
      const as = rules.alsoAs.find((type) => key.endsWith(`_${type}`)) ?? null;
      const box = boxOf(as ? key.slice(0, -as.length - 1) : key, rules.breakpoints);
      if (!sharp || !box) return null;
      return queue(() => resize(sharp, path, { key, as, box }, rules)).catch(() => null);
    },
    async transform(path, transformation) {
      const sharp = load();
      if (!sharp) return null;
      const to = placeOf(path, 'transformed');
      return queue(async () => {
        const { size } = await (await transformImage(sharp, path, transformation, rules)).toFile(to);
        return { path: to, size };
      }).catch(() => null);
    },
  };
}

async function describeWith(
  sharp: Sharp,
  { path, name, mime }: { readonly path: string; readonly name: string; readonly mime: string },
  rules: ImageRules,
): Promise<ImageFacts> {
  const { breakpoints, maxPixels, onDemand } = rules;
  const facts = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!facts?.width || !facts.height) return NOTHING;
  const isTurned = (facts.orientation ?? 1) > 4;
  const width = isTurned ? facts.height : facts.width;
  const height = isTurned ? facts.width : facts.height;
  const pixels = width * height * (facts.pages ?? 1);
  if (pixels > maxPixels) throw uploadErrors.UPLOAD_IMAGE_TOO_LARGE(name, pixels, maxPixels);
  if (!RESIZABLE.has(mime)) return { ...NOTHING, width, height };

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
    return { width, height, replaced, formats, placeholder };
  } catch {
    // The bytes are damaged behind their header: the file is stored as it is.
    await Promise.all(written.map((each) => rm(each, { force: true })));
    return { ...NOTHING, width, height };
  }
}

interface Wanted {
  readonly key: string;
  readonly as: FurtherType | null;
  readonly box: Box;
}

/** The upload itself, turned and without metadata. */
const UPRIGHT = { key: 'upright', as: null, box: null };

/** Temporary files lie beside the image. */
const placeOf = (path: string, key: string): string => `${path}.${key}`;

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
  const { size } = await withQuality(fitted, as ?? format, quality).toFile(path);
  return { path, size };
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

/** Runs at most `most` works at once; the others wait in their order. */
function createQueue(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
