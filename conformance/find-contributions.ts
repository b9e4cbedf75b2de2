// Rows and cases of plugins: the file `conformance` of each built-in plugin, and of each package whose package.json names one.
// Example: `"quire": { "conformance": "./conformance.js" }`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './cases/case';
import { BUILD, ROOT } from './paths';
import type { Row } from './spec/row';

export interface Contribution {
  readonly rows: readonly Row[];
  readonly cases: readonly Case[];
}

export function contributions(build = BUILD, packages = join(ROOT, 'node_modules')): Contribution {
  const files = [...ofPlugins(build), ...ofPackages(packages)];
  const found = files.map((file) => contributionOf(file, require(file)));
  return { rows: found.flatMap(({ rows }) => rows), cases: found.flatMap(({ cases }) => cases) };
}

function ofPlugins(build: string): string[] {
  return namesIn(join(build, 'plugins'))
    .map((name) => join(build, 'plugins', name, 'conformance', 'index.js'))
    .filter((file) => existsSync(file));
}

function ofPackages(folder: string): string[] {
  const names = namesIn(folder).flatMap((name) =>
    name.startsWith('@') ? namesIn(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
  );
  return names.flatMap((name) => {
    const file = join(folder, name, 'package.json');
    if (!existsSync(file)) return [];
    const text = readFileSync(file, 'utf8');
    // Most packages do not mention Quire; the suite does not parse their manifest.
    if (!text.includes('"quire"')) return [];
    const manifest: unknown = JSON.parse(text);
    const own = isObject(manifest) && isObject(manifest.quire) ? manifest.quire.conformance : undefined;
    return typeof own === 'string' ? [join(folder, name, own)] : [];
  });
}

function contributionOf(file: string, module: unknown): Contribution {
  const { rows, cases } = isObject(module) ? module : {};
  if (!Array.isArray(rows) || !Array.isArray(cases))
    throw new Error(`${file} must export "rows" and "cases", both lists. See conformance/README.md.`);
  return { rows, cases };
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
