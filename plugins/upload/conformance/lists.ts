// Cases of reading and deleting files: lists, the documents of a file, and the places that lose a deleted file.
import { borrowUser } from '../../../conformance/cases/accounts';
import { article, get, INVALID, made, put } from '../../../conformance/cases/build';
import type { Case, Step } from '../../../conformance/cases/case';
import { gives } from '../../../conformance/cases/graphql-build';
import { OWN_TYPES } from '../../../conformance/cases/own-types';
import { is, type Pattern } from '../../../conformance/cases/pattern';
import { LARGE_PICTURE, removes, sends, TEXT, upload } from '../../../conformance/cases/upload-files';
import { bad, files, ids, listed, makeHolder, shows, text } from './build';

export const quireUploadListCases: readonly Case[] = [
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
    const page = 'filters[name][$startsWith]={mark}&sort=name';
    const paged = (data: Pattern, pagination: Pattern, query: string): Step =>
      get(`/upload/files/page?${page}&${query}`, { body: { data, meta: { pagination } } });
    const sizes = 'pagination[page]=2&pagination[pageSize]=2';
    await bench.send(paged([c], { page: 2, pageSize: 2, pageCount: 2, total: 3 }, sizes));
    await bench.send(paged([b], { start: 1, limit: 1, total: 3 }, 'pagination[start]=1&pagination[limit]=1'));
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
      await bench.send(get(`/upload/files?${query}`, INVALID));
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
    const on = 'populate[related][on][api::article.article]';
    for (const form of [
      'populate[0]=related',
      'populate[related]=true',
      'populate[related]=*',
      'populate=*',
      `${on}=true`,
      `${on}[fields]=title`,
    ])
      await bench.send(get(`/upload/files/{f.id}?${form}`, { body: { related: [shown] } }));
    const titleOnly = is.both(shown, is.noKeys('body', 'createdAt'));
    await bench.send(get(`/upload/files/{f.id}?${on}[fields]=title`, { body: { related: [titleOnly] } }));
    await bench.send(get(`/upload/files/{f.id}?${on}[fields]=none`, INVALID));
    await bench.send(
      get('/upload/files?filters[id][$in][0]={f.id}&filters[id][$in][1]={g.id}&populate=related', {
        body: is.both(is.length(2), is.each({ related: [shown] })),
      }),
    );
    for (const form of [
      'populate=related,folder',
      'populate[0]=related&populate[1]=no',
      'populate[related][fields]=title',
    ])
      await bench.send(get(`/upload/files/{f.id}?${form}`, INVALID));
    await upload(bench, 'h');
    await bench.make('b', article({ seo: { metaTitle: 's', image: '{h.id}' } }));
    await bench.send(related('h', [{ ...shown, documentId: '{b.documentId}' }]));
    await bench.send(put('/articles/{a.documentId}', { cover: null }));
    await bench.send(related('f', []));
    await bench.send(
      get('/upload/files?filters[id][$eq]={g.id}&populate[0]=related', { body: [{ related: [shown] }] }),
    );
    await borrowUser(bench, 'reader', [
      'plugin::upload.content-api.find',
      'plugin::upload.content-api.findOne',
    ]);
    await bench.send({ ...related('g', []), as: 'reader' });
  }),
  files(
    'related',
    async (bench) => {
      await upload(bench, 'f', TEXT);
      await bench.make('a', article({ cover: '{f.id}' }));
      await bench.send(put('/articles/{a.documentId}?status=draft', { cover: null }));
      const related = (query: string, expect: Pattern): Step =>
        get(`/upload/files/{f.id}?populate=related${query}`, { body: { related: expect } });
      const shown = [{ documentId: '{a.documentId}' }];
      await bench.send(related('&status=published', shown));
      await bench.send(related('&status=draft', []));
      await bench.send(related('&locale=en', shown));
      await bench.send(related('&locale=fr', []));
    },
    { name: 'versions', needs: ['drafts', 'i18n'] },
  ),
  files(
    'related',
    async (bench) => {
      await upload(bench, 'f', TEXT);
      await upload(bench, 'g', TEXT);
      await bench.make('a', made('/keepers', { shown: '{f.id}', hidden: '{g.id}' }));
      const find = ['plugin::upload.content-api.findOne', 'api::keeper.keeper.find'];
      await borrowUser(bench, 'reader', find);
      const related = (alias: string, expect: Pattern): Step =>
        get(`/upload/files/{${alias}.id}?populate=related`, { body: { related: expect } }, { as: 'reader' });
      await bench.send(related('f', [{ documentId: '{a.documentId}' }]));
      await bench.send(related('g', []));
    },
    { deploy: OWN_TYPES, name: 'private attributes' },
  ),
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
  files(
    'related',
    async (bench) => {
      await makeHolder(bench);
      await bench.make('b', article({ gallery: ['{g.id}', '{f.id}'], cover: '{f.id}' }));
      await bench.make('c', made('/articles?status=draft', { title: '{mark}', gallery: ['{f.id}'] }));
      await bench.make('s', made('/checks', { req: 'r', imgs: ['{f.id}'] }));
      const related = (alias: string, query: string, ...all: (readonly [of: string, type: string])[]): Step =>
        get(`/upload/files/{${alias}.id}?populate=related${query}`, {
          body: {
            related: is.shuffled(
              ...all.map(([of, type]) => ({
                documentId: `{${of}.documentId}`,
                __type: `api::${type}.${type}`,
              })),
            ),
          },
        });
      const published = [
        ['a', 'article'],
        ['b', 'article'],
        ['s', 'check'],
      ] as const;
      await bench.send(related('f', '', ...published));
      await bench.send(related('f', '&status=draft', ...published, ['c', 'article']));
      // In an entry of a zone.
      await bench.send(related('g', '', ['a', 'article'], ['b', 'article']));
      await bench.send(
        get('/upload/files?filters[id][$in][0]={f.id}&filters[id][$in][1]={g.id}&sort=id&populate=related', {
          body: [
            { id: '{f.id}', related: is.length(3) },
            { id: '{g.id}', related: is.length(2) },
          ],
        }),
      );
    },
    { name: 'several documents, entries and drafts', lock: 'upload', needs: ['drafts'] },
  ),
  files(
    'delete',
    async (bench) => {
      await makeHolder(bench);
      await bench.send(put('/articles/{a.documentId}?status=draft', { gallery: ['{f.id}', '{g.id}'] }));
      await bench.send({ send: 'DELETE', path: '/upload/files/{f.id}', expect: { status: 200 } });
      for (const status of ['published', 'draft'])
        await bench.send(
          get(
            `/articles/{a.documentId}?populate[seo][populate]=image&populate[zone][populate]=*&status=${status}`,
            {
              data: { seo: { image: null }, zone: [{}, { files: is.both(is.length(1), ids('g')) }] },
            },
          ),
        );
      await bench.send(shows('&status=draft', null, 'g'));
      await bench.send(
        gives('{ article(documentId: "{a.documentId}") { seo { metaTitle image { name } } } }', {
          article: { seo: { metaTitle: 'S', image: null } },
        }),
      );
    },
    { name: 'references in entries, drafts and galleries', lock: 'upload', needs: ['drafts', 'graphql'] },
  ),
  files(
    'related',
    async (bench) => {
      for (const alias of ['f', 'g', 'h']) await upload(bench, alias);
      const parts = [{ files: ['{f.id}'] }, { files: ['{g.id}', '{h.id}'] }];
      await bench.make('a', made('/albums', { parts }));
      for (const alias of ['f', 'g', 'h'])
        await bench.send(
          get(`/upload/files/{${alias}.id}?populate=related`, {
            body: { related: [{ documentId: '{a.documentId}', __type: 'api::album.album' }] },
          }),
        );
    },
    { name: 'in each entry of a list', deploy: OWN_TYPES },
  ),
  files(
    'list',
    async (bench) => {
      const aliases = Array.from({ length: 12 }, (_, index) => `f${index}`);
      const save = Object.fromEntries(aliases.map((alias, index) => [alias, `body.${index}`]));
      const all = aliases.map((alias) => text(`${bench.mark}${alias}.txt`));
      await bench.send(sends(all, { status: 201, body: is.length(12) }, { save }));
      for (const alias of aliases) removes(bench, alias);
      const own = 'filters[name][$startsWith]={mark}';
      await bench.send(get(`/upload/files?${own}`, { body: is.length(12) }));
      await bench.send(get(`/upload/files?${own}&start=5`, { body: is.length(7) }));
    },
    { name: 'all files without a limit', lock: 'upload' },
  ),
];
