// Answers of the upload routes as recorded from the peer, on each database.

import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { openApp } from './app';
import { image, type Sent, text, upload, uploaded } from './files';

const RECORD = [
  'id',
  'documentId',
  'name',
  'alternativeText',
  'caption',
  'focalPoint',
  'width',
  'height',
  'formats',
  'hash',
  'ext',
  'mime',
  'size',
  'url',
  'previewUrl',
  'provider',
  'provider_metadata',
  'createdAt',
  'updatedAt',
  'publishedAt',
];
const error = (status: number, name: string, message: string | RegExp) => ({
  status,
  body: {
    data: null,
    error: expect.objectContaining({
      status,
      name,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    }),
  },
});
const EMPTY = error(400, 'ValidationError', 'Files are empty');

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openApp({}, { database });
  });
  afterAll(() => app.close());

  it('names the address of a file by its info, with the extension of the file', async () => {
    const addressOf = async (name: string) => (await uploaded(app, text('n'), { name })).url;
    expect(await addressOf('Élan vital.txt')).toMatch(/^\/uploads\/Elan_vital_[0-9a-f]{10}\.txt$/);
    expect(await addressOf('report.pdf')).toMatch(/^\/uploads\/report_pdf_[0-9a-f]{10}\.txt$/);
    expect(await addressOf('')).toMatch(/^\/uploads\/note_[0-9a-f]{10}\.txt$/);
  });

  it('lists files in pages', async () => {
    const [a, b] = [await uploaded(app, text('a', 'paged.txt')), await uploaded(app, text('b', 'paged.txt'))];
    const page = (query: string) =>
      app.agent.get(`/api/upload/files/page?filters[name]=paged.txt&fields=name&${query}`);
    const shown = ({ id, documentId, name }: typeof a) => ({ id, documentId, name, isUrlSigned: false });
    const first = { page: 1, pageSize: 1, pageCount: 2, total: 2 };
    expect((await page('pagination[pageSize]=1')).body).toEqual({
      data: [shown(a)],
      meta: { pagination: first },
    });
    expect((await page('pagination[start]=1&pagination[limit]=1')).body).toEqual({
      data: [shown(b)],
      meta: { pagination: { start: 1, limit: 1, total: 2 } },
    });
    expect((await page('pagination[withCount]=false&start=1')).body.meta.pagination).toEqual({
      page: 1,
      pageSize: 25,
    });
    expect(await page('pageSize=1')).toMatchObject({
      status: 400,
      body: { error: { name: 'PaginationError' } },
    });
    expect((await app.agent.post('/api/upload/files/page')).status).toBe(405);
  });

  it('shows the documents of a file with * and with options for each type', async () => {
    const { id } = await uploaded(app, await image(10, 10));
    const { documentId } = await app.documents('api::article.article').create({
      data: { title: 'Art', cover: id, seo: { words: 'w' } },
      status: 'published',
    });
    const related = async (query: string) => {
      const { body } = await app.agent.get(`/api/upload/files/${id}?${query}`);
      const [first] = (await app.agent.get(`/api/upload/files?filters[id]=${id}&${query}`)).body;
      expect(first?.related).toEqual(body.related);
      return body.related;
    };
    const uid = 'api::article.article';
    const on = `populate[related][on][${uid}]`;
    expect(await related('populate=*')).toMatchObject([{ documentId, title: 'Art', __type: uid }]);
    expect(await related(`${on}[fields]=title`)).toEqual([
      { id: expect.any(Number), documentId, title: 'Art', __type: uid },
    ]);
    expect(await related(`${on}[fields]=title&${on}[populate]=seo`)).toMatchObject([{ seo: { words: 'w' } }]);
    expect(await related(`${on}=true`)).toMatchObject([{ title: 'Art' }]);
    expect(await related(`${on}[filters][title]=other`)).toEqual([]);
    expect(await related('populate[related][on][api::strict.strict]=true')).toEqual([]);
    expect(await related('populate[related][count]=true')).toEqual({ count: 1 });
    expect(await related('populate[related]=false')).toBeUndefined();
    for (const wrong of [
      '[on][api::no.no]=true',
      `[on][${uid}][fields]=no`,
      `[on][${uid}][no]=1`,
      '[fields]=title',
    ])
      expect((await app.agent.get(`/api/upload/files/${id}?populate[related]${wrong}`)).status).toBe(400);
  });

  it('answers the records of several files in order, with their infos', async () => {
    const infos = [
      { name: 'Named', alternativeText: 'alt', caption: 'cap', unknown: 1 },
      { focalPoint: { x: 10, y: 20 } },
    ];
    const { status, body } = await upload(app, [await image(100, 80), text('n'.repeat(2500))], {
      fileInfo: infos.map((info) => JSON.stringify(info)),
      path: 'ignored',
    });
    expect(status).toBe(201);
    expect(Object.keys(body[0])).toEqual([...RECORD, 'isUrlSigned']);
    expect(body).toMatchObject([
      {
        name: 'Named',
        alternativeText: 'alt',
        caption: 'cap',
        width: 100,
        height: 80,
        formats: null,
        ext: '.png',
        mime: 'image/png',
        isUrlSigned: false,
        provider: 'local',
      },
      {
        name: 'note.txt',
        alternativeText: null,
        focalPoint: { x: 10, y: 20 },
        width: null,
        height: null,
        formats: null,
        ext: '.txt',
        mime: 'text/plain',
        size: 2.5,
      },
    ]);
    expect(body[1].hash).toMatch(/^note_[0-9a-f]{10}$/);
    expect(body[1].url).toBe(`/uploads/${body[1].hash}.txt`);
  });

  it.each([
    [600, 400, { thumbnail: [234, 156], small: [500, 333] }],
    [300, 900, { thumbnail: [52, 156], medium: [250, 750], small: [167, 500] }],
    [2000, 1000, { thumbnail: [245, 123], large: [1000, 500], medium: [750, 375], small: [500, 250] }],
    [1200, 800, { thumbnail: [234, 156], large: [1000, 667], medium: [750, 500], small: [500, 333] }],
    [245, 156, null],
  ] as const)('makes the formats of an image of %d × %d', async (width, height, expected) => {
    const file = await uploaded(app, await image(width, height, 'jpeg', 'mid.jpg'));
    const entries: [string, Record<string, unknown>][] = Object.entries(file.formats ?? {});
    expect(
      file.formats && Object.fromEntries(entries.map(([key, of]) => [key, [of.width, of.height]])),
    ).toEqual(expected);
    if (!expected) return;
    expect(Object.keys(file.formats)).toEqual(Object.keys(expected));
    const { thumbnail } = file.formats;
    expect(thumbnail).toEqual({
      name: 'thumbnail_mid.jpg',
      hash: `thumbnail_${file.hash}`,
      ext: '.jpg',
      mime: 'image/jpeg',
      path: null,
      width: thumbnail.width,
      height: thumbnail.height,
      size: Math.round(thumbnail.sizeInBytes / 10) / 100,
      sizeInBytes: expect.any(Number),
      url: `/uploads/thumbnail_${file.hash}.jpg`,
    });
    for (const [, { url, sizeInBytes }] of entries)
      expect((await app.agent.get(String(url))).headers['content-length']).toBe(String(sizeInBytes));
  });

  it.each<[string, Sent, object]>([
    [
      'a name with accents',
      text('a', 'Élan ünï (1).TXT'),
      { hash: expect.stringMatching(/^Elan_ueni_1_[0-9a-f]{10}$/), ext: '.TXT', name: 'Élan ünï (1).TXT' },
    ],
    ['no extension', text('a', 'README'), { hash: expect.stringMatching(/^README_/), ext: '.txt' }],
    ['no letters', text('a', '???.txt'), { hash: expect.stringMatching(/^file_[0-9a-f]{10}$/) }],
  ])('makes a hash for %s', async (_name, file, expected) => {
    expect(await uploaded(app, file)).toMatchObject(expected);
  });

  it('measures an SVG and makes no formats of it', async () => {
    const svg = {
      name: 'a.svg',
      type: 'image/svg+xml',
      bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"/>'),
    };
    expect(await uploaded(app, svg)).toMatchObject({
      width: 400,
      height: 300,
      formats: null,
      mime: 'image/svg+xml',
    });
  });

  it.each<[string, () => unknown, object]>([
    ['no files', () => upload(app, [], { fileInfo: '{}' }), EMPTY],
    ['a JSON body', () => app.agent.post('/api/upload').send({}), EMPTY],
    ['no body', () => app.agent.post('/api/upload'), EMPTY],
    [
      'another part name',
      () => app.agent.post('/api/upload').attach('file', Buffer.from('a'), 'a.txt'),
      EMPTY,
    ],
    ['a file of zero bytes', () => upload(app, [text('')]), EMPTY],
    [
      'garbage',
      () =>
        app.agent.post('/api/upload').set('content-type', 'multipart/form-data; boundary=x').send('garbage'),
      { status: 400 },
    ],
    [
      'a path as the name',
      () => upload(app, [text('a', 'a..b.txt')]),
      error(400, 'ApplicationError', 'File name contains invalid characters'),
    ],
    [
      'an info that is no JSON',
      () => upload(app, [text('a')], { fileInfo: '{' }),
      error(400, 'ValidationError', /^fileInfo must be valid JSON/),
    ],
    [
      'an info that is no object',
      () => upload(app, [text('a')], { fileInfo: '[]' }),
      error(400, 'ValidationError', /^fileInfo/),
    ],
    [
      'more infos than files',
      () => upload(app, [text('a')], { fileInfo: ['{}', '{}'] }),
      error(400, 'ValidationError', /2 entries for 1 file/),
    ],
    [
      'a focal point without numbers',
      () => upload(app, [text('a')], { fileInfo: '{"focalPoint":{"x":"1"}}' }),
      error(400, 'ValidationError', /focalPoint/),
    ],
    [
      'an empty list as the info',
      () => app.agent.post('/api/upload?id=1').send({ fileInfo: [] }),
      error(400, 'ValidationError', /^fileInfo must be an object/),
    ],
    [
      'two files for one',
      () => upload(app, [text('a'), text('b')], {}, '?id=1'),
      error(400, 'ValidationError', 'Cannot replace a file with multiple ones'),
    ],
    [
      'an unknown id to change',
      () => upload(app, [], { fileInfo: '{}' }, '?id=999999'),
      error(404, 'NotFoundError', 'Entity not found'),
    ],
    [
      'an id that is no number',
      () => upload(app, [], { fileInfo: '{}' }, '?id=abc'),
      error(404, 'NotFoundError', 'Entity not found'),
    ],
    [
      'an unknown file',
      () => app.agent.get('/api/upload/files/999999'),
      error(404, 'NotFoundError', 'file.notFound'),
    ],
    [
      'a file to delete that is unknown',
      () => app.agent.delete('/api/upload/files/999999'),
      error(404, 'NotFoundError', 'file.notFound'),
    ],
    ['GET /upload', () => app.agent.get('/api/upload'), { status: 405, headers: { allow: 'POST' } }],
    ['PUT /upload/files/:id', () => app.agent.put('/api/upload/files/1').send({}), { status: 405 }],
    ['POST /upload/files', () => app.agent.post('/api/upload/files').send({}), { status: 405 }],
  ])('refuses %s', async (_name, send, expected) => {
    const before = await app.documents('plugin::upload.file').count();
    expect(await send()).toMatchObject(expected);
    expect(await app.documents('plugin::upload.file').count()).toBe(before);
  });

  it('lists files bare, with filters, sort, fields and pages', async () => {
    const one = await uploaded(app, text('1', 'list one.txt'));
    const two = await uploaded(app, text('22222222222222222222', 'list two.txt'));
    const list = (query: string) => app.agent.get(`/api/upload/files?${query}`);
    const { body } = await list('filters[name][$startsWith]=list&sort=size:desc&fields[0]=name');
    expect(body).toEqual(
      [two, one].map(({ id, documentId, name }) => ({ id, documentId, name, isUrlSigned: false })),
    );
    expect((await list('filters[name][$startsWith]=list&sort=id&start=1&limit=1')).body).toMatchObject([
      { id: two.id },
    ]);
    expect((await list('pagination[page]=7&filters[name][$startsWith]=list')).body).toHaveLength(2);
    for (const query of ['populate=folder', 'filters[folderPath]=/', 'fields=folderPath'])
      expect(await list(query)).toMatchObject({ status: 400 });
    const shown = await app.agent.get(`/api/upload/files/${one.id}`);
    expect(shown.body).toEqual(one);
    expect((await app.agent.get(`/api/upload/files/${one.documentId}`)).body).toEqual(one);
  });

  it('populates the documents that show a file, and no drafts unless they are asked for', async () => {
    const [one, two] = [await uploaded(app, await image(9, 9)), await uploaded(app, text('a'))];
    const make = async (query: string, data: object) =>
      (await app.agent.post(`/api/articles${query}`).send({ data })).body.data.id;
    const live = await make('', { title: 'live', cover: one.id, gallery: [two.id, one.id] });
    const draft = await make('?status=draft', { title: 'draft', cover: one.id });
    const list = async (query: string) => {
      const { body } = await app.agent.get(`/api/upload/files?filters[id][$gte]=${one.id}&sort=id&${query}`);
      return body.map(({ related }: { related?: readonly { readonly id: number }[] }) =>
        related?.map(({ id }) => id).sort(),
      );
    };
    expect(await list('populate=related')).toEqual([[live], [live]]);
    expect(await list('populate[related]=true')).toEqual([[live], [live]]);
    expect((await list('populate=related&status=draft'))[0]).toContain(draft);
    expect(await list('populate=*')).toEqual([[live], [live]]);
    const { body } = await app.agent.get(`/api/upload/files/${two.id}?populate[0]=related&fields=name`);
    expect(body.related).toEqual([
      expect.objectContaining({ __type: 'api::article.article', id: live, title: 'live' }),
    ]);
    expect(body.related[0]).not.toHaveProperty('gallery');
    for (const query of [
      'populate=related,folder',
      'populate[related][populate]=*',
      'populate=related&status=x',
    ])
      expect(await app.agent.get(`/api/upload/files?${query}`)).toMatchObject({ status: 400 });
  });

  it('changes the info of a file, by a form or by JSON', async () => {
    const file = await uploaded(app, text('a'), { caption: 'old' });
    const form = await upload(
      app,
      [],
      { fileInfo: JSON.stringify({ alternativeText: 'new' }) },
      `?id=${file.id}`,
    );
    expect(form).toMatchObject({
      status: 200,
      body: { id: file.id, alternativeText: 'new', caption: 'old', url: file.url },
    });
    const json = await app.agent
      .post(`/api/upload?id=${file.id}`)
      .send({ fileInfo: { name: 'x.txt', caption: null } });
    expect(json).toMatchObject({
      status: 200,
      body: { name: 'x.txt', alternativeText: 'new', caption: null },
    });
  });

  it('replaces the bytes of a file and keeps its address', async () => {
    const file = await uploaded(app, await image(600, 400, 'png', 'first.png'));
    const { status, body } = await upload(
      app,
      [await image(300, 300, 'png', 'second.png')],
      {},
      `?id=${file.id}`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: file.id,
      hash: file.hash,
      url: file.url,
      name: 'second.png',
      width: 300,
      height: 300,
    });
    expect(Object.keys(body.formats)).toEqual(['thumbnail']);
    const { headers } = await app.agent.get(file.url);
    expect(Math.round(Number(headers['content-length']) / 10) / 100).toBe(body.size);
    expect((await app.agent.get(file.formats.small.url)).status).toBe(404);
  });

  it('deletes a file with its bytes and its links', async () => {
    const file = await uploaded(app, await image(600, 400));
    const { body } = await app.agent
      .post('/api/articles?populate=*')
      .send({ data: { cover: file.id, gallery: [file.id] } });
    expect(body.data).toMatchObject({ cover: { id: file.id }, gallery: [{ id: file.id }] });
    const gone = await app.agent.delete(`/api/upload/files/${file.id}`);
    expect(gone).toMatchObject({ status: 200, body: file });
    for (const url of [file.url, file.formats.thumbnail.url])
      expect((await app.agent.get(url)).status).toBe(404);
    const { documentId } = body.data;
    const { body: after } = await app.agent.get(`/api/articles/${documentId}?populate=*`);
    expect(after.data).toMatchObject({ cover: null, gallery: [] });
    expect((await app.agent.delete(`/api/upload/files/${file.id}`)).status).toBe(404);
  });
});
