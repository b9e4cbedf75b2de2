// The source files of a checkout and their imports. Type imports count.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

export interface Import {
  readonly from: string;
  readonly specifier: string;
  /** The imported file, from the root of the checkout; null: a package or a module of Node. */
  readonly to: string | null;
}

export function sourceFiles(root: string, folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name))
    .sort();
}

export function importsOf(root: string, file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  // `declare module './types'` extends an interface of that file. It imports nothing.
  const extended = new Set([...text.matchAll(/^declare module '([^']+)'/gm)].map(([, name]) => name));
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => !extended.has(fileName))
    .map(({ fileName }) => ({
      from: file,
      specifier: fileName,
      to: fileName.startsWith('.') ? targetOf(root, join(dirname(file), fileName)) : null,
    }));
}

function targetOf(root: string, path: string): string {
  const candidates = [`${path}.ts`, join(path, 'index.ts')];
  return candidates.find((candidate) => existsSync(join(root, candidate))) ?? path;
}

/** Each circle of imports once, as the list of its files; the first file is also the last. */
export function circlesOf(imports: readonly Import[]): string[][] {
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
