// The modules of a project: `require` between its files, with `strapi` in the scope of each, as its code expects. Packages come from the
// node_modules of the project.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire, SourceMap } from 'node:module';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isNativeError } from 'node:util/types';
import { Script } from 'node:vm';
import type { Mistake } from '../../../core';
import { type Transpiled, transpile } from './transpile';

export interface ProjectModules {
  /** The exports of a file. */
  load(file: string): unknown;
  /** Where the project threw the error: `src/api/a/controllers/a.ts:12`; null: elsewhere. */
  placeOf(error: unknown): string | null;
  /** All places of the project's code, without comments, that match. */
  placesOf(pattern: RegExp): readonly string[];
}

export interface ModulesOptions {
  readonly dir: string;
  /** Absolute paths of all code files. */
  readonly files: readonly string[];
  readonly strapi: unknown;
  /** By the name of the package: `@strapi/utils`. */
  readonly shims: Readonly<Record<string, unknown>>;
  readonly mistakes: Mistake[];
}

interface Module {
  exports: unknown;
}

export const CODE = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'] as const;

export function createModules({ dir, files, strapi, shims, mistakes }: ModulesOptions): ProjectModules {
  const sources = new Map(transpile(dir, files, mistakes));
  const loaded = new Map<string, Module>();

  function sourceOf(file: string): Transpiled {
    const known = sources.get(file);
    if (known) return known;
    // A file beside `src` that a file of the project requires.
    const own: Mistake[] = [];
    const made = transpile(dir, [file], own).get(file);
    const [mistake] = own;
    if (mistake || !made) throw new SyntaxError(`${mistake?.where}: ${mistake?.message}`);
    sources.set(file, made);
    return made;
  }

  function load(file: string): unknown {
    const known = loaded.get(file);
    if (known) return known.exports;
    const module: Module = { exports: {} };
    loaded.set(file, module);
    try {
      if (file.endsWith('.json')) module.exports = jsonOf(file);
      else run(file, module);
    } catch (error) {
      loaded.delete(file);
      throw error;
    }
    return module.exports;
  }

  function jsonOf(file: string): unknown {
    try {
      return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    } catch (error) {
      // esbuild names the line.
      const own: Mistake[] = [];
      transpile(dir, [file], own);
      const { where, message } = own[0] ?? { where: pathIn(dir, file), message: String(error) };
      throw new SyntaxError(`${where}: ${message}`);
    }
  }

  function run(file: string, module: Module): void {
    const { code } = sourceOf(file);
    // On one line, so that the lines of the code stay. Two functions, so that the code may declare a `strapi` of its own.
    const text = `(function (strapi) { return function (exports, require, module, __filename, __dirname) {${code}\n}; })`;
    const outer = new Script(text, { filename: file }).runInThisContext();
    const body = outer(strapi);
    body.call(module.exports, module.exports, requireFrom(file), module, file, dirname(file));
  }

  function requireFrom(file: string): (id: string) => unknown {
    const native = createRequire(file);
    const own = (id: string): unknown => {
      if (Object.hasOwn(shims, id)) return shims[id];
      if (!/^\.{1,2}(\/|$)/.test(id) && !isAbsolute(id)) return native(id);
      const found = codeFile(resolve(dirname(file), id));
      return found !== null && isOfProject(found, dir) ? load(found) : native(id);
    };
    return Object.assign(own, { resolve: native.resolve, cache: native.cache });
  }

  /** `line` and `column` count from 0. */
  function placeIn(file: string, map: SourceMap, line: number, column: number): string {
    const entry = map.findEntry(line, column);
    const at = 'originalLine' in entry ? entry.originalLine : line;
    return `${pathIn(dir, file)}:${at + 1}`;
  }

  return {
    load,
    placeOf(error) {
      const stack = isNativeError(error) ? (error.stack ?? '') : '';
      for (const [, file = '', line, column] of stack.matchAll(/\(?([^\s()]+):(\d+):(\d+)\)?$/gm)) {
        const source = sources.get(file);
        if (source)
          return placeIn(file, new SourceMap(JSON.parse(source.map)), Number(line) - 1, Number(column) - 1);
      }
      return null;
    },
    placesOf(pattern) {
      const places = [...sources].flatMap(([file, { code, map }]) => {
        const found = [...code.matchAll(pattern)];
        if (found.length === 0) return [];
        const sourceMap = new SourceMap(JSON.parse(map));
        return found.map(({ index = 0 }) => {
          const before = code.slice(0, index).split('\n');
          return placeIn(file, sourceMap, before.length - 1, before.at(-1)?.length ?? 0);
        });
      });
      return [...new Set(places)];
    },
  };
}

/** With slashes. */
export const pathIn = (dir: string, file: string): string => relative(dir, file).split(sep).join('/');

const isOfProject = (file: string, dir: string): boolean => {
  const path = pathIn(dir, file);
  return !path.startsWith('..') && !path.split('/').includes('node_modules');
};

/** `./a`, `./a.js` of a file `a.ts`, and `./folder` with an index. */
function codeFile(path: string): string | null {
  const extensions = [...CODE, '.json'];
  const candidates = [
    path,
    ...extensions.map((extension) => path + extension),
    ...(path.endsWith('.js') ? [`${path.slice(0, -3)}.ts`] : []),
    ...extensions.map((extension) => join(path, `index${extension}`)),
  ];
  const isCode = (file: string): boolean => extensions.some((extension) => file.endsWith(extension));
  return candidates.find((file) => isCode(file) && existsSync(file) && statSync(file).isFile()) ?? null;
}
