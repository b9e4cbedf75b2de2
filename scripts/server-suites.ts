// Prints the test suites that run on the databases in QUIRE_TEST_DATABASES; CI runs these on servers. A suite is one of them when
// it, or a file beside it, calls `testDatabases` or reads the variable.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = join(__dirname, '..');
const FOLDERS = ['core', 'plugins', 'conformance', 'scripts'];
const ASKS = /\.testDatabases\b|env\.QUIRE_TEST_DATABASES\b/;
const BESIDE = /require\("(\.\/[^"]+)"\)/g;

const asking = new Map<string, boolean>();

/** Follows only files beside the suite: the test kit itself calls `testDatabases`, too. */
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
if (suites.length === 0) throw new Error(`No suite in ${ROOT} asks for databases. Run npm run build.`);
process.stdout.write(`${suites.join('\n')}\n`);
