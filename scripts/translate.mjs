// Translates the sources to JavaScript in `dist/`, for `npm start` and `npm run develop`. Types are not checked and tests are left out:
// `npm run build` does both, but a first start would wait for it. Files that are up to date stay.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { include, exclude, compilerOptions } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'));

const filesIn = (name) =>
  statSync(join(ROOT, name)).isDirectory()
    ? readdirSync(join(ROOT, name), { recursive: true }).map((file) => `${name}/${file.split(sep).join('/')}`)
    : [name];

const isSource = (path) =>
  path.endsWith('.ts') &&
  !/\.(d|test)\.ts$/.test(path) &&
  !exclude.some((folder) => path.startsWith(`${folder}/`));

/** 0: there is no such file. */
const changedAt = (...path) => statSync(join(ROOT, ...path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const isStale = (path) => changedAt(path) > changedAt(compilerOptions.outDir, path.replace(/ts$/, 'js'));

await build({
  absWorkingDir: ROOT,
  entryPoints: include.flatMap(filesIn).filter(isSource).filter(isStale),
  outdir: compilerOptions.outDir,
  outbase: '.',
  format: 'cjs',
  platform: 'node',
  target: compilerOptions.target.toLowerCase(),
  sourcemap: true,
  logLevel: 'warning',
});
