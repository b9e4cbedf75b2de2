// Holds docs/graphql.md against the demo: each operation runs with its variables and gives the answer below it. The examples of clients
// print what their comments say.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import type { ComponentDefinition, ContentTypeDefinition } from '../core';
import { createTestApp, runCommand, type TestApp } from '../core/testing';

const ROOT = resolve(__dirname, '..', '..');
const CONFIG = join(ROOT, 'config');
const page = readFileSync(join(ROOT, 'docs', 'graphql.md'), 'utf8');
const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
  language,
  text,
}));

interface Example {
  readonly query: string;
  variables: unknown;
  answer: unknown;
}

/** JSON below an operation: first its variables, then its answer. Only an answer has `data` with the name of a field, or `errors`. */
function examplesOf(): Example[] {
  const found: Example[] = [];
  for (const { language, text } of blocks) {
    const last = found.at(-1);
    if (language === 'graphql') found.push({ query: text, variables: {}, answer: undefined });
    if (language !== 'json' || !last) continue;
    const value = JSON.parse(text) as Record<string, unknown>;
    const takesData = last.query.includes('$data') && Object.keys(last.variables as object).length === 0;
    if (('data' in value && !takesData) || 'errors' in value) last.answer = value;
    else last.variables = value;
  }
  return found;
}

const examples = examplesOf();
const clients = blocks.filter(({ language }) => language === 'ts').map(({ text }) => text);

const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(CONFIG, ...path), 'utf8')) as T;

let app: TestApp;
beforeAll(async () => {
  const folders = readdirSync(join(CONFIG, 'components'));
  app = await createTestApp({
    contentTypes: readdirSync(join(CONFIG, 'content-types')).map((file) =>
      read<ContentTypeDefinition>('content-types', file),
    ),
    components: Object.fromEntries(
      folders.flatMap((folder) =>
        readdirSync(join(CONFIG, 'components', folder)).map((file) => [
          `${folder}.${file.replace('.json', '')}`,
          read<ComponentDefinition>('components', folder, file),
        ]),
      ),
    ),
    config: {
      server: { anonymous: 'full', logs: { level: 'error' } },
      plugins: {
        rest: true,
        graphql: { config: { subscriptions: true, callerFilterTime: 10_000 } },
        i18n: { config: { defaultLocale: 'en', locales: ['en', 'fr'] } },
        'draft-and-publish': true,
        transfer: true,
      },
    },
  });
  await runCommand(app.kernel, ['seed', join(ROOT, 'seeds')]);
});
afterAll(() => app.close());

const ask = async (query: string, variables?: unknown) =>
  (await app.agent.post('/graphql').send({ query, variables })).body as Record<string, unknown>;

const anyId = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replace(/"[a-z0-9]{24}"/g, '"DOCUMENT_ID"'));

test('each operation gives the answer of the page', async () => {
  expect(examples.length).toBeGreaterThan(8);
  const [tag] = await app.documents('api::tag.tag').findMany({ filters: { name: 'tools' } });
  let created = '';
  for (const { query, variables, answer } of examples) {
    const known = JSON.stringify(variables)
      .replaceAll('DOCUMENT_ID', created)
      .replaceAll('TAG_ID', tag?.documentId ?? '');
    const body = await ask(query, JSON.parse(known));
    const made = (body.data as { createArticle?: { documentId?: string } } | undefined)?.createArticle;
    created = made?.documentId ?? created;
    expect([query, anyId(body)]).toEqual([query, answer]);
  }
});

test('each example of a client is TypeScript, and its operation is valid', async () => {
  expect(clients).toHaveLength(7);
  for (const text of clients) {
    const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
    expect(diagnostics).toEqual([]);
    for (const [, query = ''] of text.matchAll(/gql`([\s\S]*?)`/g)) {
      const { errors } = await ask(query, { least: 1, page: 1 });
      expect([query, errors]).toEqual([query, undefined]);
    }
  }
});

const runnable = clients
  .filter((text) => text.includes('console.log'))
  .map((text) => [/from '(.*)'/.exec(text)?.[1] ?? 'fetch', text] as const);

/** Runs an example against the application; returns what it prints. */
async function printed(example: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-client-'));
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const { outputText } = ts.transpileModule(example.replace('http://localhost:1337', app.url), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    writeFileSync(join(folder, 'example.mjs'), outputText);
    const { stdout } = await promisify(execFile)(process.execPath, ['example.mjs'], {
      cwd: folder,
      timeout: 300_000,
    });
    return stdout.trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each(runnable)('the example of %s prints what its comment says', async (_client, text) => {
  const [, expected] = /console\.log\(.*\); \/\/ (.*)/.exec(text) ?? [];
  expect(await printed(text)).toBe(expected);
});

test('the cache of Apollo Client holds each page, each document, and components inside documents', async () => {
  const [, apollo = ''] = runnable.find(([client]) => client === '@apollo/client') ?? [];
  const output = await printed(`${apollo.replace(/^console\.log.*$/m, '')}
    await client.query({ query: ARTICLES, variables: { page: 1 } });
    const again = await client.query({ query: ARTICLES, variables: { page: 2 }, fetchPolicy: 'cache-only' });
    console.log(JSON.stringify({ stored: client.cache.extract(), first: data, again: again.data }));`);
  const { stored, first, again } = JSON.parse(output) as {
    stored: Record<string, Record<string, unknown>>;
    first: unknown;
    again: unknown;
  };
  expect(again).toEqual(first);
  const { ROOT_QUERY = {}, ...entries } = stored;
  expect(Object.keys(ROOT_QUERY).filter((key) => key.startsWith('articles_connection('))).toHaveLength(2);
  const documents = Object.keys(entries).filter((key) => key !== '__META');
  expect(documents.length).toBeGreaterThan(2);
  for (const key of documents) expect(key).toMatch(/^Article:\w+:/);
  expect(JSON.stringify(entries)).toMatch(
    /"sections":\[\{"__typename":"ComponentSharedQuote","id":"\d+","text":/,
  );
});
