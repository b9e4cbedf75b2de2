// Holds docs/api.md against the demo: each request gives the answer below it, in order.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ComponentDefinition, ContentTypeDefinition } from '../core';
import { isPlainObject } from '../core/kernel/check/checks';
import { createTestApp, runCommand, type TestApp } from '../core/testing';

const ROOT = resolve(__dirname, '..', '..');
const CONFIG = join(ROOT, 'config');
const page = readFileSync(join(ROOT, 'docs', 'api.md'), 'utf8');

interface Example {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** null: the page shows no answer, which then has no body. */
  readonly answer: unknown;
}

const examples = [
  ...page.matchAll(/^```http\n(\w+) (\S+)\n([\s\S]*?)^```\n(?:\n```json\n([\s\S]*?)^```)?/gm),
].map(
  ([, method = '', path = '', body = '', answer]): Example => ({
    method,
    path,
    body,
    answer: answer === undefined ? null : JSON.parse(answer),
  }),
);

const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(CONFIG, ...path), 'utf8')) as T;

let app: TestApp;
/** The names on the page → documentIds. */
const ids = new Map<string, string>();

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
        i18n: { config: { defaultLocale: 'en', locales: ['en', 'fr'] } },
        'draft-and-publish': true,
        transfer: true,
      },
    },
  });
  await runCommand(app.kernel, ['seed', join(ROOT, 'seeds')]);
  const named: readonly (readonly [string, `api::${string}.${string}`, string, string])[] = [
    ['POND', 'api::article.article', 'title', 'A pond in a weekend'],
    ['TOOLS', 'api::tag.tag', 'name', 'tools'],
    ['SEASONS', 'api::tag.tag', 'name', 'seasons'],
    ['BEGINNERS', 'api::tag.tag', 'name', 'beginners'],
    ['INES', 'api::author.author', 'name', 'Ines Marlow'],
  ];
  for (const [name, uid, field, value] of named) {
    const [document] = await app.documents(uid).findMany({ filters: { [field]: value } });
    ids.set(name, String(document?.documentId));
  }
});
afterAll(() => app.close());

const withIds = (text: string): string =>
  text.replace(/\b(POND|TOOLS|SEASONS|BEGINNERS|INES|NEW)\b/g, (name) => ids.get(name) ?? name);

const withNames = (text: string): string =>
  [...ids].reduce((all, [name, id]) => all.replaceAll(`"${id}"`, `"${name}"`), text);

async function send({ method, path, body }: Example): Promise<{ status: number; body: unknown }> {
  const response = await fetch(app.url + encodeURI(withIds(path)), {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body.trim() === '' ? {} : { body: withIds(body) }),
  });
  const text = await response.text();
  const parsed = text === '' ? null : JSON.parse(text);
  if (method === 'POST' && response.status === 201) ids.set('NEW', parsed.data.documentId);
  return { status: response.status, body: text === '' ? null : JSON.parse(withNames(text)) };
}

const OMITTED = new Set(['id', 'documentId', 'locale', 'createdAt', 'updatedAt', 'publishedAt', 'meta']);

/** Without the keys that the page may omit, where it omits them. */
function asShown(actual: unknown, shown: unknown): unknown {
  if (Array.isArray(actual))
    return actual.map((item, index) => asShown(item, Array.isArray(shown) ? shown[index] : undefined));
  if (!isPlainObject(actual)) return actual;
  const known = isPlainObject(shown) ? shown : {};
  return Object.fromEntries(
    Object.entries(actual)
      .filter(([key]) => !OMITTED.has(key) || key in known)
      .map(([key, value]) => [key, asShown(value, known[key])]),
  );
}

test('each request gives the answer of the page', async () => {
  expect(examples.length).toBeGreaterThan(15);
  expect(examples).toHaveLength(page.split('```http').length - 1);
  for (const example of examples) {
    const { status, body } = await send(example);
    const isError = isPlainObject(example.answer) && 'error' in example.answer;
    expect([example.path, status >= 400]).toEqual([example.path, isError]);
    expect([example.path, asShown(body, example.answer)]).toEqual([example.path, example.answer]);
  }
});

describe('the table of operators', () => {
  const rows = [...page.matchAll(/^\| (`\$.*?) +\|.*\| `(filters.*?)` +\|$/gm)];
  const operators = rows.flatMap(([, names = '']) =>
    [...names.matchAll(/`(\$\w+)`/g)].map(([, name]) => name),
  );

  it('lists every operator', () => {
    const known = [...app.kernel.operators.names(), '$and', '$or', '$not'];
    expect([...operators].sort()).toEqual([...known].sort());
  });

  it.each(rows.map(([, names = '', example = '']) => [names, example]))(
    '%s: the example finds some articles',
    async (_n, example) => {
      const { status, body } = await send({
        method: 'GET',
        path: `/api/articles?${example}`,
        body: '',
        answer: null,
      });
      const found = isPlainObject(body) && Array.isArray(body.data) ? body.data.length : 0;
      expect([example, status]).toEqual([example, 200]);
      expect(found > 0 && found < 5).toBe(true);
    },
  );
});
