// Files at every place of a document (attributes, components, zones, drafts, locales): deleted, cloned, and what schemas say about them.
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { examine } from '../../../core/testing/examine';
import { openApp } from './app';
import { image, uploaded } from './files';

const DEEP = [
  'populate[cover]=1',
  'populate[gallery]=1',
  'populate[banner]=1',
  'populate[seo][populate]=image',
  'populate[zone][on][shared.slider][populate]=files',
].join('&');

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  let a: { id: number };
  let b: { id: number };
  beforeAll(async () => {
    app = await openApp({}, { database, plugins: { openapi: true } });
    a = await uploaded(app, await image(10, 10, 'png', 'a.png'));
    b = await uploaded(app, await image(20, 20, 'png', 'b.png'));
  });
  afterAll(() => app.close());

  const make = async (data: object): Promise<string> =>
    (await app.agent.post('/api/articles').send({ data }).expect(201)).body.data.documentId;
  const put = (id: string, data: object, query = '') =>
    app.agent.put(`/api/articles/${id}?${query}`).send({ data }).expect(200);
  const read = async (id: string, query = '') =>
    (await app.agent.get(`/api/articles/${id}?${DEEP}${query}`)).body.data;

  it('a deleted file leaves all of them', async () => {
    const gone = await uploaded(app, await image(10, 10, 'png', 'gone.png'));
    const id = await make({
      cover: gone.id,
      gallery: [a.id, gone.id],
      banner: gone.id,
      seo: { words: 'kept', image: gone.id },
      zone: [{ __component: 'shared.slider', files: [a.id, gone.id, b.id] }],
    });
    await put(id, { title: 'fr', banner: gone.id }, 'locale=fr');
    await put(id, { title: 'draft' }, 'status=draft');
    await app.agent.delete(`/api/upload/files/${gone.id}`).expect(200);
    for (const query of ['', '&status=draft', '&locale=fr'])
      expect(await read(id, query)).toMatchObject({
        cover: null,
        gallery: [{ id: a.id }],
        banner: null,
        seo: { words: 'kept', image: null },
        zone: [{ files: [{ id: a.id }, { id: b.id }] }],
      });
    expect(await examine(app.kernel)).toEqual([]);
  });

  it('a clone shows them, and a change of the copy leaves the original', async () => {
    const zone = [{ __component: 'shared.slider', files: [b.id, a.id] }];
    const id = await make({ cover: a.id, seo: { image: a.id }, zone });
    const copy = await app.documents('api::article.article').clone({ documentId: id, data: {} });
    const copied = copy?.documentId ?? '';
    await put(copied, { cover: b.id, seo: { image: b.id } });
    const files = [{ id: b.id }, { id: a.id }];
    const shown = (file: { id: number }) => ({
      cover: { id: file.id },
      seo: { image: { id: file.id } },
      zone: [{ files }],
    });
    for (const status of ['', '&status=draft']) {
      expect(await read(id, status)).toMatchObject(shown(a));
      expect(await read(copied, status)).toMatchObject(shown(b));
    }
    expect(await examine(app.kernel)).toEqual([]);
  });

  it('populate=related finds them, but for those in private attributes', async () => {
    const file = await uploaded(app, await image(10, 10, 'png', 'related.png'));
    const inSeo = await make({ title: 'seo', seo: { image: file.id } });
    const both = await make({ title: 'both', cover: file.id, seo: { image: file.id } });
    const inZone = await make({ title: 'zone', zone: [{ __component: 'shared.slider', files: [file.id] }] });
    await make({ title: 'private', hidden: file.id });
    await make({ title: 'other', seo: { image: a.id } });
    const { body } = await app.agent.get(`/api/upload/files/${file.id}?populate=related`).expect(200);
    const titles = body.related.map(({ title, documentId }: Record<string, string>) => [title, documentId]);
    expect(titles.sort()).toEqual([
      ['both', both],
      ['seo', inSeo],
      ['zone', inZone],
    ]);
    for (const document of body.related)
      for (const name of ['seo', 'zone']) expect(document).not.toHaveProperty(name);
  });

  it('the OpenAPI document shows a file or a list of files', async () => {
    const { body } = await app.agent.get('/api/openapi.json').expect(200);
    const { Article, ComponentSharedSeo, ComponentSharedSlider } = body.components.schemas;
    const file = { $ref: '#/components/schemas/UploadFile' };
    expect(Article.properties.cover.anyOf).toEqual(expect.arrayContaining([file, { type: 'null' }]));
    expect(ComponentSharedSeo.properties.image.anyOf).toEqual(expect.arrayContaining([file]));
    for (const { anyOf } of [Article.properties.gallery, ComponentSharedSlider.properties.files])
      expect(anyOf).toEqual(expect.arrayContaining([{ type: 'array', items: file }]));
  });
});
