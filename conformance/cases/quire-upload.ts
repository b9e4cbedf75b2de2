// Cases of the upload routes: what goes in, what is listed, what is deleted, and who may do so.
import { makeUser } from './accounts';
import { article, get, made, put } from './build';
import type { Bench, Case, Step } from './case';
import { gives } from './graphql-build';
import { is, type Pattern } from './pattern';
import { fileInfo, LARGE_PICTURE, PICTURE, part, png, removes, sends, TEXT, upload } from './upload-files';

const files = (row: string, run: (bench: Bench) => Promise<void>): Case => ({
  rows: [`quire.upload.${row}`],
  run,
});
const text = (name: string, content = name) => part(name, 'text/plain', content);
/** Files whose names begin with the mark of the case. */
const OWN = 'filters[name][$startsWith]={mark}';
const listed = (expect: readonly Pattern[], query = ''): Step =>
  get(`/upload/files?${OWN}&sort=name${query}`, { body: expect });
const bad = (status: number, name: string, message?: string) => ({
  status,
  error: { name, ...(message === undefined ? {} : { message: is.matching(message) }) },
});
/** A refused upload stores nothing. */
async function refused(bench: Bench, parts: Parameters<typeof sends>[0], expect: Step['expect'] = {}) {
  await bench.send(sends(parts, { status: 400, error: { name: 'ValidationError' }, ...expect }));
  await bench.send(listed([]));
}
const KEYS = [
  ...['id', 'documentId', 'name', 'alternativeText', 'caption', 'focalPoint', 'width', 'height'],
  ...['formats', 'hash', 'ext', 'mime', 'size', 'url', 'previewUrl', 'provider', 'provider_metadata'],
  ...['createdAt', 'updatedAt', 'publishedAt', 'isUrlSigned'],
];
const covered = (cover: Pattern): Step => get('/articles/{a.documentId}?populate=cover', { data: { cover } });

export const quireUploadCases: readonly Case[] = [
  files('several', async (bench) => {
    const { mark } = bench;
    const infos = [{ caption: 'first', unknown: 1 }, { name: `${mark} second` }].map(fileInfo);
    const parts = [text(`${mark}a.txt`, 'aa'), text(`${mark}b.txt`, 'bbb'), ...infos];
    const saved = { save: { f: 'body.0', g: 'body.1' } };
    const expected = [
      { name: `${mark}a.txt`, caption: 'first' },
      { name: `${mark} second`, caption: null },
    ];
    await bench.send(sends(parts, { status: 201, body: expected }, saved));
    removes(bench, 'f');
    removes(bench, 'g');
    for (const [alias, content] of [
      ['f', 'aa'],
      ['g', 'bbb'],
    ]) {
      const answer = await bench.send({ send: 'GET', from: 'root', path: `{${alias}.url}` });
      if (answer.text !== content) bench.fail('the bytes of another file', content, answer.text);
    }
  }),
  files('keys', async (bench) => {
    await upload(bench, 'f');
    const { body } = await bench.send(
      get('/upload/files/{f.id}', { body: { isUrlSigned: false, focalPoint: null } }),
    );
    const keys = Object.keys(Object(body)).filter((key) => key !== 'publishedAt');
    const expected = KEYS.filter((key) => key !== 'publishedAt');
    if (keys.join() !== expected.join()) bench.fail('other keys, or another order', expected, keys);
  }),
  files('empty', async (bench) => {
    const empty = { error: { name: 'ValidationError', message: 'Files are empty' } };
    await refused(bench, [{ ...text(`${bench.mark}.txt`), name: 'file' }], empty);
    await refused(bench, [{ name: 'other', content: 'value' }], empty);
    await refused(bench, [text(`${bench.mark}.txt`, '')], empty);
    await bench.send({
      send: 'POST',
      path: '/upload',
      body: { files: [] },
      expect: { status: 400, ...empty },
    });
  }),
  files('names', async (bench) => {
    for (const [name, hash, ext] of [
      ['Élan ünï (1).PNG', '^Elan_ueni_1_*[0-9a-f]{10}$', '.PNG'],
      ['README', '^README_[0-9a-f]{10}$', '.txt'],
    ] as const) {
      const isImage = ext === '.PNG';
      await upload(bench, 'f', isImage ? part(name, 'image/png', png(10, 10)) : text(name));
      await bench.send(get('/upload/files/{f.id}', { body: { name, hash: is.matching(hash), ext } }));
    }
    for (const name of ['a/b.txt', '../b.txt'])
      await bench.send(
        sends([text('b.txt'), fileInfo({ name })], bad(400, 'ApplicationError', 'invalid characters')),
      );
  }),
  files('bad-info', async (bench) => {
    for (const info of ['{', '[]', '"text"', { name: 5 }, { focalPoint: { x: 'left' } }, { focalPoint: 5 }])
      await refused(bench, [text(`${bench.mark}.txt`), fileInfo(info)]);
    await refused(bench, [text(`${bench.mark}.txt`), fileInfo({}), fileInfo({})]);
  }),
  files('change', async (bench) => {
    await upload(bench, 'f', TEXT, { caption: 'kept', alternativeText: 'old' });
    const path = '/upload?id={f.id}';
    const info = { alternativeText: 'new', focalPoint: { x: 10, y: 20.5 } };
    const changed = { id: '{f.id}', caption: 'kept', name: 'note.txt', ...info };
    await bench.send(sends([fileInfo(info)], { status: 200, body: changed }, { path }));
    await bench.send(get('/upload/files/{f.id}', { body: { ...changed, url: '{f.url}', size: 2.5 } }));
    const body = { fileInfo: { caption: null, name: 'other' } };
    await bench.send({ send: 'POST', path, body, expect: { status: 200, body: { caption: null } } });
    await bench.send(
      get('/upload/files/{f.id}', { body: { name: 'other', caption: null, alternativeText: 'new' } }),
    );
    for (const id of ['999999999', 'none', '{f.documentId}'])
      await bench.send(
        sends([fileInfo({})], bad(404, 'NotFoundError', 'Entity not found'), { path: `/upload?id=${id}` }),
      );
  }),
  files('replace', async (bench) => {
    await upload(bench, 'f', TEXT, { caption: 'kept' });
    const path = '/upload?id={f.id}';
    const same = { id: '{f.id}', hash: '{f.hash}', url: '{f.url}', caption: 'kept' };
    const after = { ...same, name: 'later.txt', size: 1.2 };
    await bench.send(sends([text('later.txt', 'l'.repeat(1200))], { status: 200, body: after }, { path }));
    await bench.send(get('/upload/files/{f.id}', { body: after }));
    const bytes = { send: 'GET', from: 'root', path: '{f.url}' } as const;
    const { text: content } = await bench.send(bytes);
    if (content !== 'l'.repeat(1200)) bench.fail('the old bytes', '1200 bytes', `${content.length} bytes`);
    await bench.send(
      sends([text('a.txt'), text('b.txt')], bad(400, 'ApplicationError', 'multiple'), { path }),
    );
    await bench.send(sends([text('a.txt')], { status: 404 }, { path: '/upload?id=999999999' }));
    await bench.send(get('/upload/files/{f.id}', { body: after }));
  }),
  files('attach', async (bench) => {
    await bench.make('a', article());
    const to = (field: string, refId = '{a.documentId}') =>
      [
        ['ref', 'api::article.article'],
        ['refId', String(bench.value(refId.slice(1, -1)))],
        ['field', field],
      ].map(([name = '', content = '']) => ({ name, content }));
    for (const [alias, field, refId] of [
      ['f', 'cover', '{a.id}'],
      ['g', 'cover', '{a.documentId}'],
      ['h', 'gallery', '{a.documentId}'],
      ['i', 'gallery', '{a.id}'],
    ] as const) {
      const parts = [text(`${bench.mark}${alias}.txt`), ...to(field, refId)];
      await bench.send(sends(parts, { status: 201 }, { save: { [alias]: 'body.0' } }));
      removes(bench, alias);
    }
    await bench.send(
      get('/articles/{a.documentId}?populate=*', {
        data: { cover: { id: '{g.id}' }, gallery: [{ id: '{h.id}' }, { id: '{i.id}' }] },
      }),
    );
  }),
  files('attach-wrong', async (bench) => {
    await bench.make('a', article());
    const id = String(bench.value('a.documentId'));
    for (const [ref, refId, field] of [
      ['api::none.none', id, 'cover'],
      ['api::article.article', 'none', 'cover'],
      ['api::article.article', '999999999', 'cover'],
      ['api::article.article', id, 'none'],
      ['api::article.article', id, 'title'],
    ] as const)
      await refused(bench, [
        text(`${bench.mark}.txt`),
        { name: 'ref', content: ref },
        { name: 'refId', content: refId },
        { name: 'field', content: field },
      ]);
    await bench.send(covered(null));
  }),
  files('list', async (bench) => {
    const { mark } = bench;
    for (const [alias, size] of Object.entries({ a: 1000, b: 3000, c: 2000 }))
      await upload(bench, alias, text(`${mark}${alias}.txt`, 'x'.repeat(size)));
    const [a, b, c] = [{ id: '{a.id}' }, { id: '{b.id}' }, { id: '{c.id}' }];
    await bench.send(listed([a, b, c]));
    await bench.send(listed([c, b, a], ':desc'));
    await bench.send(listed([b, c], '&filters[size][$gt]=1.5'));
    await bench.send(listed([b], '&start=1&limit=1'));
    await bench.send(listed([b, c], '&start=1'));
    await bench.send(listed([a, b, c], '&pagination[page]=2&pagination[pageSize]=1'));
    const short = is.both(
      { name: `${mark}a.txt` },
      is.noKeys('url', 'mime', 'size', 'folder', 'folderPath', 'caption'),
    );
    await bench.send(listed([short], '&fields[0]=name&limit=1'));
    await bench.send(get('/upload/files/{a.id}?fields=name', { body: short }));
    await bench.send(get(`/upload/files?_q=${mark}b`, { body: [b] }));
    await bench.send(get('/upload/files/{c.documentId}', { body: c }));
  }),
  files('list-hidden', async (bench) => {
    for (const query of [
      'filters[folderPath][$eq]=/',
      'populate=folder',
      'filters[none][$eq]=1',
      'sort=none',
    ])
      await bench.send(get(`/upload/files?${query}`, { status: 400, error: { name: 'ValidationError' } }));
    await upload(bench, 'f', TEXT);
    await bench.send(get('/upload/files/{f.id}', { body: is.noKeys('folder', 'folderPath', 'related') }));
  }),
  files('related', async (bench) => {
    await upload(bench, 'f', TEXT);
    await upload(bench, 'g', TEXT);
    await bench.make('a', article({ cover: '{f.id}', gallery: ['{g.id}'] }));
    const related = (alias: string, expect: Pattern, query = ''): Step =>
      get(`/upload/files/{${alias}.id}?populate=related${query}`, { body: { related: expect } });
    const shown = { documentId: '{a.documentId}', __type: 'api::article.article' };
    await bench.send(related('f', [shown]));
    await bench.send(related('g', [shown]));
    for (const form of ['populate[0]=related', 'populate[related]=true', 'populate[related]=*'])
      await bench.send(get(`/upload/files/{f.id}?${form}`, { body: { related: [shown] } }));
    await bench.send(put('/articles/{a.documentId}', { cover: null }));
    await bench.send(related('f', []));
    await bench.send(
      get('/upload/files?filters[id][$eq]={g.id}&populate[0]=related', { body: [{ related: [shown] }] }),
    );
    await makeUser(bench, 'reader', [
      'plugin::upload.content-api.find',
      'plugin::upload.content-api.findOne',
    ]);
    await bench.send({ ...related('g', []), as: 'reader' });
  }),
  files('one', async (bench) => {
    for (const id of ['999999999', 'none', '0']) {
      const missing = bad(404, 'NotFoundError', 'file.notFound');
      await bench.send(get(`/upload/files/${id}`, missing));
      await bench.send({ send: 'DELETE', path: `/upload/files/${id}`, expect: missing });
    }
    await upload(bench, 'f', TEXT);
    await bench.send({ send: 'PUT', path: '/upload/files/{f.id}', body: {}, expect: { status: 405 } });
    await bench.send({ send: 'POST', path: '/upload/files', body: {}, expect: { status: 405 } });
  }),
  files('delete', async (bench) => {
    await upload(bench, 'f', LARGE_PICTURE);
    await upload(bench, 'g', TEXT);
    await bench.make('a', article({ cover: '{f.id}', gallery: ['{f.id}', '{g.id}'] }));
    const urls = ['{f.url}', '{f.formats.thumbnail.url}', '{f.formats.small.url}'];
    for (const path of urls) await bench.send({ send: 'GET', from: 'root', path, expect: { status: 200 } });
    const gone = { status: 200, body: { id: '{f.id}', name: 'picture.png', url: '{f.url}' } };
    await bench.send({ send: 'DELETE', path: '/upload/files/{f.id}', expect: gone });
    await bench.send({
      send: 'DELETE',
      path: '/upload/files/{f.id}',
      expect: bad(404, 'NotFoundError', 'file.notFound'),
    });
    await bench.send(get('/upload/files/{f.id}', { status: 404 }));
    for (const path of urls) await bench.send({ send: 'GET', from: 'root', path, expect: { status: 404 } });
    await bench.send(
      get('/articles/{a.documentId}?populate=*', { data: { cover: null, gallery: [{ id: '{g.id}' }] } }),
    );
  }),
  files('formats', async (bench) => {
    const side = (width: number, height: number) => ({ width, height });
    for (const [width, height, formats] of [
      [600, 400, { thumbnail: side(234, 156), small: side(500, 333) }],
      [300, 900, { thumbnail: side(52, 156), medium: side(250, 750), small: side(167, 500) }],
      [
        1200,
        300,
        { thumbnail: side(245, 61), large: side(1000, 250), medium: side(750, 188), small: side(500, 125) },
      ],
      [2, 900, { thumbnail: side(1, 156), medium: side(2, 750), small: side(1, 500) }],
      [900, 2, { thumbnail: side(245, 1), medium: side(750, 2), small: side(500, 1) }],
      [245, 156, null],
      [100, 80, null],
    ] as const) {
      await upload(bench, 'f', part('p.png', 'image/png', png(width, height)));
      await bench.send(get('/upload/files/{f.id}', { body: { width, height, formats } }));
      if (formats)
        await bench.send(
          get('/upload/files/{f.id}', { body: { formats: is.keys(...Object.keys(formats)) } }),
        );
    }
    await upload(bench, 'f', PICTURE);
    const entry = {
      ...{ name: 'thumbnail_picture.png', hash: 'thumbnail_{f.hash}', ext: '.png', mime: 'image/png' },
      ...{ path: null, url: '/uploads/thumbnail_{f.hash}.png', sizeInBytes: is.integer },
    };
    await bench.send(get('/upload/files/{f.id}', { body: { formats: { thumbnail: entry } } }));
    await upload(bench, 'f', TEXT);
    await bench.send(get('/upload/files/{f.id}', { body: { width: null, height: null, formats: null } }));
  }),
  files('real-type', async (bench) => {
    const name = `${bench.mark}.png`;
    const pdf = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n';
    const named = { error: { details: { declared: 'image/png', real: 'application/pdf' } } };
    await refused(bench, [part(name, 'image/png', pdf)], named);
    await refused(bench, [part(`${bench.mark}.pdf`, 'application/pdf', png(20, 20))]);
    await refused(bench, [part(`${bench.mark}.jpg`, 'image/jpeg', png(20, 20))]);
  }),
  files('allowed', async (bench) => {
    await upload(bench, 'f', TEXT);
    await upload(bench, 'g', part('p.png', 'image/png', png(20, 20)));
    await bench.make('s', made('/checks', { req: 'r', imgs: ['{g.id}'] }));
    const refusal = { status: 400, error: { name: 'ValidationError' } };
    await bench.send(put('/checks/{s.documentId}', { imgs: ['{g.id}', '{f.id}'] }, refusal));
    await bench.send(put('/checks/{s.documentId}', { imgs: { connect: ['{f.documentId}'] } }, refusal));
    await bench.send(get('/checks/{s.documentId}?populate=imgs', { data: { imgs: [{ id: '{g.id}' }] } }));
  }),
  files('order', async (bench) => {
    for (const alias of ['f', 'g', 'h']) await upload(bench, alias, text(`${alias}.txt`));
    await bench.make('a', article({ gallery: ['{h.id}', '{f.id}', '{g.id}'] }));
    const gallery = (...aliases: string[]): Step =>
      get('/articles/{a.documentId}?populate=gallery', {
        data: { gallery: aliases.map((alias) => ({ id: `{${alias}.id}` })) },
      });
    await bench.send(gallery('h', 'f', 'g'));
    await bench.send(put('/articles/{a.documentId}', { gallery: ['{g.id}', '{h.id}'] }));
    await bench.send(gallery('g', 'h'));
    await bench.send(put('/articles/{a.documentId}', { gallery: [] }));
    await bench.send(gallery());
  }),
  files('required', async (bench) => {
    await upload(bench, 'f', part('p.png', 'image/png', png(20, 20)));
    const data = { title: bench.mark, uniq: bench.mark, n: 1 };
    const at = '/strictdocs';
    await bench.send({
      send: 'POST',
      path: at,
      body: { data },
      expect: {
        status: 400,
        error: { details: { errors: is.including({ path: ['cover'] }) } },
      },
    });
    await bench.make('d', made(`${at}?status=draft`, data));
    const publish: Omit<Step, 'expect'> = { send: 'POST', path: `${at}/{d.documentId}/actions/publish` };
    const missing = { error: { details: { errors: is.including({ path: ['cover'] }) } } };
    await bench.send({ ...publish, expect: { status: 400, ...missing } });
  }),
  files('rights', async (bench) => {
    await upload(bench, 'f', TEXT);
    const verbs = ['find', 'findOne', 'upload', 'destroy'];
    const tries: Record<string, Step> = {
      find: get('/upload/files'),
      findOne: get('/upload/files/{f.id}'),
      upload: sends([text(`${bench.mark}.txt`)], {}),
      destroy: { send: 'DELETE', path: '/upload/files/{u.id}' },
    };
    for (const verb of verbs) await makeUser(bench, verb, [`plugin::upload.content-api.${verb}`]);
    await bench.send({ ...(tries.upload as Step), as: 'upload', save: { u: 'body.0' } });
    for (const [verb, step] of Object.entries(tries))
      for (const user of [...verbs, 'anonymous'])
        if (user !== verb) await bench.send({ ...step, as: user, expect: bad(403, 'ForbiddenError') });
    for (const verb of ['find', 'findOne', 'destroy'])
      await bench.send({ ...(tries[verb] as Step), as: verb, expect: { status: 200 } });
  }),
  files('read-only', async (bench) => {
    await upload(bench, 'f', TEXT);
    const as = { as: 'read-only' };
    await bench.send(get('/upload/files?limit=1', { status: 200 }, as));
    await bench.send(get('/upload/files/{f.id}', { status: 200 }, as));
    await bench.send(sends([text(`${bench.mark}.txt`)], bad(403, 'ForbiddenError'), as));
    const path = '/upload?id={f.id}';
    await bench.send(sends([fileInfo({ caption: 'c' })], { status: 403 }, { ...as, path }));
    await bench.send({ send: 'DELETE', path: '/upload/files/{f.id}', expect: { status: 403 }, ...as });
    await bench.send(get('/upload/files/{f.id}', { body: { caption: null } }));
  }),
  files('graphql', async (bench) => {
    for (const alias of ['f', 'g']) await upload(bench, alias, text(`${bench.mark}${alias}.txt`));
    const own = 'filters: { name: { startsWith: "{mark}" } }';
    await bench.send(
      gives(`{ uploadFiles(${own}, sort: "name:desc") { documentId name } }`, {
        uploadFiles: ['g', 'f'].map((alias) => ({
          documentId: `{${alias}.documentId}`,
          name: `{mark}${alias}.txt`,
        })),
      }),
    );
    await bench.send(
      gives(
        `{ uploadFiles_connection(${own}, pagination: { pageSize: 1 }) { nodes { mime } pageInfo { total } } uploadFile(documentId: "{f.documentId}") { name } }`,
        {
          uploadFiles_connection: { nodes: [{ mime: 'text/plain' }], pageInfo: { total: 2 } },
          uploadFile: { name: '{mark}f.txt' },
        },
      ),
    );
  }),
];
