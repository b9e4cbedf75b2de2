// Copies the files of a folder that changes meanwhile: files that are there already are left out, and so are those that go meanwhile.
import { constants } from 'node:fs';
import { copyFile, mkdir, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { thrownCode } from '../../kernel/errors/thrown';

/** Returns the number of copied files. Hidden files and links are left out. */
export async function copyNewFiles(from: string, to: string): Promise<number> {
  let copied = 0;
  await mkdir(to, { recursive: true });
  const entries = await opendir(from).catch((error: unknown) => {
    if (thrownCode(error) === 'ENOENT') return [];
    throw error;
  });
  for await (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copied += await copyNewFiles(source, target);
    else if (entry.isFile() && (await copyNew(source, target))) copied += 1;
  }
  return copied;
}

async function copyNew(source: string, target: string): Promise<boolean> {
  try {
    await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    const code = thrownCode(error);
    if (code === 'EEXIST' || code === 'ENOENT') return false;
    throw error;
  }
}
