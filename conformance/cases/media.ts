// Cases of the media library: the file record, formats, media in documents, and files over GraphQL.
import { borrowUser } from './accounts';
import { article, get, INVALID, note, put } from './build';
import type { Case, Step } from './case';
import { ask, fails, gives, typeIs } from './graphql-build';
import { is, type Pattern } from './pattern';
import { LARGE_PICTURE, multipart, type Part, PICTURE, TEXT, upload } from './upload-files';

const file = (
  row: string,
  expect: { readonly [key: string]: Pattern },
  part: Part = PICTURE,
  info: object = {},
): Case => ({
  rows: [`media.${row}`],
  async run(bench) {
    await upload(bench, 'f', part, info);
    await bench.send(get('/upload/files/{f.id}', { body: expect }));
  },
});
const withFile = (rows: string | string[], ...steps: Step[]): Case => ({
  rows: [rows].flat(),
  async run(bench) {
    await upload(bench, 'f');
    await upload(bench, 'g', TEXT);
    await bench.make('a', article({ cover: '{f.id}', gallery: ['{g.id}', '{f.id}'] }));
    for (const step of steps) await bench.send(step);
  },
});
const FORMAT = {
  name: is.text,
  hash: is.text,
  ext: is.text,
  mime: is.text,
  width: is.integer,
  height: is.integer,
  size: is.number,
  url: is.text,
  path: is.oneOf(null, is.string),
};

const cases: readonly Case[] = [
  { rows: ['service.upload.area'], run: async (bench) => upload(bench, 'f') },
  file('id', { id: is.integer }),
  file('document-id', { documentId: is.text }),
  file('name', { name: 'picture.png' }),
  file('name', { name: 'Other name' }, PICTURE, { name: 'Other name' }),
  file('alternative-text', { alternativeText: 'A picture' }, PICTURE, { alternativeText: 'A picture' }),
  file('alternative-text', { alternativeText: null }),
  file('caption', { caption: 'Under it' }, PICTURE, { caption: 'Under it' }),
  file('caption', { caption: null }),
  file('dimensions', { width: 300, height: 200 }),
  file(
    'formats.keys',
    { formats: { thumbnail: is.object, medium: is.object, small: is.object } },
    LARGE_PICTURE,
  ),
  file('formats.entry', { formats: { thumbnail: FORMAT, medium: FORMAT, small: FORMAT } }, LARGE_PICTURE),
  file('formats.path', { formats: { thumbnail: { path: null } } }),
  file('ext', { ext: '.png' }),
  file('mime', { mime: 'image/png' }),
  file('size', { size: is.both(is.atLeast(2.4), is.atMost(2.6)) }, TEXT),
  file('preview-url', { previewUrl: is.nullOr(is.string) }),
  file('provider', { provider: is.text }),
  file('provider-metadata', { provider_metadata: is.nullOr(is.object) }),
  file('timestamps', { createdAt: is.timestamp, updatedAt: is.timestamp }),
  {
    rows: ['media.formats.url'],
    async run(bench) {
      await upload(bench, 'f', LARGE_PICTURE);
      for (const format of ['thumbnail', 'small', 'medium'])
        await bench.send({
          send: 'GET',
          from: 'root',
          path: `{f.formats.${format}.url}`,
          expect: { status: 200, headers: { 'content-type': is.matching('^image/png') } },
        });
    },
  },
  {
    rows: ['media.url'],
    async run(bench) {
      await upload(bench, 'f', TEXT);
      if (!/^\/uploads\//.test(String(bench.value('f.url'))))
        bench.fail('url is not a path below the uploads folder', '/uploads/…', bench.value('f.url'));
      const { text } = await bench.send({
        send: 'GET',
        from: 'root',
        path: '{f.url}',
        expect: { status: 200 },
      });
      if (text !== TEXT.content)
        bench.fail('the path serves another file', `${TEXT.content.length} bytes`, `${text.length} bytes`);
    },
  },
  {
    rows: ['media.hash'],
    async run(bench) {
      await upload(bench, 'f');
      await upload(bench, 'g');
      const hashes = [bench.value('f.hash'), bench.value('g.hash')];
      if (hashes[0] === hashes[1] || hashes.some((hash) => typeof hash !== 'string'))
        bench.fail('two uploads share a hash', 'two texts', hashes);
    },
  },
  {
    rows: ['envelope.exempt.upload'],
    run: async (bench) =>
      void (await bench.send(get('/upload/files', { status: 200, body: is.oneOf(is.list, is.object) }))),
  },
  withFile(
    'attributes.hidden.media',
    get('/articles/{a.documentId}', { data: is.noKeys('cover', 'gallery') }),
  ),
  withFile(
    'rest.populate.star.media',
    get('/articles/{a.documentId}?populate=*', {
      data: { cover: { id: '{f.id}', name: 'picture.png' }, gallery: [{ id: '{g.id}' }, { id: '{f.id}' }] },
    }),
  ),
  withFile(
    'rest.update.null.media',
    put('/articles/{a.documentId}', { cover: null, gallery: null }),
    get('/articles/{a.documentId}?populate=*', { data: { cover: null, gallery: is.oneOf([], null) } }),
  ),
  withFile(
    'rest.fields.no-media',
    get('/articles/{a.documentId}?fields[0]=title&fields[1]=cover', { status: 'refused' }),
  ),
  withFile(
    'rest.filters.polymorphic.media',
    note(
      '/articles?filters[title][$eq]={mark}&filters[cover][name][$eq]=picture.png',
      'status',
      'body.meta.pagination.total',
    ),
  ),
  withFile('relations.media.connect', {
    send: 'PUT',
    path: '/articles/{a.documentId}',
    body: { data: { gallery: { connect: [{ id: '{f.id}' }] } } },
    expect: { status: 'any' },
    record: ['status'],
  }),
  {
    rows: ['rest.upload.path'],
    async run(bench) {
      for (const send of ['GET', 'POST', 'PUT', 'DELETE'] as const)
        await bench.send({
          send,
          path: '/upload',
          expect: { status: 'any' },
          record: ['status', 'body.error.message'],
        });
    },
  },
  withFile(
    'graphql.nested.media',
    gives('{ article(documentId: "{a.documentId}") { cover { name url } } }', {
      article: { cover: { name: 'picture.png', url: is.text } },
    }),
  ),
  withFile(
    'graphql.nested.media-connection',
    gives('{ article(documentId: "{a.documentId}") { gallery_connection { nodes { name } } } }', {
      article: { gallery_connection: { nodes: [{ name: 'note.txt' }, { name: 'picture.png' }] } },
    }),
  ),
  withFile(
    ['graphql.mutation.file.update', 'document.graphql.media-id'],
    gives(
      'mutation { updateUploadFile(id: "{f.id}", info: { alternativeText: "New" }) { alternativeText } }',
      { updateUploadFile: { alternativeText: 'New' } },
    ),
  ),
  withFile(
    'graphql.mutation.file.update.input',
    typeIs('FileInfoInput', 'kind inputFields { name }', {
      kind: 'INPUT_OBJECT',
      inputFields: is.including({ name: 'name' }, { name: 'alternativeText' }, { name: 'caption' }),
    }),
  ),
  withFile(
    'graphql.mutation.file.delete',
    gives('mutation { deleteUploadFile(id: "{g.id}") { name } }', { deleteUploadFile: is.object }),
    get('/upload/files/{g.id}', { status: 'any', body: is.not({ id: is.integer }) }),
  ),
  withFile(
    'graphql.mutation.no-upload',
    typeIs('Mutation', 'fields { name }', {
      fields: is.each({ name: is.matching('^(?!(upload|multipleUpload|uploadFile)$)') }),
    }),
  ),
  withFile(
    'graphql.media.no-id',
    typeIs('UploadFile', 'fields { name }', { fields: is.each({ name: is.not('id') }) }),
    fails('{ article(documentId: "{a.documentId}") { cover { id } } }'),
  ),
  {
    rows: ['quire.errors.upload-target'],
    async run(bench) {
      for (const name of ['ref', 'refId', 'field']) {
        const { type, body } = multipart([TEXT, { name, content: 'api::article.article' }]);
        await bench.send({
          send: 'POST',
          path: '/upload',
          bytes: body,
          headers: { 'content-type': type },
          expect: INVALID,
        });
      }
    },
  },
  {
    rows: ['errors.upload.forbidden'],
    async run(bench) {
      await upload(bench, 'f');
      await borrowUser(bench, 'user', []);
      await bench.send(
        ask(
          'mutation { deleteUploadFile(id: "{f.id}") { name } }',
          { status: 'any', body: { errors: [{ message: is.matching('[Ff]orbidden') }] } },
          { as: 'user' },
        ),
      );
      await bench.send(get('/upload/files/{f.id}', { status: 200 }));
    },
  },
];

/** One after another: some deployments fail when their first uploads arrive together. */
export const uploadCases: readonly Case[] = cases.map((one) => ({ lock: 'upload', ...one }));
