// What a browser loads before the first screen of the admin: the page loads later parts, such as the editor, when it needs them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..', 'plugins', 'admin', 'app');
/** Kilobytes. The aim is 200. */
const MOST = 250;

/** The file and those that it imports at once. */
function withImports(name: string, found: Set<string>): void {
  if (found.has(name)) return;
  found.add(name);
  const text = readFileSync(join(FOLDER, name), 'utf8');
  for (const [, imported = ''] of text.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
    withImports(imported, found);
}

test(`the first load has at most ${MOST} KB, compressed`, () => {
  const { script, style } = JSON.parse(readFileSync(join(FOLDER, 'entry.json'), 'utf8')) as Record<
    string,
    string
  >;
  const found = new Set<string>();
  withImports(script ?? '', found);
  expect(found.size).toBeGreaterThan(1);
  const catalogue = Math.max(...['ar', 'de', 'es', 'fr'].map((language) => sizeOfCatalogue(language)));
  const bytes = [...found, style ?? ''].reduce(
    (sum, name) => sum + statSync(join(FOLDER, `${name}.gz`)).size,
    catalogue,
  );
  expect(bytes / 1024).toBeLessThan(MOST);
});

function sizeOfCatalogue(language: string): number {
  const name = readdirSync(FOLDER).find((each) => each.startsWith(`${language}.`) && each.endsWith('.js.gz'));
  if (name === undefined) throw new Error(`no catalogue of ${language}`);
  return statSync(join(FOLDER, name)).size;
}
