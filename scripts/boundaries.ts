// Checks who imports whom (core/README.md, "Boundaries"): rooms, cycles, drivers, plugins, and words the core must not know.
// Prints each breach and exits with 1 if there is one.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '..', '..');
const ROOMS: Readonly<Record<string, readonly string[] | 'all'>> = {
  check: [],
  errors: ['check'],
  log: ['check', 'errors'],
  config: ['errors', 'check'],
  attributes: ['errors', 'check'],
  schema: ['attributes', 'errors', 'check'],
  query: ['schema', 'attributes', 'errors', 'check'],
  database: ['schema', 'attributes', 'query', 'errors', 'check', 'log'],
  documents: ['query', 'database', 'schema', 'attributes', 'errors', 'check', 'log'],
  doctor: ['documents', 'database', 'schema', 'attributes', 'errors', 'check', 'log'],
  http: ['errors', 'check', 'schema', 'log'],
  kernel: 'all',
  cli: 'all',
  testing: 'all',
};
const DRIVERS = /^(knex|objection|better-sqlite3|mysql2|pg)(\/|$)/;
/** Words of plugins; what JavaScript itself calls so is not meant. */
const FOREIGN_WORDS = /locale(?!Compare)|draft|publish/i;
const OWN_WORDS = /toLocale\w+/g;

interface Import {
  readonly from: string;
  readonly specifier: string;
  /** The file in the repository, relative; null: a package or a part of Node. */
  readonly to: string | null;
}

const breaches: string[] = [];
const files = ['core', 'plugins', 'conformance', 'scripts'].flatMap((folder) => sourceFiles(folder));
const imports = files.flatMap(importsOf);

for (const one of imports) {
  const isTest = /\.test\.ts$|\/tests\/|\/test(ing)?-[\w-]+\.ts$/.test(one.from);
  if (one.from.startsWith('core/')) checkCore(one, isTest);
  if (one.from.startsWith('plugins/')) checkPlugin(one, isTest);
  if (one.from.startsWith('conformance/') && one.to !== null && /^(core|plugins)\//.test(one.to))
    breach(one, 'conformance imports neither core nor plugins');
}
for (const circle of circles()) breaches.push(`${circle.join(' → ')}: files import each other in a circle`);
for (const file of files) checkWords(file);

for (const text of breaches) console.error(text);
console.log(`boundaries: ${files.length} files, ${imports.length} imports, ${breaches.length} breaches`);
process.exitCode = breaches.length > 0 ? 1 : 0;

function checkCore(one: Import, isTest: boolean): void {
  const room = roomOf(one.from);
  if (DRIVERS.test(one.specifier) && room !== 'database' && room !== 'testing' && !isTest)
    breach(one, 'only core/database imports knex, objection and drivers');
  if (one.to === null) return;
  if (!one.to.startsWith('core/')) {
    breach(one, 'core imports nothing outside of core');
    return;
  }
  const [target, allowed] = [roomOf(one.to), ROOMS[room ?? '']];
  if (isTest || room === null || target === null || target === room || allowed === 'all') return;
  if (!allowed?.includes(target))
    breach(one, `${room} may import ${allowed?.join(', ') || 'nothing'}, not ${target}`);
}

function checkPlugin(one: Import, isTest: boolean): void {
  const plugin = pluginOf(one.from);
  if (/^graphql(\/|$)/.test(one.specifier) && plugin !== 'graphql')
    breach(one, 'only plugins/graphql imports graphql');
  if (DRIVERS.test(one.specifier)) breach(one, 'only core/database imports knex, objection and drivers');
  if (one.to === null) return;
  if (one.to.startsWith('core/')) {
    const isSurface = one.to === 'core/index.ts' || (isTest && one.to.startsWith('core/testing/'));
    if (!isSurface) breach(one, 'a plugin imports core/index.ts and no other file of core');
  } else if (!one.to.startsWith(`plugins/${plugin}/`)) {
    const other = pluginOf(one.to);
    const isDeclared = dependenciesOf(plugin).includes(other) && one.to === `plugins/${other}/index.ts`;
    if (!isDeclared)
      breach(one, `${plugin} may import the index of a plugin that it declares as a dependency, not this`);
  }
}

function checkWords(file: string): void {
  if (!file.startsWith('core/') || file.startsWith('core/decisions/') || file.endsWith('.example.ts')) return;
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  for (const [index, line] of lines.entries()) {
    const word = FOREIGN_WORDS.exec(line.replace(OWN_WORDS, ''))?.[0];
    if (word) breaches.push(`${file}:${index + 1}: the core knows no "${word}"; it belongs to a plugin`);
  }
}

/** Each circle once, by its smallest way round. Type imports count. */
function circles(): string[][] {
  const graph = new Map<string, string[]>();
  for (const { from, to } of imports) if (to !== null) graph.set(from, [...(graph.get(from) ?? []), to]);
  const found = new Map<string, string[]>();
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) {
      const circle = trail.slice(start);
      found.set([...circle].sort().join(), [...circle, file]);
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return [...found.values()];
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  // An open interface can be extended only where it is declared: that names a file, and imports nothing of it.
  const extended = new Set([...text.matchAll(/^declare module '([^']+)'/gm)].map(([, name]) => name));
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => !extended.has(fileName))
    .map(({ fileName }) => ({
      from: file,
      specifier: fileName,
      to: fileName.startsWith('.') ? targetOf(join(dirname(file), fileName)) : null,
    }));
}

function targetOf(path: string): string {
  return (
    [`${path}.ts`, join(path, 'index.ts')].find((candidate) => existsSync(join(ROOT, candidate))) ?? path
  );
}

function sourceFiles(folder: string): string[] {
  const path = join(ROOT, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => relative(ROOT, join(path, name)))
    .sort();
}

/** core/http/logger.ts is a room of its own: whoever works may log. Files of core/ itself have none. */
function roomOf(file: string): string | null {
  if (file === 'core/http/logger.ts') return 'log';
  const [, room, rest] = file.split('/');
  return rest === undefined ? null : (room ?? null);
}

function pluginOf(file: string): string {
  return file.split('/')[1] ?? '';
}

function dependenciesOf(plugin: string): string[] {
  const text = readFileSync(join(ROOT, 'plugins', plugin, 'index.ts'), 'utf8');
  const list = /dependencies:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '';
  return [...list.matchAll(/['"]([^'"]+)['"]/g)].map(([, name]) => name ?? '');
}

function breach(one: Import, rule: string): void {
  breaches.push(`${one.from} imports ${one.specifier}: ${rule}`);
}
