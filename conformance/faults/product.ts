// The compiled files that receive faults, and a copy of the build for each worker.
import {
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import { BUILD, ROOT } from '../paths';
import type { Fault } from './fault';
import { filesOfOthers } from './other-databases';
import { faultsOf, mutated } from './rules';

/** The rooms of the product that answer requests or write. */
const ROOMS = [
  'core/content/attributes',
  'core/kernel/check',
  'core/database',
  'core/content/documents',
  'core/kernel/errors',
  'core/kernel/http',
  'core/content/query',
  'core/content/sql',
  'core/content/state',
  'core/cluster',
  'core/kernel/concurrency',
  'core/content/model',
  'plugins',
];
/** Command lines, migrations, pages of a browser and cases answer no request of the API. */
const LEFT_OUT =
  /\/(assets|conformance|migrate)\/|^plugins\/(admin\/app|strapi-import)\/|\/(commands?|doctor)\.js$/;
const TESTS = /\.(test|example)\.js$|\/tests\/|\/testing\/|\/(test|testing)-[^/]*(\/|\.js$)/;

function productFiles(database: string): string[] {
  const others = filesOfOthers(codeBelow('core', 'plugins'), database, BUILD);
  return codeBelow(...ROOMS)
    .filter((file) => !LEFT_OUT.test(file) && !others.has(file))
    .sort();
}

/** The compiled files without tests, which import files of every database. */
const codeBelow = (...rooms: readonly string[]): string[] =>
  rooms.flatMap((room) => filesBelow(BUILD, room)).filter((file) => /\.js$/.test(file) && !TESTS.test(file));

/** The faults in code of any database, with their lines. */
export const allFaults = (): (Fault & Lines)[] =>
  codeBelow(...ROOMS)
    .filter((file) => !LEFT_OUT.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(BUILD, file), 'utf8');
      return faultsOf(file, text).map((fault) => ({ ...fault, ...linesOf(fault, text) }));
    });

export const faultsIn = (file: string, build = BUILD): Fault[] =>
  faultsOf(file, readFileSync(join(build, file), 'utf8'));

/**
 * The faults in these folders, files or lines (`core/content/query`, `core/content/query/walk.ts`, `core/content/query/walk.ts:40`). Throws when a place has
 * none.
 */
export function faultsAt(places: readonly string[], database: string): Fault[] {
  const files = productFiles(database);
  const found = places.map((place) => {
    const [path = '', line] = place.split(':');
    const inPath = files
      .filter((file) => isIn(file.replace(/\.js$/, '.ts'), path))
      .flatMap((file) => faultsIn(file));
    const here = line === undefined ? inPath : inPath.filter((fault) => placeOf(fault).at === place);
    if (here.length === 0) throw new Error(`No fault is possible in "${place}".`);
    return here;
  });
  return [...new Map(found.flat().map((fault) => [JSON.stringify(fault), fault])).values()];
}

const isIn = (file: string, path: string): boolean =>
  path === '' || file === path || file.startsWith(path.endsWith('/') ? path : `${path}/`);

/** Throws when the folder does not exist. */
function filesBelow(build: string, folder: string): string[] {
  return readdirSync(join(build, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(build, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  );
}

/** A copy of the build that shares all files except those with faults. */
export class BuildCopy {
  readonly build: string;
  readonly #root: string;

  constructor(name: string) {
    this.#root = join(ROOT, '.tmp', 'faults', `${process.pid}-${name}`);
    this.build = join(this.#root, 'dist');
    for (const folder of ['core', 'plugins', 'schema'])
      for (const file of filesBelow(BUILD, folder).filter((path) => !/\.(map|d\.ts)$/.test(path))) {
        mkdirSync(dirname(join(this.build, file)), { recursive: true });
        linkSync(join(BUILD, file), join(this.build, file));
      }
    cpSync(join(ROOT, 'package.json'), join(this.#root, 'package.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(this.#root, 'node_modules'));
  }

  /** The faults are in different files. */
  put(faults: readonly Fault[]): void {
    for (const fault of faults)
      this.#replace(fault.file, mutated(readFileSync(join(BUILD, fault.file), 'utf8'), fault));
  }

  restore(faults: readonly Fault[]): void {
    for (const { file } of faults) this.#replace(file, readFileSync(join(BUILD, file), 'utf8'));
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** Removes the link first: the file of the build itself stays. */
  #replace(file: string, text: string): void {
    rmSync(join(this.build, file));
    writeFileSync(join(this.build, file), text);
  }
}

/** The compiled lines without and with a fault. */
export interface Lines {
  readonly before: string;
  readonly after: string;
}

export interface Place extends Lines {
  /** The file and the line of the source. */
  readonly at: string;
}

export function placeOf(fault: Fault, build = BUILD): Place {
  const text = readFileSync(join(build, fault.file), 'utf8');
  const start = startOfLine(text, fault);
  const line = text.slice(0, start).split('\n').length;
  return { at: sourceLine(fault.file, line, fault.from - start, build), ...linesOf(fault, text) };
}

/** `text`: the compiled file. */
export function linesOf(fault: Fault, text: string): Lines {
  const start = startOfLine(text, fault);
  const rest = text.indexOf('\n', fault.to);
  const end = rest < 0 ? text.length : rest;
  const after = mutated(text, fault).slice(start, end + fault.becomes.length - (fault.to - fault.from));
  return { before: squeezed(text.slice(start, end)), after: squeezed(after) };
}

const startOfLine = (text: string, { from }: Fault): number => text.lastIndexOf('\n', from - 1) + 1;

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

function sourceLine(file: string, line: number, column: number, build: string): string {
  try {
    const map = new SourceMap(JSON.parse(readFileSync(join(build, `${file}.map`), 'utf8')));
    const entry = map.findEntry(line - 1, column);
    if ('originalLine' in entry) return `${file.replace(/\.js$/, '.ts')}:${entry.originalLine + 1}`;
  } catch {}
  return `dist/${file}:${line}`;
}
