// Archives of the demo, in processes: each line matches the JSON Schemas of the package, and of two imports at once one is refused.
import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { ENV, MAIN } from '../core/kernel/cli/testing-command-line';
import { createTestDatabase, testDatabases } from '../core/testing/databases';
import { removeTemporary, temporary } from '../core/testing/temporary';
import { membersOf } from '../plugins/transfer/tests/forge';

const ROOT = resolve(__dirname, '..', '..');
const SCHEMAS = join(__dirname, '..', 'schema');
const env = { ...ENV, JWT_SECRET: 'b0Zl7vKq2mXw9sTn4dRc8yHu1gEj6pAa' };

function demo(database?: object): string {
  const dir = temporary();
  for (const name of ['config', 'seeds']) cpSync(join(ROOT, name), join(dir, name), { recursive: true });
  appendFileSync(
    join(dir, 'config', 'plugins.js'),
    '\nObject.assign(module.exports, { history: true, jobs: true });\n',
  );
  if (database)
    writeFileSync(join(dir, 'config', 'database.js'), `module.exports = ${JSON.stringify(database)};`);
  return dir;
}

interface Ran {
  readonly code: number | null;
  readonly output: string;
}
const quire = (dir: string, ...words: string[]): Promise<Ran> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [MAIN, ...words, '--dir', dir], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.on('close', (code) => done({ code, output }));
  });

let archive: string;
beforeAll(async () => {
  const dir = demo();
  archive = join(dir, 'a.tar.gz');
  for (const words of [
    ['seed', join(dir, 'seeds')],
    ['export', archive, '--secrets'],
  ])
    expect(await quire(dir, ...words)).toEqual({ code: 0, output: expect.any(String) });
}, 120_000);
afterAll(removeTemporary);

/** null: the member has bytes. */
function schemaOf(name: string): string | null {
  if (name === 'archive.json') return 'archive-head';
  if (name === 'end.json') return 'archive-end';
  if (name === 'settings.jsonl') return 'archive-setting';
  if (name.startsWith('documents/')) return 'archive-document';
  return name.startsWith('tables/') ? 'archive-row' : null;
}

it('each member matches its JSON Schema, and every article has an image', async () => {
  const schemas = new Map<string, ReturnType<Ajv2020['compile']>>();
  const checked = new Set<string>();
  const articles: string[] = [];
  let files = 0;
  for (const [name, text] of await membersOf(readFileSync(archive))) {
    const schema = schemaOf(name);
    if (schema === null) files += 1;
    else {
      const matches =
        schemas.get(schema) ??
        new Ajv2020({ strict: false, logger: false }).compile(
          JSON.parse(readFileSync(join(SCHEMAS, `${schema}.schema.json`), 'utf8')),
        );
      schemas.set(schema, matches);
      for (const line of name.endsWith('.jsonl') ? text.trim().split('\n') : [text]) {
        const isMatch = matches(JSON.parse(line));
        expect([name, isMatch, matches.errors ?? []]).toEqual([name, true, []]);
        checked.add(schema);
        if (name.includes('article.article')) articles.push(line);
      }
    }
  }
  // No plugin of the demo stores settings.
  expect([...checked].sort()).toEqual(['archive-document', 'archive-end', 'archive-head', 'archive-row']);
  expect(articles.length).toBeGreaterThan(0);
  for (const line of articles) expect(line).toMatch(/"cover":/);
  expect(files).toBeGreaterThanOrEqual(articles.length);
});

it.each(testDatabases())('of two processes that import at once, one is refused, on %s', async (client) => {
  const database = await createTestDatabase(client);
  try {
    const dir = demo(client === 'sqlite' ? { client, filename: 'data/quire.db' } : database.config);
    const both = await Promise.all([quire(dir, 'import', archive), quire(dir, 'import', archive)]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 2]);
    const refused = both.find(({ code }) => code === 2)?.output;
    expect(refused).toMatch(/^This application has content: .*api::article\.article/m);
    const again = join(dir, 'again.tar.gz');
    expect(await quire(dir, 'export', again, '--secrets')).toMatchObject({ code: 0 });
    expect(readFileSync(again).equals(readFileSync(archive))).toBe(true);
  } finally {
    await database.drop();
  }
});
