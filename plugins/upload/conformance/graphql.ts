// Cases of files over GraphQL: lists, ids, and files in entries.
import { get } from '../../../conformance/cases/build';
import type { Case } from '../../../conformance/cases/case';
import { gives } from '../../../conformance/cases/graphql-build';
import { is, type Pattern } from '../../../conformance/cases/pattern';
import { TEXT, upload } from '../../../conformance/cases/upload-files';
import { files, makeHolder, text } from './build';

const SLIDER = 'files { url }';
const CONNECTION = 'files: files_connection { nodes { url } }';
const SLIDES = [{ url: '{g.url}' }, { url: '{f.url}' }];
/** The files of a component and of an entry in a dynamic zone, over GraphQL. */
const inEntries = (row: string, fields: string, shown: Pattern): Case => ({
  rows: [row],
  name: 'in entries',
  lock: 'upload',
  async run(bench) {
    await makeHolder(bench);
    await bench.send(
      gives(
        `{ article(documentId: "{a.documentId}") { seo { image { url } } zone { ... on ComponentSharedSlider { ${fields} } } } }`,
        { article: { seo: { image: { url: '{f.url}' } }, zone: [{}, { files: shown }] } },
      ),
    );
  },
});

export const quireUploadGraphqlCases: readonly Case[] = [
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
  files(
    'graphql',
    async (bench) => {
      await upload(bench, 'f', TEXT);
      await bench.send(
        gives('mutation { deleteUploadFile(id: "{f.documentId}") { name } }', { deleteUploadFile: null }),
      );
      await bench.send(get('/upload/files/{f.id}', { body: { id: '{f.id}' } }));
    },
    { name: 'files have numeric ids only', lock: 'upload' },
  ),
  inEntries('graphql.nested.media', SLIDER, is.shuffled(...SLIDES)),
  inEntries('graphql.nested.media-connection', CONNECTION, { nodes: is.shuffled(...SLIDES) }),
  { ...inEntries('quire.upload.order', SLIDER, SLIDES), needs: ['graphql'] },
];
