// Areas of images. A focal point is a percentage of the width and of the height.
import { numberOf } from '../i18n/translate';
import type { File } from './files';
import type { ImagePreset } from './model';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const MIDDLE: Point = { x: 50, y: 50 };

/** An image that the server can cut. A drawing of lines has no pixels. */
export const isPicture = ({ mime }: File): boolean => mime.startsWith('image/') && !mime.includes('svg');

/** A canvas would keep the first picture of a GIF only. */
export const isCroppable = (file: File): boolean => isPicture(file) && file.mime !== 'image/gif';

/** null: the file has none. */
export function focalPointOf({ focalPoint }: File): Point | null {
  const { x, y } = (focalPoint ?? {}) as Partial<Record<'x' | 'y', unknown>>;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
}

export const within = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

/** Where the pointer is in an element, in percent. */
export function pointAt({ clientX, clientY }: PointerEvent, element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  const percent = (distance: number, whole: number): number =>
    whole === 0 ? 50 : within(Math.round((distance / whole) * 100), 0, 100);
  return { x: percent(clientX - left, width), y: percent(clientY - top, height) };
}

/** The `object-position` that shows the area that the server cuts: its centre is as near to the point as the edges allow. */
export function positionOf(point: Point, image: Size, ratio: number): string {
  const part = {
    width: Math.min(image.width, image.height * ratio),
    height: Math.min(image.height, image.width / ratio),
  };
  const share = (percent: number, whole: number, own: number): number => {
    const free = whole - own;
    return free <= 0 ? 50 : (within((percent / 100) * whole - own / 2, 0, free) / free) * 100;
  };
  return `${share(point.x, image.width, part.width)}% ${share(point.y, image.height, part.height)}%`;
}

/** `card (400 × 300)` */
export const titleOfPreset = ({ name, width, height }: ImagePreset): string =>
  `${name} (${numberOf(width)} × ${numberOf(height)})`;

/** An image as a page shows it: `isWhole` cuts nothing. */
export interface Frame {
  readonly ratio: number;
  readonly point: Point;
  readonly isWhole: boolean;
}

/** What the server makes of an image with a preset. */
export function frameOf(
  { width, height, fit, format }: ImagePreset,
  { mime }: File,
  image: Size,
  point: Point,
): Frame {
  const isWhole = fit !== 'cover';
  const ratio = fit === 'inside' ? image.width / image.height : width / height;
  // The server cuts all pictures of a file at one place.
  const keepsPictures = MOVING.has(mime) && (format === null || MOVING.has(`image/${format}`));
  return { ratio, point: isWhole || keepsPictures ? MIDDLE : point, isWhole };
}

const MOVING: ReadonlySet<string> = new Set(['image/gif', 'image/webp']);
