// Compares the tables in READMEs with the code, both ways. A table is marked by a comment above it, `<!-- table: hooks -->`,
// and its first column, in backticks, holds the keys. Prints each difference and exits with 1 if there is one.
//   hooks          in core/README.md every hook there is; in a plugin's README those it taps
//   errors         the error table of the area: core, or the plugin
//   config NAME    the keys of config/NAME; in a plugin's README `config` stands for its own configuration
//   routes         the routes that the plugin adds, `GET /api/:plural`
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isPlainObject } from '../core/check/checks';
import { CONFIG_CHECKS } from '../core/config/load-config';
import { ERROR_TABLES } from '../core/errors/define-errors';
import { findPlugin } from '../core/kernel/find-plugin';
import { describeTaps } from '../core/kernel/guard-taps';
import { createKernel, type Kernel } from '../core/kernel/kernel';
import { definePlugin } from '../core/kernel/plugin';

const ROOT = resolve(__dirname, '..', '..');
const differences: string[] = [];
let compared = 0;

async function main(): Promise<void> {
  const names = existsSync(join(ROOT, 'plugins')) ? builtInNames() : [];
  const kernel = await kernelWith(names);
  compare(
    'core/README.md',
    'hooks',
    describeTaps(kernel.hooks).map(({ hook }) => hook),
  );
  compare('core/README.md', 'errors', errorsOf('core'));
  for (const [name, check] of Object.entries(CONFIG_CHECKS))
    compare('README.md', `config ${name}`, keysOf(check.schema));
  for (const name of names) await comparePlugin(name, kernel);

  for (const text of differences) console.error(text);
  console.log(`docs: ${compared} tables, ${differences.length} differences`);
  process.exitCode = differences.length > 0 ? 1 : 0;
}

async function comparePlugin(name: string, kernel: Kernel): Promise<void> {
  const file = `plugins/${name}/README.md`;
  const { plugin } = await findPlugin(name, { enabled: true, config: undefined }, ROOT);
  const taps = describeTaps(kernel.hooks).filter(({ plugins }) => plugins.includes(name));
  compare(
    file,
    'hooks',
    taps.map(({ hook }) => hook),
  );
  compare(file, 'errors', errorsOf(name));
  compare(file, 'config', plugin.config ? keysOf(plugin.config.schema) : []);
  const routes = kernel.routes.filter(({ source }) => source === name);
  compare(file, 'routes', [
    ...new Set(routes.map(({ definition }) => `${definition.method} ${general(definition.path)}`)),
  ]);
}

/** What stands in the README against what there is. A table that would be empty may be missing. */
function compare(file: string, table: string, actual: readonly string[]): void {
  const documented = tableIn(file, table);
  if (documented === null) {
    if (actual.length > 0)
      differences.push(
        `${file}: there is no table "${table}" (<!-- table: ${table} -->), but ${actual.length} rows for it`,
      );
    return;
  }
  compared++;
  for (const key of actual)
    if (!documented.includes(key)) differences.push(`${file}: table "${table}" lacks \`${key}\``);
  for (const key of documented)
    if (!actual.includes(key))
      differences.push(`${file}: table "${table}" has \`${key}\`, which the code has not`);
}

function tableIn(file: string, table: string): string[] | null {
  if (!existsSync(join(ROOT, file))) return null;
  const text = readFileSync(join(ROOT, file), 'utf8');
  const start = text.indexOf(`<!-- table: ${table} -->`);
  if (start < 0) return null;
  const [, ...lines] = text.slice(start).split('\n');
  const rows: string[] = [];
  for (const line of lines) {
    if (line.trim() === '' && rows.length === 0) continue;
    if (!line.startsWith('|')) break;
    rows.push(line);
  }
  return rows
    .slice(2)
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, key]) => key ?? ''));
}

const errorsOf = (area: string): string[] => Object.keys(ERROR_TABLES.get(area) ?? {});

/** `rest.prefix`: the leaves of a JSON Schema. */
function keysOf(schema: unknown, prefix = ''): string[] {
  if (!isPlainObject(schema) || !isPlainObject(schema.properties)) return prefix ? [prefix] : [];
  return Object.entries(schema.properties).flatMap(([key, value]) =>
    keysOf(value, prefix ? `${prefix}.${key}` : key),
  );
}

/** The application below has one type of each kind, and one operation; their names stand for all names. */
const general = (path: string): string =>
  path
    .replace(/\/things(?=\/|$)/, '/:plural')
    .replace(/\/solo(?=\/|$)/, '/:singular')
    .replace(/\/actions\/act$/, '/actions/:operation');

const ACTING = definePlugin({
  name: 'acting',
  register: ({ operations }) => operations.add({ name: 'act', plugin: 'acting', run: async () => undefined }),
});

function builtInNames(): string[] {
  return readdirSync(join(ROOT, 'plugins')).filter((name) =>
    existsSync(join(ROOT, 'plugins', name, 'index.ts')),
  );
}

async function kernelWith(plugins: readonly string[]): Promise<Kernel> {
  const dir = mkdtempSync(join(tmpdir(), 'quire-docs-'));
  try {
    mkdirSync(join(dir, 'config', 'content-types'), { recursive: true });
    write(join(dir, 'config', 'content-types', 'thing.json'), {
      info: { singularName: 'thing', pluralName: 'things' },
      attributes: {},
    });
    write(join(dir, 'config', 'content-types', 'solo.json'), {
      kind: 'singleType',
      info: { singularName: 'solo', pluralName: 'solos' },
      attributes: {},
    });
    write(join(dir, 'config', 'plugins.json'), Object.fromEntries(plugins.map((name) => [name, true])));
    const overrides = { server: { logs: { level: 'silent' } } };
    return await createKernel({ dir, env: {}, overrides, plugins: [ACTING] });
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const write = (file: string, value: unknown): void => writeFileSync(file, JSON.stringify(value));

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
