// Loads all code files of a project. A file that cannot be loaded is a mistake; the others are loaded nevertheless, so that one start names
// all mistakes.
import { isNativeError } from 'node:util/types';
import type { Mistake } from '../../../core';
import { type ApiFiles, findFiles, keyOf } from './find-files';
import { createModules, type ProjectModules, pathIn } from './modules';

/** The default export of a file. */
export interface Part {
  /** Relative to the project. */
  readonly file: string;
  readonly value: unknown;
}

export type Parts = ReadonlyMap<string, Part>;

export interface Api {
  readonly name: string;
  readonly controllers: Parts;
  readonly services: Parts;
  readonly policies: Parts;
  readonly middlewares: Parts;
  /** In the order of their files. */
  readonly routers: readonly Part[];
  /** The names of its content types. */
  readonly types: readonly string[];
}

export interface Project {
  readonly dir: string;
  readonly apis: ReadonlyMap<string, Api>;
  readonly policies: Parts;
  readonly middlewares: Parts;
  /** By uid. */
  readonly lifecycles: Parts;
  readonly index: Part | null;
  /** By plugin. */
  readonly extensions: Parts;
  placeOf(error: unknown): string | null;
  placesOf(pattern: RegExp): readonly string[];
  /** The default export of another file. */
  load(file: string): unknown;
}

export interface LoadOptions {
  readonly dir: string;
  readonly strapi: unknown;
  readonly shims: Readonly<Record<string, unknown>>;
  readonly mistakes: Mistake[];
}

export function loadProject({ dir, strapi, shims, mistakes }: LoadOptions): Project {
  const files = findFiles(dir);
  const broken = mistakes.length;
  const modules = createModules({ dir, files: files.all, strapi, shims, mistakes });
  // The files depend on each other: after a syntax error the others would only repeat it.
  const canRun = mistakes.length === broken;
  const partOf = (file: string): Part => ({
    file: pathIn(dir, file),
    value: canRun ? loadPart(file, dir, modules, mistakes) : undefined,
  });
  const partsOf = (list: readonly string[]): Parts =>
    new Map(list.map((file) => [keyOf(file), partOf(file)]));
  const { index, extensions } = files;
  return {
    dir,
    apis: new Map(files.apis.map((api) => [api.name, apiOf(api, partsOf, partOf)])),
    policies: partsOf(files.policies),
    middlewares: partsOf(files.middlewares),
    lifecycles: new Map(
      files.apis.flatMap(({ name, lifecycles }) =>
        [...lifecycles].map(([type, file]): [string, Part] => [`api::${name}.${type}`, partOf(file)]),
      ),
    ),
    index: index === null ? null : partOf(index),
    extensions: new Map([...extensions].map(([plugin, file]) => [plugin, partOf(file)])),
    placeOf: modules.placeOf,
    placesOf: modules.placesOf,
    load: (file) => defaultOf(modules.load(file)),
  };
}

function apiOf(
  { name, controllers, services, policies, middlewares, routes, types }: ApiFiles,
  partsOf: (files: readonly string[]) => Parts,
  partOf: (file: string) => Part,
): Api {
  return {
    name,
    controllers: partsOf(controllers),
    services: partsOf(services),
    policies: partsOf(policies),
    middlewares: partsOf(middlewares),
    routers: routes.map(partOf),
    types,
  };
}

function loadPart(file: string, dir: string, modules: ProjectModules, mistakes: Mistake[]): unknown {
  try {
    return defaultOf(modules.load(file));
  } catch (error) {
    mistakes.push(mistakeOf(error, pathIn(dir, file), modules));
    return undefined;
  }
}

/** Of code that the project ran at startup. */
export function mistakeOf(
  error: unknown,
  file: string,
  { placeOf }: Pick<ProjectModules, 'placeOf'>,
): Mistake {
  const [message = ''] = (isNativeError(error) ? error.message : String(error)).split('\n');
  return { where: placeOf(error) ?? file, message };
}

function defaultOf(exported: unknown): unknown {
  const isModule = typeof exported === 'object' && exported !== null && '__esModule' in exported;
  return isModule && 'default' in exported ? exported.default : exported;
}
