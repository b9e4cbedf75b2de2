// For tests of this folder: the packed package, unpacked outside of the repository as npm would install it.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { PACKAGE_NAME } from '../core/kernel/config/load-module';

const ROOT = resolve(__dirname, '..', '..');
const { NODE_ENV: _environment, FORCE_COLOR: _colour, ...env } = process.env;

export interface PackedPackage {
  /** Folders in here find the package and its dependencies. */
  readonly home: string;
  quire(cwd: string, ...args: readonly string[]): Ended;
  remove(): void;
}

export interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/** `root/node_modules` has the dependencies, `root/home/node_modules` the package. */
export function unpackPackage(): PackedPackage {
  const root = mkdtempSync(join(tmpdir(), 'quire-packed-'));
  const home = join(root, 'home');
  const packages = join(home, 'node_modules');
  mkdirSync(packages, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const file = pack(ROOT, root);
  unpack(file, join(packages, PACKAGE_NAME));
  // As npm writes it.
  writeFileSync(
    join(home, 'package.json'),
    JSON.stringify({ dependencies: { [PACKAGE_NAME]: `file:../${basename(file)}` } }),
  );
  const main = join(packages, PACKAGE_NAME, 'bin', 'quire.js');
  return {
    home,
    quire: (cwd, ...args) => run(cwd, process.execPath, main, ...args),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Packs the folder as it is; returns the file. */
export function pack(dir: string, destination: string): string {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const text = execFileSync('npm', args, { cwd: dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return join(destination, JSON.parse(text)[0].filename);
}

export function unpack(file: string, dir: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'quire-unpacked-'));
  execFileSync('tar', ['-xzf', file, '-C', folder]);
  renameSync(join(folder, 'package'), dir);
  rmSync(folder, { recursive: true });
}

export function run(cwd: string, command: string, ...args: readonly string[]): Ended {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env,
    timeout: 60_000,
  });
  return { status, output: stdout + stderr };
}
