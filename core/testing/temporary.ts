// Folders that a test suite removes at its end: `afterAll(removeTemporary)`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

export function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-test-'));
  folders.push(folder);
  return folder;
}

export function removeTemporary(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
