// Turns the files of a project (TypeScript or JavaScript, ES modules or not) to CommonJS, all of them in one run of esbuild.
import { relative } from 'node:path';
import type { Mistake } from '../../../core';

export interface Transpiled {
  readonly code: string;
  /** A source map, as JSON. */
  readonly map: string;
}

/** `files` are absolute. The result is incomplete when a file has a syntax error, which is a mistake. */
export function transpile(
  dir: string,
  files: readonly string[],
  mistakes: Mistake[],
): ReadonlyMap<string, Transpiled> {
  if (files.length === 0) return new Map();
  const esbuild = require('esbuild') as typeof import('esbuild');
  const outputs = new Map<string, string>();
  try {
    const built = esbuild.buildSync({
      entryPoints: files.map((file, at) => ({ in: file, out: String(at) })),
      absWorkingDir: dir,
      outdir: 'out',
      bundle: false,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      // `import()` finds the modules of the project, too.
      supported: { 'dynamic-import': false },
      tsconfigRaw: {},
      sourcemap: 'external',
      sourcesContent: false,
      write: false,
      logLevel: 'silent',
    });
    for (const { path, text } of built.outputFiles) outputs.set(path.replace(/^.*[/\\]/, ''), text);
  } catch (error) {
    mistakes.push(...syntaxErrors(error, dir));
  }
  return new Map(
    files.map((file, at) => [
      file,
      { code: outputs.get(`${at}.js`) ?? '', map: outputs.get(`${at}.js.map`) ?? '{}' },
    ]),
  );
}

interface BuildError {
  readonly text: string;
  readonly location: { readonly file: string; readonly line: number } | null;
}

function syntaxErrors(error: unknown, dir: string): Mistake[] {
  const list = (error as { readonly errors?: readonly BuildError[] }).errors;
  if (list === undefined) throw error;
  return list.map(({ text, location }) => ({
    where: location === null ? dir : `${relativeTo(dir, location.file)}:${location.line}`,
    message: text,
  }));
}

const relativeTo = (dir: string, file: string): string => (file.startsWith('/') ? relative(dir, file) : file);
