// The placeholder of an image: at most 16 × 16 blurred pixels, as a data URL of some hundred characters.
import type sharpType from 'sharp';

const SIDE = 16;

export async function placeholderOf(
  sharp: typeof sharpType,
  path: string,
  maxPixels: number,
): Promise<string> {
  const bytes = await sharp(path, { limitInputPixels: maxPixels })
    .rotate()
    .resize({ width: SIDE, height: SIDE, fit: 'inside' })
    .blur(1)
    .webp({ quality: 40 })
    .toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}
