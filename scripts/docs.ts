// Compares tables of the documentation with the code, both ways. A comment above a table names it, `<!-- table: hooks -->`.
// Its first column holds the keys, in backticks. Prints each difference and exits with 1 if there is one.
//   hooks          core/README.md: every hook; README of a plugin: the hooks that it taps
//   the file docs/errors.md: a section per error code, with its status, an example and a remedy
//   config         README of a plugin: the keys of its configuration
//   config NAME    docs/configuration.md: the whole table of config/NAME; `--write` writes it
//   decisions      core/decisions/README.md: title and status of each record; `--write` writes it
//   the file docs/public-surface.txt: the public surface; `--write` writes it
//   routes         the routes that the plugin adds, `GET /api/:plural`
// It also looks for paths in backticks that do not exist, in the READMEs of core/ and plugins/ (readme-paths.ts).
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { findPlugin } from '../core/kernel/app/find-plugin';
import type { Kernel } from '../core/kernel/app/kernel';
import { describeTaps } from '../core/kernel/app/plugin-hooks';
import { CONFIG_CHECKS } from '../core/kernel/config/load-config';
import { ERROR_TABLES } from '../core/kernel/errors/define-errors';
import { BUILT_IN_MIDDLEWARES } from '../core/kernel/http/built-in-middlewares';
import { configTable, leavesOf } from './config-table';
import { general, kernelWith } from './docs-application';
import { markdownTable } from './markdown-table';
import { publicSurface } from './public-surface';
import { missingPaths } from './readme-paths';

const ROOT = resolve(__dirname, '..', '..');
const differences: string[] = [];
let compared = 0;

async function main(): Promise<void> {
  const names = existsSync(join(ROOT, 'plugins')) ? builtInNames() : [];
  const kernel = await kernelWith(names);
  compare(
    'core/README.md',
    'hooks',
    // Without built-in plugins: their READMEs list the hooks that they publish.
    describeTaps((await kernelWith([], ['rest'])).hooks).map(({ hook }) => hook),
  );
  for (const [name, check] of Object.entries(CONFIG_CHECKS)) compareConfig(name, check.schema);
  compareConfig('middlewares', MIDDLEWARES);
  compareErrors(['core', ...names]);
  compareDecisions();
  for (const name of names) await comparePlugin(name, kernel);

  comparePublicSurface();
  findMissingPaths();

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
  compare(file, 'config', plugin.config ? keysOf(plugin.config.schema) : []);
  const routes = kernel.routes.filter(({ source }) => source === name);
  compare(file, 'routes', [
    ...new Set(routes.map(({ definition }) => `${definition.method} ${general(definition.path)}`)),
  ]);
}

/** The configuration of each built-in step; config/middlewares itself is a list and has no keys. */
const MIDDLEWARES = {
  properties: Object.fromEntries(
    [...BUILT_IN_MIDDLEWARES].map(([name, { config }]) => [name, config.schema]),
  ),
};

function compareConfig(name: string, schema: unknown): void {
  if (keysOf(schema).length > 0) compareWhole('docs/configuration.md', `config ${name}`, configTable(schema));
}

/** docs/public-surface.txt; `--write` writes it. */
function comparePublicSurface(): void {
  const name = 'docs/public-surface.txt';
  const wanted = `${publicSurface(join(ROOT, 'dist'))}\n`;
  const file = join(ROOT, name);
  compared++;
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return;
  if (process.argv.includes('--write')) writeFileSync(file, wanted);
  else
    differences.push(
      `${name}: the public surface has changed. Read docs/compatibility.md, run \`node dist/scripts/docs.js --write\`, and commit the file.`,
    );
}

function findMissingPaths(): void {
  const files = ['core', 'plugins', 'scripts', 'testing', 'docs', 'examples'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((name) => !name.includes('node_modules/')),
  );
  for (const name of files)
    if (/^(core|plugins)\/(.*\/)?README\.md$/.test(name))
      differences.push(...missingPaths(name, readFileSync(join(ROOT, name), 'utf8'), files));
}

/** docs/errors.md has one page for all codes: a reader finds a code by a search, and a log line names its heading. */
function compareErrors(areas: readonly string[]): void {
  const name = 'docs/errors.md';
  const expected = new Map(
    areas.flatMap((area) =>
      Object.entries(ERROR_TABLES.get(area) ?? {}).map(([code, row]) => [code, `${row.status} ${row.name}`]),
    ),
  );
  const sections = readFileSync(join(ROOT, name), 'utf8')
    .split(/^###? /m)
    .slice(1);
  const found = new Map(
    sections.filter((text) => /^[A-Z_]+\n/.test(text)).map((text) => [text.split('\n')[0] ?? '', text]),
  );
  compared++;
  for (const [code, status] of expected) {
    const text = found.get(code);
    if (text === undefined) differences.push(`${name}: add a section "### ${code}"`);
    else if (!SECTION.test(text) || !text.includes(`\n\`${status}\`: `))
      differences.push(
        `${name}: ${code} needs a line "\`${status}\`: …", an example in a block, and a line "Remedy: …"`,
      );
  }
  for (const code of found.keys())
    if (!expected.has(code)) differences.push(`${name} has ${code}, which no table has`);
}

const SECTION = /^[A-Z_]+\n\n`\d+ \w+`: .+\n\n```\w+\n[\s\S]+?\n```\n\nRemedy: .+\n*$/;

/** `# 0003 Title` and `Status: accepted.` of each record. */
function compareDecisions(): void {
  const folder = 'core/decisions';
  const records = readdirSync(join(ROOT, folder)).filter((name) => /^\d{4}-.*\.md$/.test(name));
  const rows = records.sort().map((name) => {
    const text = readFileSync(join(ROOT, folder, name), 'utf8');
    const [title, status] = [
      /^# (.+)$/m.exec(text)?.[1],
      /^Status: ((?:\([^)]*\)|[^.(])+)\./m.exec(text)?.[1],
    ];
    if (title === undefined || status === undefined)
      differences.push(
        `${folder}/${name}: start with "# NNNN Title" and "Status: accepted." or "superseded".`,
      );
    return [`[${title}](${name})`, status ?? ''];
  });
  compareWhole(`${folder}/README.md`, 'decisions', markdownTable(['record', 'status'], rows));
}

/** Compares a generated table with the one in the file; `--write` replaces it. */
function compareWhole(name: string, table: string, wanted: string): void {
  const file = join(ROOT, name);
  const text = readFileSync(file, 'utf8');
  const mark = `<!-- table: ${table} -->\n`;
  const start = text.indexOf(mark) + mark.length;
  const end = /\n\n|\n*$/.exec(text.slice(start))?.index ?? 0;
  compared++;
  if (!text.includes(mark)) differences.push(`${name}: add the line ${mark.trim()}`);
  else if (text.slice(start, start + end) === wanted) return;
  else if (process.argv.includes('--write'))
    writeFileSync(file, text.slice(0, start) + wanted + text.slice(start + end));
  else differences.push(`${name}: table "${table}" is stale. Run \`node dist/scripts/docs.js --write\`.`);
}

/** Compares the keys of a table with those of the code. A table without rows may be missing. */
function compare(file: string, table: string, actual: readonly string[]): void {
  const documented = tableIn(file, table);
  if (documented === null) {
    if (actual.length > 0)
      differences.push(
        `${file}: add a table below <!-- table: ${table} --> with these ${actual.length} rows: ${actual.join(', ')}`,
      );
    return;
  }
  compared++;
  for (const key of actual)
    if (!documented.includes(key)) differences.push(`${file}: table "${table}" lacks \`${key}\``);
  for (const key of documented)
    if (!actual.includes(key))
      differences.push(`${file}: table "${table}" has \`${key}\`, which the code lacks`);
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

const keysOf = (schema: unknown): string[] => leavesOf(schema).map(([key]) => key);

function builtInNames(): string[] {
  return readdirSync(join(ROOT, 'plugins')).filter((name) =>
    existsSync(join(ROOT, 'plugins', name, 'index.ts')),
  );
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
