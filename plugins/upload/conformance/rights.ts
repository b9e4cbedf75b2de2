// Cases of permissions on files: each route, tokens that only read, and files of readable documents.
import { borrowUser } from '../../../conformance/cases/accounts';
import { article, get } from '../../../conformance/cases/build';
import type { Case, Step } from '../../../conformance/cases/case';
import { gives } from '../../../conformance/cases/graphql-build';
import { fileInfo, sends, TEXT, upload } from '../../../conformance/cases/upload-files';
import { bad, files, shows, text } from './build';

export const quireUploadRightCases: readonly Case[] = [
  files('rights', async (bench) => {
    await upload(bench, 'f', TEXT);
    const verbs = ['find', 'findOne', 'upload', 'destroy'];
    const tries: Record<string, Step> = {
      find: get('/upload/files'),
      findOne: get('/upload/files/{f.id}'),
      upload: sends([text(`${bench.mark}.txt`)], {}),
      destroy: { send: 'DELETE', path: '/upload/files/{u.id}' },
    };
    for (const verb of verbs) await borrowUser(bench, verb, [`plugin::upload.content-api.${verb}`]);
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
  files(
    'rights',
    async (bench) => {
      await upload(bench, 'f');
      await upload(bench, 'g');
      await bench.make('a', article({ cover: '{f.id}', gallery: ['{g.id}'] }));
      await borrowUser(
        bench,
        'reader',
        ['find', 'findOne'].map((verb) => `api::article.article.${verb}`),
      );
      const reader = { as: 'reader' };
      await bench.send({ ...shows('', 'f', 'g'), ...reader });
      await bench.send(
        gives(
          '{ article(documentId: "{a.documentId}") { cover { url } gallery { url } gallery_connection { nodes { url } } } }',
          {
            article: {
              cover: { url: '{f.url}' },
              gallery: [{ url: '{g.url}' }],
              gallery_connection: { nodes: [{ url: '{g.url}' }] },
            },
          },
          reader,
        ),
      );
      await bench.send(get('/upload/files', { status: 403 }, reader));
    },
    { name: 'each reader of a document sees its files', lock: 'upload', needs: ['auth', 'graphql'] },
  ),
];
