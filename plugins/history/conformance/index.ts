// Rows and cases of the history of documents.
import { borrowUser } from '../../../conformance/cases/accounts';
import { get, put } from '../../../conformance/cases/build';
import type { Bench, Case, Step } from '../../../conformance/cases/case';
import { is } from '../../../conformance/cases/pattern';
import { ofRecords, record, recorded } from '../../../conformance/cases/recorded';
import { rowsOf } from '../../../conformance/spec/row';
import { historyContentCases } from './content';
import { historyPlaceCases } from './places';

export const rows = rowsOf(
  { section: 'quire.history', title: 'Quire: versions of documents', profile: 'quire' },
  `
quire.history.versions | history | must | auth tokens drafts config files | each save is a version with its caller, its operation and the changed paths; the newest is first
quire.history.content  | history | must | auth tokens drafts config files | a version shows its content without private attributes; an unknown one is a 404
quire.history.diff     | history | must | auth tokens drafts config files | two versions, a version and the draft, and the draft and the published version can be compared
quire.history.restore  | history | must | auth tokens drafts config files | a restored version becomes the draft; the published version stays
quire.history.rights   | history | must | auth tokens drafts config files | versions and restoring need a permission each, and the draft one too
quire.history.paths    | history | must | auth tokens drafts config files | a difference names the path inside of JSON, components and lists; of a list it has the items from the first that differs
quire.history.whole    | history | must | auth tokens drafts config files | a difference with values=whole has each attribute that differs once, with its whole values
quire.history.stored   | history | must | auth tokens drafts config files | each version of a long text and of a list is as it was saved; pages have a total
quire.history.restored | history | must | auth tokens drafts config files | a restore brings back values, entries and links; links to deleted documents are left out
quire.history.limits-of-caller | history | must | auth tokens drafts config files | a version shows what its reader may read; a restore writes what its caller may write, and keeps hidden links
quire.history.locales  | history | must | auth tokens drafts config files i18n | a locale has versions of its own; a shared value is a version in each; locale=* is a 400
quire.history.single   | history | must | auth tokens drafts config files | a single type has versions
quire.history.published | history | must | auth tokens drafts config files | a version says whether the save was published; the difference follows publish, discard and unpublish; a deleted document has no history
quire.history.any-type | history | must | auth tokens drafts config files | one address has the versions of all types, with the rights of the type; other types are a 400
quire.history.graphql  | history | must | auth tokens drafts config files graphql | versions, differences and restoring over GraphQL
`,
);

const VERSIONS = '/records/{a.documentId}/history';
const given = { a: record({ title: '{mark} one', note: 'hidden-one' }) };

/** The draft of `a` becomes `two`. Keeps the ids of both versions. */
async function save(bench: Bench): Promise<void> {
  await bench.send(put('/records/{a.documentId}?status=draft', { title: '{mark} two', note: 'hidden-two' }));
  await bench.send(get(VERSIONS, {}, { save: { second: 'body.data.0.id', first: 'body.data.1.id' } }));
}
const restore = (expect: Step['expect'] = { status: 200 }, as?: string): Step => ({
  ...{ send: 'POST', path: `${VERSIONS}/{first}/actions/restore`, expect },
  ...(as === undefined ? {} : { as }),
});

export const cases: readonly Case[] = [
  ...historyContentCases,
  ...historyPlaceCases,
  recorded('quire.history.versions', given, async (bench) => {
    await save(bench);
    const by = { kind: 'api-tokens', id: is.text };
    await bench.send(
      get(VERSIONS, {
        data: [
          { operation: 'update', by, published: false, changed: ['title'], at: is.timestamp },
          { operation: 'create', by, published: true, at: is.timestamp },
        ],
      }),
    );
    await bench.send(get(`${VERSIONS}?page=2&pageSize=1`, { data: [{ operation: 'create' }] }));
  }),
  recorded('quire.history.content', given, async (bench) => {
    await save(bench);
    await bench.send(
      get(`${VERSIONS}/{first}`, { data: { content: { title: '{mark} one', note: is.absent } } }),
    );
    await bench.send(
      get(`${VERSIONS}/{second}`, { data: { content: { title: '{mark} two', note: is.absent } } }),
    );
    await bench.send(get(`${VERSIONS}/999999999`, { status: 404 }));
    await bench.send(get(`${VERSIONS}/two`, { status: 400 }));
    await bench.send(get('/records/unknown00000000000000000/history', { status: 404 }));
  }),
  recorded('quire.history.diff', given, async (bench) => {
    await save(bench);
    const change = [{ path: 'title', from: '{mark} one', to: '{mark} two' }];
    for (const query of ['from={first}&to={second}', 'from={first}&to=draft', 'from=published&to=draft'])
      await bench.send(get(`${VERSIONS}/diff?${query}`, { data: change }));
    await bench.send(get(`${VERSIONS}/diff?from={first}&to=published`, { data: [] }));
    await bench.send(get(`${VERSIONS}/diff?from={first}&to=later`, { status: 400 }));
  }),
  recorded('quire.history.restore', given, async (bench) => {
    await save(bench);
    await bench.send({
      send: 'POST',
      path: '/records/{a.documentId}/actions/publish',
      expect: { status: 200 },
    });
    await bench.send(restore());
    await bench.send(get('/records/{a.documentId}?status=draft', { data: { title: '{mark} one' } }));
    await bench.send(get('/records/{a.documentId}', { data: { title: '{mark} two' } }));
    await bench.send(get(`${VERSIONS}?pageSize=1`, { data: [{ changed: ['title'] }] }));
  }),
  recorded('quire.history.rights', given, async (bench) => {
    await save(bench);
    const reads = ofRecords('find', 'findOne', 'readDraft');
    await borrowUser(bench, 'reader', reads);
    await borrowUser(bench, 'historian', [...reads, ...ofRecords('history')]);
    await borrowUser(bench, 'blind', ofRecords('find', 'history'));
    await borrowUser(bench, 'editor', [...reads, ...ofRecords('history', 'update')]);
    await bench.send(get(VERSIONS, { status: 403 }, { as: 'reader' }));
    await bench.send(get(VERSIONS, { status: 403 }, { as: 'blind' }));
    await bench.send(get(VERSIONS, { data: is.length(2) }, { as: 'historian' }));
    for (const as of ['reader', 'historian', 'editor']) await bench.send(restore({ status: 403 }, as));
    await bench.send(get('/records/{a.documentId}?status=draft', { data: { title: '{mark} two' } }));
  }),
];
