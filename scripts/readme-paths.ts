// The paths that READMEs of core/ and plugins/ name in backticks, such as `bus.ts` or `sql/`, and that do not exist. A path stands below the
// folder of its README, or begins at core/ or at the repository. In a row of a table that begins with a folder, a path begins at this folder:
//   | `content/sql/` | trees → statements → rows | `compile/select.ts` |
import { posix } from 'node:path';

const PATH = /^(?:\.\.\/)*(?:[\w@.-]+\/)*(?:[\w@.-]+\/|[\w@.-]+\.tsx?)$/;
const CODE = /`([^`\n]+)`/g;
const BLOCK = /^( *)```[\s\S]*?^\1```/gm;

/** `files`: all files of the repository. One sentence for each missing path. */
export function missingPaths(readme: string, text: string, files: readonly string[]): readonly string[] {
  const folder = posix.dirname(readme);
  const known = new Set(files.flatMap(withFolders));
  const below = [...known].filter((path) => path.startsWith(`${folder}/`) && path !== `${folder}/`);
  const isThere = (path: string, row: string | undefined): boolean =>
    row === undefined || path === row
      ? [path, `core/${path}`, posix.join(folder, path)].some((each) => known.has(each)) ||
        below.some((each) => each.endsWith(`/${path}`))
      : known.has(posix.join(folder, row, path));
  return text
    .replace(BLOCK, '')
    .split('\n')
    .flatMap((line) => {
      const row = /^\| \[?`([\w@./-]+\/)`[^|]*\|/.exec(line)?.[1];
      return [...line.matchAll(CODE)]
        .map(([, path = '']) => path)
        .filter((path) => PATH.test(path) && !isThere(path, row));
    })
    .map((path) => `${readme} names \`${path}\`, which does not exist`);
}

/** `core/cluster/bus.ts` → itself, `core/cluster/` and `core/`. */
const withFolders = (file: string): readonly string[] => [
  file,
  ...file.split('/').flatMap((_, at, parts) => (at === 0 ? [] : [`${parts.slice(0, at).join('/')}/`])),
];
