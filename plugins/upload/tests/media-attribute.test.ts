// The attribute type `media` in documents: order, queries, drafts, locales, components, allowed types.

import { type AnyPlugin, definePlugin } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { openApp } from './app';
import { image, text, uploaded } from './files';

/** Sets the files that a title names, after the other plugins. */
const setting = definePlugin({
  name: 'setting',
  dependencies: ['upload'],
  register({ hooks }) {
    hooks.documents.prepare(({ data, set, operation, type }) => {
      const [word, id] = String(Object(data).title).split(' ');
      if (operation !== 'create' || type.uid !== 'api::article.article' || word !== 'set') return;
      set('cover', Number(id));
      set('seo', { image: Number(id) });
    });
  },
}) as AnyPlugin;

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  let a: { id: number; documentId: string };
  let b: { id: number; documentId: string };
  let note: { id: number; documentId: string };
  beforeAll(async () => {
    app = await openApp({}, { database, plugins: { graphql: true }, added: [setting] });
    a = await uploaded(app, await image(10, 10, 'png', 'a.png'));
    b = await uploaded(app, await image(20, 20, 'png', 'b.png'));
    note = await uploaded(app, text('note'));
  });
  afterAll(() => app.close());

  const make = async (data: object, type = 'articles', query = '') => {
    const { status, body } = await app.agent.post(`/api/${type}?populate=*${query}`).send({ data });
    return { status, error: body.error, ...body.data };
  };
  const put = async (id: string, data: object, query = '') =>
    (await app.agent.put(`/api/articles/${id}?populate=*${query}`).send({ data })).body.data;
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

  it.each<[string, () => unknown]>([
    ['a row id', () => a.id],
    ['a row id as text', () => String(a.id)],
    ['a documentId', () => a.documentId],
    ['an object with id', () => ({ id: a.id })],
    ['an object with documentId', () => ({ documentId: a.documentId })],
    ['connect', () => ({ connect: [{ id: a.id }] })],
    ['set', () => ({ set: [a.documentId] })],
  ])('links a single file by %s', async (_name, value) => {
    expect((await make({ cover: value() })).cover).toMatchObject({ id: a.id, name: 'a.png', width: 10 });
  });

  it('keeps the order of several files', async () => {
    const { documentId, gallery } = await make({ gallery: [note.id, b.documentId, { id: a.id }] });
    expect(ids(gallery)).toEqual([note.id, b.id, a.id]);
    expect(
      ids(
        (
          await put(documentId, {
            gallery: { disconnect: [b.id], connect: [{ id: b.id, position: { start: true } }] },
          })
        ).gallery,
      ),
    ).toEqual([b.id, note.id, a.id]);
    expect((await put(documentId, { gallery: null })).gallery).toEqual([]);
  });

  it('one file stands in many documents', async () => {
    const [first, second] = [await make({ cover: a.id }), await make({ cover: a.id })];
    for (const { documentId } of [first, second])
      expect((await app.agent.get(`/api/articles/${documentId}?populate=cover`)).body.data.cover.id).toBe(
        a.id,
      );
  });

  it('hides files until populate asks for them, and selects their fields', async () => {
    const { documentId } = await make({ cover: a.id, gallery: [b.id] });
    const get = async (query: string) =>
      (await app.agent.get(`/api/articles/${documentId}${query}`)).body.data;
    expect(await get('')).not.toHaveProperty('cover');
    expect((await get('?populate[cover][fields][0]=url&populate[gallery][sort]=name')).cover).toEqual({
      id: a.id,
      documentId: a.documentId,
      url: expect.stringMatching(/^\/uploads\//),
    });
    expect((await get('?populate[cover][fields][0]=folderPath')) ?? null).toBeNull();
  });

  it('filters and sorts documents by attributes of their files', async () => {
    await make({ title: 'by name', cover: b.id, gallery: [a.id, note.id] });
    const found = async (query: string) =>
      (await app.agent.get(`/api/articles?filters[title][$eq]=by name&${query}`)).body.meta.pagination.total;
    expect(await found('filters[cover][name][$eq]=b.png&sort=cover.name')).toBe(1);
    expect(await found('filters[cover][name][$eq]=a.png')).toBe(0);
    expect(await found('filters[gallery][mime][$eq]=text/plain')).toBe(1);
    expect(await found('filters[cover][width][$gt]=15')).toBe(1);
  });

  it('publishes files with the document, and a draft changes alone', async () => {
    const { documentId } = await make({ cover: a.id, gallery: [a.id, b.id] });
    await put(documentId, { cover: b.id, gallery: [note.id] }, '&status=draft');
    const read = async (status: string) =>
      (await app.agent.get(`/api/articles/${documentId}?populate=*&status=${status}`)).body.data;
    expect([(await read('published')).cover.id, ids((await read('published')).gallery)]).toEqual([
      a.id,
      [a.id, b.id],
    ]);
    await app.agent.post(`/api/articles/${documentId}/actions/publish`);
    expect([(await read('published')).cover.id, ids((await read('published')).gallery)]).toEqual([
      b.id,
      [note.id],
    ]);
  });

  it('shares files between locales unless the attribute is localized', async () => {
    const { documentId } = await make({ title: 'en', cover: a.id, banner: a.id });
    const fr = await put(documentId, { title: 'fr', banner: b.id }, '&locale=fr');
    expect([fr.cover.id, fr.banner.id]).toEqual([a.id, b.id]);
    await put(documentId, { cover: b.id });
    const read = async (locale: string) =>
      (await app.agent.get(`/api/articles/${documentId}?populate=*&locale=${locale}`)).body.data;
    expect([(await read('fr')).cover.id, (await read('en')).banner.id]).toEqual([b.id, a.id]);
  });

  it('clones files with the document', async () => {
    const { documentId } = await make({ gallery: [b.id, a.id] });
    const copy = await app
      .documents('api::article.article')
      .clone({ documentId, data: {}, populate: ['gallery'] });
    const { gallery } = copy as unknown as { gallery: { id: number }[] };
    expect(ids(gallery)).toEqual([b.id, a.id]);
  });

  it('requires a file when the document is published', async () => {
    expect(await make({ title: 'draft' }, 'stricts', '&status=draft')).toMatchObject({ status: 201 });
    expect(await make({ title: 'live' }, 'stricts')).toMatchObject({
      status: 400,
      error: { details: { errors: [{ path: ['cover'] }] } },
    });
    expect(await make({ title: 'live', cover: a.id }, 'stricts')).toMatchObject({ status: 201 });
  });

  it.each<[string, () => object, string[][]]>([
    ['a single file', () => ({ cover: note.id }), [['cover']]],
    ['a documentId', () => ({ cover: note.documentId }), [['cover']]],
    ['an object', () => ({ cover: { connect: [{ documentId: note.documentId }] } }), [['cover']]],
    ['a component', () => ({ seo: { image: note.id } }), [['seo', 'image']]],
    [
      'a zone',
      () => ({
        zone: [
          { __component: 'shared.slider', files: [note.id] },
          { __component: 'shared.seo', image: { set: [note.id] } },
        ],
      }),
      [['zone', '1', 'image']],
    ],
    ['several places', () => ({ cover: note.id, seo: { image: note.id } }), [['cover'], ['seo', 'image']]],
  ])('refuses a file of another kind in %s', async (_name, data, paths) => {
    const { status, error } = await make(data());
    expect(status).toBe(400);
    expect(error.details.errors.map(({ path }: { path: string[] }) => path)).toEqual(paths);
  });

  it('names a file that does not exist', async () => {
    expect(await make({ cover: 999_999 })).toMatchObject({
      status: 400,
      error: {
        message: '1 relation(s) of type plugin::upload.file associated with this entity do not exist',
      },
    });
  });

  it('holds the allowed types of files that a plugin sets', async () => {
    expect((await make({ title: `set ${a.id}` })).cover).toMatchObject({ id: a.id });
    const { status, error } = await make({ title: `set ${note.id}` });
    const paths = error?.details.errors.map(({ path }: { path: string[] }) => path.join('.'));
    expect([status, paths]).toEqual([400, ['cover', 'seo.image']]);
  });

  it('holds files in components and zones', async () => {
    const { documentId } = await make({
      seo: { image: a.id },
      zone: [{ __component: 'shared.slider', files: [b.id, a.id] }],
    });
    const { body } = await app.agent.get(
      `/api/articles/${documentId}?populate[seo][populate]=image&populate[zone][on][shared.slider][populate]=files`,
    );
    expect(body.data).toMatchObject({
      seo: { image: { id: a.id } },
      zone: [{ files: [{ id: b.id }, { id: a.id }] }],
    });
  });

  it('shows files over GraphQL', async () => {
    const { documentId } = await make({ cover: a.id, gallery: [b.id, note.id] });
    const ask = async (query: string) => (await app.agent.post('/graphql').send({ query })).body;
    expect(
      await ask(
        `{ article(documentId: "${documentId}") { cover { name } gallery(sort: "name:desc") { name } gallery_connection { nodes { documentId } } } uploadFiles(filters: { name: { eq: "a.png" } }) { width } }`,
      ),
    ).toEqual({
      data: {
        article: {
          cover: { name: 'a.png' },
          gallery: [{ name: 'note.txt' }, { name: 'b.png' }],
          gallery_connection: { nodes: [{ documentId: b.documentId }, { documentId: note.documentId }] },
        },
        uploadFiles: [{ width: 10 }],
      },
    });
    expect(
      await ask(
        `mutation { updateUploadFile(id: ${note.id}, info: { caption: "new" }) { caption } deleteUploadFile(id: 999999) { name } }`,
      ),
    ).toEqual({
      data: { updateUploadFile: { caption: 'new' }, deleteUploadFile: null },
    });
    const unknown = await ask('mutation { updateUploadFile(id: 999999, info: {}) { caption } }');
    expect(unknown.errors[0]).toMatchObject({
      message: 'Entity not found',
      extensions: { code: 'STRAPI_NOT_FOUND_ERROR' },
    });
  });
});
