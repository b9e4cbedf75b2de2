// Fields of plugins on documents: one call for all documents, the permission, errors, and mistakes that stop startup.
import { type AnyPlugin, type ContentTypeDefinition, definePlugin } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing';

const NOTE = 'api::note.note';
const CONTENT: ContentTypeDefinition[] = [
  {
    info: { singularName: 'note', pluralName: 'notes' },
    attributes: {
      title: { type: 'string' },
      next: { type: 'relation', relation: 'manyToOne', target: NOTE },
    },
  },
];
const VIEWS = 'plugin::counter.views.find';
const calls: (readonly string[])[] = [];

const counter = (documentFields: object, typeDefs = 'extend type Note { views: Int }'): AnyPlugin =>
  definePlugin({
    name: 'counter',
    register(app) {
      app.actions.add({ name: VIEWS, description: 'Reads numbers of views' });
      app.hooks.request.authorize((request, action) =>
        action === VIEWS && request.header('x-hidden') !== undefined
          ? { allowed: false, status: 403 }
          : undefined,
      );
      app.graphql.add({ name: 'views', description: 'Views of notes', typeDefs, documentFields } as never);
    },
  });
const COUNTED = {
  'Note.views': {
    action: VIEWS,
    async read(ids: readonly string[]) {
      if (ids.length > 9) throw new Error('the counter is broken');
      calls.push(ids);
      return new Map(ids.filter((id) => id !== quiet).map((id, index) => [id, index + 1]));
    },
  },
};
/** A document without a value. */
let quiet = '';

const open = (plugin: AnyPlugin, graphql: object = {}): Promise<TestApp> =>
  createTestApp({
    contentTypes: CONTENT,
    plugins: [plugin],
    config: {
      server: { anonymous: 'full', logs: { level: 'error' } },
      plugins: { rest: true, graphql: { config: graphql } },
    },
  });
const fill = async (app: TestApp, count: number): Promise<void> => {
  let next: string | null = null;
  for (let rank = 0; rank < count; rank++)
    next = (await app.documents(NOTE).create({ data: { title: `n${rank}`, next } })).documentId;
};
const ask = async ({ agent }: TestApp, query: string, headers: Record<string, string> = {}) =>
  (await agent.post('/graphql').set(headers).send({ query })).body;

describe('a field on documents', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await open(counter(COUNTED));
    await fill(app, 3);
  });
  afterAll(() => app.close());
  beforeEach(() => calls.splice(0));

  it('is read once for all documents of an answer, at each depth', async () => {
    const { data } = await ask(app, '{ notes(sort: "title") { title views more: views next { views } } }');
    expect(data.notes).toEqual([
      { title: 'n0', views: 1, more: 1, next: null },
      { title: 'n1', views: 2, more: 2, next: { views: 1 } },
      { title: 'n2', views: 3, more: 3, next: { views: 2 } },
    ]);
    expect(calls).toEqual([[expect.anything(), expect.anything(), expect.anything()]]);
  });

  it('is null for documents without a value', async () => {
    const first = await app.documents(NOTE).findFirst({ sort: 'title' });
    quiet = first?.documentId ?? '';
    expect(await ask(app, '{ notes(sort: "title") { views } }')).toEqual({
      data: { notes: [{ views: null }, { views: 1 }, { views: 2 }] },
    });
    quiet = '';
  });

  it('is null for callers without its permission, and not read', async () => {
    expect(
      await ask(app, `{ notes(pagination: { limit: 1 }) { title views } }`, { 'x-hidden': '1' }),
    ).toEqual({
      data: { notes: [{ title: 'n0', views: null }] },
    });
    expect(calls).toEqual([]);
  });

  it('is part of the document that a mutation returns, and of the former response format', async () => {
    const { data } = await ask(app, 'mutation { createNote(data: { title: "x" }) { views documentId } }');
    expect(data.createNote).toEqual({ views: 1, documentId: expect.any(String) });
    await app.documents(NOTE).delete({ documentId: data.createNote.documentId });
    const former = await open(counter(COUNTED), { v4CompatibilityMode: true });
    await fill(former, 1);
    expect(await ask(former, '{ notes { data { attributes { title views } } } }')).toEqual({
      data: { notes: [{ data: { attributes: { title: 'n0', views: 1 } } }] },
    });
    await former.close();
  });
});

it('the log names the plugin of a field that fails', async () => {
  const app = await open(counter(COUNTED));
  await fill(app, 10);
  const { data, errors } = await ask(app, '{ notes { views } }');
  expect(data).toEqual({ notes: Array.from({ length: 10 }, () => ({ views: null })) });
  expect(errors[0]).toMatchObject({ message: 'Internal Server Error', path: ['notes', 0, 'views'] });
  expect(app.logs.find(({ level }) => level === 'error')).toMatchObject({ plugin: 'counter' });
  await app.close();
});

const { 'Note.views': field } = COUNTED;
it.each([
  ['a field that the schema lacks', counter({ 'Note.seen': field }), 'the schema has no field Note.seen'],
  [
    'a field of another type',
    counter({ 'Sum.views': field }, 'type Sum { views: Int } extend type Query { sum: Sum }'),
    'Sum is no content type',
  ],
  [
    'a field that the type has',
    counter({ 'Note.title': field }, 'extend type Note { title: String }'),
    'two fields have this name',
  ],
  [
    'a field without a permission',
    counter({ 'Note.views': { read: field.read } }),
    'documentFields.Note.views',
  ],
])('%s stops startup', async (_case, plugin, message) => {
  const starting = open(plugin);
  await expect(starting).rejects.toThrow(message);
  await expect(starting).rejects.toThrow('counter');
});
