// Folders beside each other that import each other, with all that they contain. Files of the folder above both do not count.
import type { Import } from './find-imports';

/** An import between two folders of a circle, once per pair. */
export function circlesOfFolders(imports: readonly Import[]): (readonly [from: string, to: string])[] {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const pair = to === null ? null : siblingsOf(from, to);
    if (pair === null) continue;
    const targets = graph.get(pair[0]) ?? new Set();
    graph.set(pair[0], targets.add(pair[1]));
  }
  const reachableFrom = (start: string): Set<string> => {
    const seen = new Set<string>();
    const open = [...(graph.get(start) ?? [])];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      open.push(...(graph.get(folder) ?? []));
    }
    return seen;
  };
  const reachable = new Map([...graph.keys()].map((folder) => [folder, reachableFrom(folder)]));
  return [...graph].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => reachable.get(to)?.has(from) && !(from > to && graph.get(to)?.has(from)))
      .map((to) => [from, to] as const),
  );
}

/** The folders below the deepest folder of both files; null: a file lies in that folder itself. */
function siblingsOf(from: string, to: string): readonly [string, string] | null {
  const own = from.split('/');
  const target = to.split('/');
  let depth = 0;
  while (depth < own.length - 1 && own[depth] === target[depth]) depth++;
  if (depth >= own.length - 1 || depth >= target.length - 1) return null;
  return [own.slice(0, depth + 1).join('/'), target.slice(0, depth + 1).join('/')];
}
