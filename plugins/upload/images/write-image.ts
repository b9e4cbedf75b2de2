// Writes an image to a temporary file. sharp can write files too, but its errors are the same for a full disk and a damaged image. The
// errors of `writeFile` have a code.
import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { codeOf } from '../disk-full';
import type { ImageOutcome, MadeImage } from './image-job';

export async function writeImage(image: Sharp, path: string): Promise<MadeImage> {
  const bytes = await image.toBuffer();
  await writeFile(path, bytes);
  return { path, size: bytes.length };
}

/** null: the error has no code of the file system, so the image is damaged. */
export function writeFault(error: unknown): ImageOutcome | null {
  const code = codeOf(error);
  return typeof code === 'string' ? { writeFault: code } : null;
}
