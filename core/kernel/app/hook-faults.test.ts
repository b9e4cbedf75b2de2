// Taps that would show too much, or stop the process. Each is an error that names the plugin and the remedy.
import { limitRows, type Visibility } from '../../content/model/compiled/visibility';
import type { ContentTypeDefinition } from '../../content/model/read/type-builder';
import { createTestApp, type TestApp } from '../../testing/create-test-app';
import { testDatabases } from '../../testing/databases';
import type { App } from './app';
import { definePlugin } from './plugin';

const UID = 'api::note.note';
const OTHER = 'api::other.other';
const contentTypes: readonly ContentTypeDefinition[] = [
  {
    info: { singularName: 'note', pluralName: 'notes' },
    attributes: { text: { type: 'string' }, hidden: { type: 'boolean' } },
  },
  { info: { singularName: 'other', pluralName: 'others' }, attributes: { text: { type: 'string' } } },
];
const server = { anonymous: 'full', logs: { level: 'error' } } as const;

const errorOf = ({ logs }: TestApp): string => String(JSON.stringify(logs.at(-1)));

describe('request.visibility', () => {
  const limited = (answer: (visibility: Visibility) => unknown) =>
    definePlugin({
      name: 'limiting' as string,
      register: ({ hooks }) =>
        hooks.request.visibility((visibility, request) =>
          request.header('x-all') === 'yes' ? visibility : (answer(visibility) as Visibility),
        ),
    });

  it.each<[string, (visibility: Visibility) => unknown]>([
    ['undefined', (visibility) => void limitRows(visibility, 'shown', () => ({ hidden: false }))],
    ['null', () => null],
    ['an object that is no visibility', () => ({ rowFilter: () => ({ hidden: false }) })],
  ])('a tap that returns %s closes the answer', async (word, answer) => {
    const app = await createTestApp({
      contentTypes,
      plugins: [limited(answer)],
      config: { server, plugins: { graphql: true } },
    });
    try {
      const { documentId } = await app.documents(UID).create({ data: { text: 'secret', hidden: true } });
      for (const path of ['/api/notes', `/api/notes/${documentId}`]) {
        const { status, text } = await app.agent.get(path);
        expect([status, text]).toEqual([500, expect.not.stringContaining('secret')]);
        expect(errorOf(app)).toContain('"plugin":"limiting","hook":"request.visibility"');
        expect(errorOf(app)).toContain(`returned ${word}. Return a visibility, such as the given one.`);
      }
      const put = await app.agent.put(`/api/notes/${documentId}`).send({ data: { text: 'changed' } });
      expect(put.status).toBe(500);
      const { body } = await app.agent.post('/graphql').send({ query: '{ notes { text } }' });
      expect([body.data, body.errors.length]).toEqual([null, 1]);
      expect((await app.agent.get('/api/notes').set('x-all', 'yes')).body.data).toMatchObject([
        { text: 'secret' },
      ]);
    } finally {
      await app.close();
    }
  });

  it.each<[string, (app: App) => void]>([
    ['request.visibility', ({ hooks }) => hooks.request.visibility((visibility) => visibility)],
    ['query.transform', ({ hooks }) => hooks.query.transform(() => undefined)],
    ['documents.prepare', ({ hooks }) => hooks.documents.prepare(async () => undefined)],
    ['documents.committed', ({ hooks }) => hooks.documents.committed(async () => undefined)],
  ])('a tap of %s in boot stops startup, because it would never run', async (name, tap) => {
    const late = definePlugin({
      name: 'late' as string,
      register: () => undefined,
      boot: async (app) => tap(app),
    });
    await expect(createTestApp({ contentTypes, plugins: [late] })).rejects.toThrow(
      `The plugin "late" taps ${name} too late: the tap would never run. Tap the hook in \`register(app)\`.`,
    );
  });
});

describe.each(testDatabases())('a write inside documents.loaded, on %s', (database) => {
  let app: TestApp;
  let write: (app: App) => Promise<unknown> = async () => undefined;
  let isLate = false;
  let late: Promise<unknown> = Promise.resolve();
  const writing = definePlugin({
    name: 'writing' as string,
    register(own) {
      own.hooks.documents.loaded(async (set) => {
        // Reads are free, also those of documents and of knex.
        await own.documents(OTHER).count();
        await own.database.knex('others').select('text');
        if (set.type.uid !== UID) return;
        if (isLate)
          late = new Promise(setImmediate).then(() => new Promise(setImmediate)).then(() => write(own));
        else await write(own);
      });
    },
  });
  beforeAll(async () => {
    app = await createTestApp({ contentTypes, plugins: [writing], database, config: { server } });
  });
  afterAll(() => app.close());

  it.each<[string, (own: App) => Promise<unknown>]>([
    ['the document service', (own) => own.documents(OTHER).create({ data: { text: 'x' } })],
    ['the same type', (own) => own.documents(UID).create({ data: { text: 'x' } })],
    ['a transaction', (own) => own.documents.transaction(async () => undefined)],
    ['knex', (own) => own.database.knex('others').insert({ text: 'x', document_id: 'x' })],
    ['raw SQL', (own) => Promise.resolve(own.database.knex.raw("DELETE FROM others WHERE text = 'x'"))],
  ])('by %s is an error at once', async (_how, how) => {
    write = async () => undefined;
    await app.documents(UID).create({ data: { text: 'first' } });
    const before = await app.documents(UID).count();
    write = how;
    for (const asked of [
      () => app.agent.get('/api/notes'),
      () => app.agent.post('/api/notes').send({ data: { text: 'second' } }),
    ]) {
      expect((await asked()).status).toBe(500);
      expect(errorOf(app)).toContain('"plugin":"writing","hook":"documents.loaded"');
      expect(errorOf(app)).toContain('in documents.loaded, which only reads. Write in documents.written');
    }
    write = async () => undefined;
    expect([await app.documents(UID).count(), await app.documents(OTHER).count()]).toEqual([before, 0]);
  });

  it('is possible after the hook', async () => {
    let resolve: () => void = () => undefined;
    const promise = new Promise<void>((done) => (resolve = done));
    isLate = true;
    write = async (own) => {
      await promise;
      await own.documents(OTHER).create({ data: { text: 'late' } });
    };
    await app.agent.get('/api/notes').expect(200);
    resolve();
    await late;
    expect(await app.documents(OTHER).count()).toBe(1);
  });
});

test('app.caller() outside the hooks of documents is an error', async () => {
  const given: App[] = [];
  const asking = definePlugin({ name: 'asking' as string, register: (app) => void given.push(app) });
  const app = await createTestApp({ contentTypes, plugins: [asking] });
  expect(() => given[0]?.caller()).toThrow(
    'The plugin "asking" calls app.caller() outside the hooks documents.*. In a handler, use request.caller.',
  );
  await app.close();
});
