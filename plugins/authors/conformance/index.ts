// Rows and cases of the fields createdBy and updatedBy.
import { borrowUser } from '../../../conformance/cases/accounts';
import { get, post, put } from '../../../conformance/cases/build';
import type { Case } from '../../../conformance/cases/case';
import { is } from '../../../conformance/cases/pattern';
import { ofRecords, record, recorded } from '../../../conformance/cases/recorded';
import { rowsOf } from '../../../conformance/spec/row';

export const rows = rowsOf(
  { section: 'quire.authors', title: 'Quire: authors of documents', profile: 'quire' },
  `
quire.authors.named   | authors | must | auth tokens drafts config files | createdBy and updatedBy name the user of the request; filters find them
quire.authors.token   | authors | must | auth tokens drafts config files | createdByToken names the API token of the request
quire.authors.written | authors | must | auth tokens drafts config files | a body cannot set an author
quire.authors.rights  | authors | must | auth tokens drafts config files | a caller who may not read users sees no authors
`,
);

const WRITES = ofRecords('find', 'findOne', 'create', 'update', 'readDraft', 'publish');
const USERS = 'plugin::users-permissions.user.find';
const POPULATE = 'populate[createdBy][fields]=username&populate[updatedBy][fields]=username';

export const cases: readonly Case[] = [
  recorded('quire.authors.named', {}, async (bench) => {
    await borrowUser(bench, 'first', [...WRITES, USERS]);
    await borrowUser(bench, 'second', WRITES);
    await bench.send(post('/records', { title: '{mark}' }, {}, { as: 'first', save: 'a' }));
    await bench.send(put('/records/{a.documentId}', { title: '{mark} two' }, {}, { as: 'second' }));
    const named = {
      createdBy: { username: '{firstUser.username}' },
      updatedBy: { username: '{secondUser.username}' },
    };
    await bench.send(get(`/records/{a.documentId}?${POPULATE}`, { data: named }));
    await bench.send(get('/records?filters[createdBy][username]={firstUser.username}', { has: ['a'] }));
    await bench.send(get('/records?filters[createdBy][username]={secondUser.username}', { lacks: ['a'] }));
  }),
  recorded('quire.authors.token', { a: record() }, async (bench) => {
    const query = 'populate[createdBy]=true&populate[createdByToken][fields]=name';
    const named = { createdBy: null, createdByToken: { name: is.text } };
    await bench.send(get(`/records/{a.documentId}?${query}`, { data: named }));
  }),
  recorded('quire.authors.written', { a: record() }, async (bench) => {
    await borrowUser(bench, 'writer', WRITES);
    const createdBy = { connect: [{ id: bench.value('writerUser.id') as number }] };
    for (const data of [{ createdBy }, { updatedBy: bench.value('writerUser.documentId') as string }])
      await bench.send(put('/records/{a.documentId}', data, { status: 400 }));
  }),
  recorded('quire.authors.rights', {}, async (bench) => {
    await borrowUser(bench, 'writer', WRITES);
    await bench.send(post('/records', { title: '{mark}' }, {}, { as: 'writer', save: 'a' }));
    await bench.send(
      get('/records/{a.documentId}?populate=*', { data: { createdBy: is.absent } }, { as: 'writer' }),
    );
  }),
];
