// Cases of the right to link files, and of rules of roles on files.
import { actionsOf, borrowUser, makeUser } from '../../../conformance/cases/accounts';
import { get, INVALID, post } from '../../../conformance/cases/build';
import type { Bench, Case } from '../../../conformance/cases/case';
import { OTHER_OPTIONS } from '../../../conformance/cases/deployments';
import { fails } from '../../../conformance/cases/graphql-build';
import { fileInfo, PICTURE, sends, upload } from '../../../conformance/cases/upload-files';
import { bad, files } from './build';

const ofFiles = (verb: string): string => `plugin::upload.content-api.${verb}`;
const WRITING = actionsOf('article', 'find', 'create', 'update');

/** Bodies that link the file `f`. */
const LINKS: readonly object[] = [
  { cover: '{f.id}' },
  { cover: '{f.documentId}' },
  { cover: { documentId: '{f.documentId}' } },
  { gallery: ['{f.id}'] },
  { gallery: { set: ['{f.documentId}'] } },
  { gallery: { connect: ['{f.id}'] } },
  { seo: { metaTitle: 'S', image: '{f.id}' } },
  { zone: [{ __component: 'shared.slider', files: ['{f.documentId}'] }] },
];

async function links(bench: Bench, user: string, isAllowed: boolean): Promise<void> {
  for (const link of LINKS) {
    const data = { title: '{mark}', ...link };
    if (!isAllowed) await bench.send(post('/articles', data, INVALID, { as: user }));
    else {
      await bench.send(post('/articles', data, { status: 201 }, { as: user, save: { made: 'body.data' } }));
      bench.afterwards({
        send: 'DELETE',
        path: `/articles/${String(bench.value('made.documentId'))}`,
        expect: { status: 'any' },
      });
    }
  }
}

export const quireUploadLinkCases: readonly Case[] = [
  files('link-right', async (bench) => {
    await upload(bench, 'f');
    for (const verb of ['upload', 'find', 'findOne']) {
      await borrowUser(bench, verb, [...WRITING, ofFiles(verb)]);
      await links(bench, verb, true);
    }
    await borrowUser(bench, 'writer', [...WRITING, ofFiles('destroy')]);
    await links(bench, 'writer', false);
  }),
  files(
    'link-right',
    async (bench) => {
      await upload(bench, 'f');
      await borrowUser(bench, 'writer', WRITING);
      const query = 'mutation { createArticle(data: { title: "{mark}", cover: "{f.id}" }) { documentId } }';
      await bench.send({ ...fails(query, 200), as: 'writer' });
      await bench.send(get('/articles?filters[title]={mark}', { list: [] }));
    },
    { name: 'over GraphQL', needs: ['auth', 'graphql'] },
  ),
  files('row-rules', async (bench) => {
    await upload(bench, 'f', PICTURE, { caption: 'mine' });
    await upload(bench, 'g', PICTURE, { caption: 'yours' });
    const where = { caption: 'mine' };
    const ruled = ['upload', 'find', 'destroy'].map((verb) => ({ action: ofFiles(verb), where }));
    await makeUser(bench, 'owner', [...WRITING, ...ruled]);
    const owner = { as: 'owner' };
    await links(bench, 'owner', true);
    const info = [fileInfo({ alternativeText: 'changed' })];
    await bench.send(sends(info, { status: 200 }, { ...owner, path: '/upload?id={f.id}' }));
    await bench.send(sends(info, bad(404, 'NotFoundError'), { ...owner, path: '/upload?id={g.id}' }));
    const own = { send: 'DELETE', ...owner } as const;
    await bench.send({ ...own, path: '/upload/files/{g.id}', expect: bad(404, 'NotFoundError') });
    const data = { title: '{mark}', cover: '{g.id}' };
    await bench.send(post('/articles', data, INVALID, owner));
    await bench.send(get('/upload/files/{g.id}', { body: { alternativeText: null } }));
    await bench.send({ ...own, path: '/upload/files/{f.id}', expect: { status: 200 } });
  }),
  files(
    'link-open',
    async (bench) => {
      await upload(bench, 'f');
      await makeUser(bench, 'writer', WRITING);
      await links(bench, 'writer', true);
    },
    { lock: 'upload', deploy: OTHER_OPTIONS },
  ),
];
