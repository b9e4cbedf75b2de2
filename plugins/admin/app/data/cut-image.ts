// A part of an image as a file, made by the browser.
import { t } from '../i18n/translate';
import type { Area } from './crop-area';

const TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};
const QUALITY = 0.92;

/** The type of the parts of an image. Not all browsers write WebP, and none writes AVIF. */
export function writtenType(mime: string): string {
  if (!TYPES.includes(mime)) return 'image/png';
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  return canvas.toDataURL(mime).startsWith(`data:${mime};`) ? mime : 'image/png';
}

export async function cutImage(image: HTMLImageElement, area: Area, mime: string): Promise<Blob> {
  const { left, top, width, height } = area;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(image, left, top, width, height, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, writtenType(mime), QUALITY));
  if (!blob) throw new Error(t('The browser cannot cut an image of this size.'));
  return blob;
}

/** `pond.jpg` → `pond-400x200.jpg`. */
export function nameOfPart(name: string, { width, height }: Area, type: string): string {
  const base = name.replace(/\.[a-z0-9]{1,5}$/i, '');
  const [ending = ''] = /[a-z0-9]+$/i.exec(name) ?? [];
  const own = type === 'image/jpeg' && /^jpe?g$/i.test(ending) ? ending : (ENDINGS[type] ?? 'png');
  return `${base}-${width}x${height}.${own}`;
}

/** Does this server send it? */
export const isOwn = (url: string): boolean => new URL(url, location.href).origin === location.origin;

/** Is the file a WebP of several pictures? A canvas keeps only the first one. null: this page cannot read the bytes of another server. */
export async function isAnimated(url: string, mime: string): Promise<boolean | null> {
  if (mime !== 'image/webp') return false;
  if (!isOwn(url)) return null;
  const response = await fetch(url, { headers: { Range: 'bytes=0-31' } });
  if (!response.ok) return null;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isExtended = String.fromCharCode(...bytes.slice(12, 16)) === 'VP8X';
  return isExtended && ((bytes[20] ?? 0) & 2) !== 0;
}
