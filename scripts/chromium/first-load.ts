// The bytes, compressed, that a browser loads before the first screen of the admin. The page loads later parts when it needs them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..', '..', 'plugins', 'admin', 'app');

export function firstLoadBytes(): number {
  const { script, style } = JSON.parse(readFileSync(join(FOLDER, 'entry.json'), 'utf8')) as Record<
    string,
    string
  >;
  const found = new Set<string>();
  withImports(script ?? '', found);
  if (found.size < 2) throw new Error('the first file imports no other: its imports are not found');
  const catalogue = Math.max(...['ar', 'de', 'es', 'fr'].map((language) => sizeOfCatalogue(language)));
  return [...found, style ?? ''].reduce(
    (sum, name) => sum + statSync(join(FOLDER, `${name}.gz`)).size,
    catalogue,
  );
}

/** The file and those that it imports at once. */
function withImports(name: string, found: Set<string>): void {
  if (found.has(name)) return;
  found.add(name);
  const text = readFileSync(join(FOLDER, name), 'utf8');
  for (const [, imported = ''] of text.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
    withImports(imported, found);
}

function sizeOfCatalogue(language: string): number {
  const name = readdirSync(FOLDER).find((each) => each.startsWith(`${language}.`) && each.endsWith('.js.gz'));
  if (name === undefined) throw new Error(`no catalogue of ${language}`);
  return statSync(join(FOLDER, name)).size;
}
