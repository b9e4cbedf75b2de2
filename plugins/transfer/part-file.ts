// A file that has its name when it is complete; before, its name ends with `.part`. Errors have its path, which errors of `write` lack.

import { createWriteStream, renameSync, rmSync, writeFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';

export interface PartFile {
  write(bytes: AsyncIterable<Buffer | string>): Promise<void>;
  /** After `write`: the file has its name. */
  finish(): void;
  /** Removes what was written. */
  abandon(): void;
}

export function partFile(target: string): PartFile {
  const part = `${target}.part`;
  return {
    write: (bytes) =>
      pipeline(bytes, createWriteStream(part, { mode: 0o600 })).catch((error: unknown) => {
        throw withPath(error, target);
      }),
    finish: () => renameSync(part, target),
    abandon: () => rmSync(part, { force: true }),
  };
}

export function writeReport(path: string, report: unknown): void {
  try {
    writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
  } catch (error) {
    throw withPath(error, path);
  }
}

function withPath(error: unknown, path: string): unknown {
  const isOfFiles = error instanceof Error && 'syscall' in error && !('path' in error);
  return isOfFiles ? Object.assign(error, { path }) : error;
}
