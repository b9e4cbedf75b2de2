// The ETag of a file. Tools that pack or copy files may give a changed file its former size and time, so its content counts.
import { hash } from 'node:crypto';
import type { OpenFile } from './open-file';

/** Larger files are tagged by size and time: reading them whole would hold back their first bytes. */
const MOST_READ = 2_000_000;
const MOST_KEPT = 10_000;

/** Requests at the same time wait for one read. */
const kept = new Map<string, Promise<string>>();

export function tagOf(file: OpenFile): Promise<string> | string {
  const { size, modified, state } = file;
  if (size > MOST_READ) return `"${size.toString(16)}-${modified.getTime().toString(16)}"`;
  const known = kept.get(state);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const tag = contentOf(file).then((content) => `"${hash('sha256', content, 'base64url').slice(0, 22)}"`);
  kept.set(state, tag);
  tag.catch(() => kept.delete(state));
  return tag;
}

/** Moves no position: the answer reads the same handle. */
async function contentOf({ handle, size }: OpenFile): Promise<Buffer> {
  const content = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await handle.read(content, length, size - length, length);
    // The file became shorter.
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return content.subarray(0, length);
}
