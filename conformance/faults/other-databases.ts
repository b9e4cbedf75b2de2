// The compiled files that a run on one database never loads: those of other databases, and those that only such files import.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export const DATABASES = ['sqlite', 'mysql', 'postgres'];

/** `all`: every file that may import another one. `database`: the address of a database. */
export function filesOfOthers(all: readonly string[], database: string, build: string): ReadonlySet<string> {
  const own = DATABASES.find((name) => database.startsWith(name)) ?? 'sqlite';
  const others = new Set(all.filter((file) => namesOther(file, own)));
  const importers = importersOf(all, build);
  for (let size = -1; size !== others.size; ) {
    size = others.size;
    for (const [file, users] of importers) if (users.every((user) => others.has(user))) others.add(file);
  }
  return others;
}

/** `core/database/dialects/mysql.js` on SQLite. */
function namesOther(file: string, own: string): boolean {
  const words = basename(file, '.js').split('-');
  return DATABASES.some((name) => name !== own && words.includes(name));
}

/** Each imported file, with the files that import it. A file that is loaded in another way, such as a worker, has no importers. */
function importersOf(all: readonly string[], build: string): Map<string, string[]> {
  const known = new Set(all);
  const found = new Map<string, string[]>();
  for (const file of all)
    for (const [, path = ''] of readFileSync(join(build, file), 'utf8').matchAll(
      /(?:require|import)\("(\.[^"]*)"\)/g,
    )) {
      const imported = [`${join(file, '..', path)}.js`, join(file, '..', path, 'index.js')].find((each) =>
        known.has(each),
      );
      if (imported !== undefined) found.set(imported, [...(found.get(imported) ?? []), file]);
    }
  return found;
}
