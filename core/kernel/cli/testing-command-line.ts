// For tests of this folder: creates application folders and runs the command line on them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const MAIN = join(__dirname, '..', '..', 'main.js');

const made: string[] = [];
export function removeFolders(): void {
  for (const dir of made) rmSync(dir, { recursive: true, force: true });
}

export function folder(files: Readonly<Record<string, string>> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), 'quire-cli-'));
  made.push(dir);
  for (const [name, text] of Object.entries({ ...THINGS, ...files })) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

/** In every folder. */
export const THINGS = {
  'config/content-types/thing.json': JSON.stringify({
    info: { singularName: 'thing', pluralName: 'things' },
    attributes: { name: { type: 'string' } },
  }),
};

export const quire = (...args: string[]) => quireIn(process.cwd(), ...args);

export function quireIn(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd,
    encoding: 'utf8',
    env: ENV,
    timeout: 120_000,
  });
  return { status, stdout, stderr };
}

const { FORCE_COLOR: _colour, NODE_ENV: _environment, ...environment } = process.env;
export const ENV = environment;
