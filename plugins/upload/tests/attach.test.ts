// `ref`, `refId` and `field`: an upload that attaches its files to a document.
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { openApp } from './app';
import { image, type Sent, text, upload, uploaded } from './files';

const ref = 'api::article.article';

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  let png: Sent;
  beforeAll(async () => {
    app = await openApp({}, { database });
    png = await image(10, 10);
  });
  afterAll(() => app.close());

  const make = async (data: object, query = '') =>
    (await app.agent.post(`/api/articles${query}`).send({ data })).body.data;
  const read = async (documentId: string, query: string) =>
    (await app.agent.get(`/api/articles/${documentId}?populate=*&${query}`)).body.data;

  it('replaces a single file and appends to several', async () => {
    const old = await uploaded(app, png);
    const { id, documentId } = await make({ cover: old.id, gallery: [old.id] });
    for (const refId of [String(id), documentId])
      for (const field of ['cover', 'gallery'])
        expect((await upload(app, [png, png], { ref, refId, field })).status).toBe(201);
    const shown = await read(documentId, '');
    expect(shown.cover.id).toBeGreaterThan(old.id);
    expect(shown.gallery).toHaveLength(5);
    expect(shown.gallery[0].id).toBe(old.id);
  });

  it('attaches to the row of a locale and a status', async () => {
    const { documentId } = await make({ title: 'en' });
    const fr = await app.agent.put(`/api/articles/${documentId}?locale=fr`).send({ data: { title: 'fr' } });
    expect(fr.body.error).toBeUndefined();
    const target = { ref, refId: documentId, field: 'banner' };
    expect((await upload(app, [png], { ...target, locale: 'fr', status: 'draft' })).status).toBe(201);
    expect((await read(documentId, 'locale=fr&status=draft')).banner).toMatchObject({ mime: 'image/png' });
    expect((await read(documentId, 'locale=fr')).banner).toBeNull();
    expect((await read(documentId, 'locale=en&status=draft')).banner).toBeNull();
  });

  it('takes the id of a row as its locale and status', async () => {
    const { documentId } = await make({ title: 'en' });
    await app.agent.put(`/api/articles/${documentId}?locale=fr`).send({ data: { title: 'fr' } });
    const draft = await read(documentId, 'locale=fr&status=draft');
    expect((await upload(app, [png], { ref, refId: String(draft.id), field: 'banner' })).status).toBe(201);
    expect((await read(documentId, 'locale=fr&status=draft')).banner).not.toBeNull();
    expect((await read(documentId, 'locale=fr')).banner).toBeNull();
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'an unknown type',
      { ref: 'api::nothing.nothing', refId: '1', field: 'cover' },
      /^ref names no content type/,
    ],
    ['a type without refId', { ref, field: 'cover' }, /^refId must be a text/],
    ['a type without field', { ref, refId: '1' }, /^field must be a text/],
    ['an unknown field', { ref, refId: '1', field: 'nothing' }, /^field must name a media attribute/],
    ['a field that is no media', { ref, refId: '1', field: 'title' }, /^field must name a media attribute/],
    ['an unknown row', { ref, refId: '999999', field: 'cover' }, /^refId names no document/],
    [
      'an unknown document',
      { ref, refId: 'abcdefghijklmnopqrstuvwx', field: 'cover' },
      /^refId names no document/,
    ],
    ['a prototype', { ref: '__proto__', refId: '1', field: 'cover' }, /^ref names no content type/],
  ])('refuses %s and stores nothing', async (_name, fields, message) => {
    const { status, body } = await upload(app, [png], fields);
    expect([status, body.error?.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('stores nothing when the target refuses the file', async () => {
    const { documentId } = await make({ title: 'a' });
    const before = (await app.agent.get('/api/upload/files')).body.length;
    const { status, body } = await upload(app, [text('a')], { ref, refId: documentId, field: 'cover' });
    expect([status, body.error.details.errors[0].message]).toEqual([
      400,
      'cover accepts images; note.txt has the type text/plain',
    ]);
    expect((await app.agent.get('/api/upload/files')).body).toHaveLength(before);
  });
});
