// Prints the test suites that run on the databases named in QUIRE_TEST_DATABASES, for CI's run on servers: the others would only
// do on SQLite what they have done already. A suite does when it asks which databases to run on (`testDatabases`), itself or in a
// file beside it that it uses.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = join(__dirname, '..');
const FOLDERS = ['core', 'plugins', 'conformance', 'scripts'];
const ASKS = /\.testDatabases\b/;
const BESIDE = /require\("(\.\/[^"]+)"\)/g;

const asking = new Map<string, boolean>();

/** The test kit itself asks for whoever uses it; only what stands beside a suite is followed. */
function asks(file: string): boolean {
  const known = asking.get(file);
  if (known !== undefined) return known;
  asking.set(file, false);
  const text = readFileSync(file, 'utf8');
  const found = ASKS.test(text) || [...text.matchAll(BESIDE)].some(([, name = '']) => asksAt(file, name));
  asking.set(file, found);
  return found;
}

function asksAt(from: string, name: string): boolean {
  const file = `${resolve(dirname(from), name)}.js`;
  return statSync(file, { throwIfNoEntry: false }) !== undefined && asks(file);
}

const suites = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(ROOT, folder, name))
    .filter((file) => file.endsWith('.test.js') && asks(file)),
);
if (suites.length === 0) throw new Error(`No suite in ${ROOT} asks for databases: is it compiled?`);
process.stdout.write(`${suites.join('\n')}\n`);
