// All examples in one application, each of them disabled in turn on the same database: the others serve, and no stored value is lost.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createTestApp, examine, type TestApp } from '../core/testing';

const ROOT = resolve(__dirname, '..', '..');
const read = (...path: string[]) => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'));
const ENTRIES: Readonly<Record<string, { readonly resolve: string }>> = read('conformance', 'examples.json');
const NAMES = Object.keys(ENTRIES);

const type = (name: string, options: object, attributes: object) => ({
  info: { singularName: name, pluralName: `${name}s` },
  options,
  attributes: { title: { type: 'string' }, ...attributes },
});
/** One content type per example that changes types; soft-delete takes part in all but the last. */
const CONTENT_TYPES = [
  type('paint', {}, { shade: { type: 'color' } }),
  type('page', { draftAndPublish: true, slugHistory: 'slug' }, { slug: { type: 'uid' } }),
  type('post', { readingTime: 'body' }, { body: { type: 'text' } }),
  type('price', { audience: true }, {}),
  type('plan', { draftAndPublish: true, approval: true, softDelete: false }, {}),
] as never;
const PLURALS = ['paints', 'pages', 'posts', 'prices', 'plans'];

const folder = mkdtempSync(join(tmpdir(), 'quire-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** On the database of this test. */
async function withApp<T>(off: string | null, work: (app: TestApp) => Promise<T>): Promise<T> {
  const examples = Object.entries(ENTRIES).map(([name, entry]) => [
    name,
    { ...entry, enabled: name !== off, resolve: join(ROOT, 'dist', 'examples', name) },
  ]);
  const app = await createTestApp({
    contentTypes: CONTENT_TYPES,
    config: {
      plugins: { 'draft-and-publish': true, ...Object.fromEntries(examples) },
      database: { filename: join(folder, 'content.db') },
    },
  });
  try {
    const result = await work(app);
    expect(app.logs.filter(({ level }) => level === 'error')).toEqual([]);
    return result;
  } finally {
    await app.close();
  }
}

const listed = async ({ agent }: TestApp, plural: string) =>
  (await agent.get(`/api/${plural}?status=draft&sort=title`).expect(200)).body.data;
const titles = async (app: TestApp, plural: string): Promise<string[]> =>
  (await listed(app, plural)).map(({ title }: { readonly title: string }) => title);
const add = async ({ agent }: TestApp, plural: string, data: object): Promise<string> =>
  (await agent.post(`/api/${plural}?status=draft`).send({ data }).expect(201)).body.data.documentId;

it('the others serve without each example, and its values are there again with it', async () => {
  await withApp(null, async (app) => {
    await add(app, 'paints', { title: 'first', shade: '#1e90ff' });
    await add(app, 'pages', { title: 'first', slug: 'first' });
    await add(app, 'posts', { title: 'first', body: 'word' });
    await add(app, 'prices', { title: 'first' });
    await add(app, 'plans', { title: 'first' });
    const gone = await add(app, 'paints', { title: 'deleted' });
    await app.agent.delete(`/api/paints/${gone}`).expect(204);
  });
  const expected = ['first'];
  for (const name of NAMES) {
    await withApp(name, async (app) => {
      for (const plural of PLURALS) {
        expect([name, plural, await titles(app, plural)]).toEqual([name, plural, expected]);
        await add(app, plural, { title: `without ${name}` });
      }
    });
    expected.push(`without ${name}`);
  }
  await withApp(null, async (app) => {
    for (const plural of PLURALS) expect([plural, await titles(app, plural)]).toEqual([plural, expected]);
    expect((await listed(app, 'paints'))[0]).toMatchObject({ shade: '#1e90ff' });
    expect((await listed(app, 'posts'))[0]).toMatchObject({ readingMinutes: 1 });
    expect((await listed(app, 'prices'))[0]).toMatchObject({ audience: 'everyone' });
    const deleted = (await app.agent.get('/api/paints?deleted=true').expect(200)).body.data;
    expect(deleted).toMatchObject([{ title: 'deleted' }]);
    expect(await examine(app.kernel)).toEqual([]);
  });
});
