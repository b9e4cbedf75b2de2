// Rows and cases of the audit log.
import { borrowUser } from '../../../conformance/cases/accounts';
import { get, named, put } from '../../../conformance/cases/build';
import type { Case } from '../../../conformance/cases/case';
import { exactly, is, type Pattern } from '../../../conformance/cases/pattern';
import { ofRecords, record, recorded } from '../../../conformance/cases/recorded';
import { rowsOf } from '../../../conformance/spec/row';
import { auditEntryCases } from './entries';

export const rows = rowsOf(
  { section: 'quire.audit', title: 'Quire: audit log', profile: 'quire' },
  `
quire.audit.writes  | audit | must | auth tokens drafts config files | a write is an entry with its actor, its request and the values before and after
quire.audit.links   | audit | must | auth tokens drafts config files | an entry has the links before and after; a write that changes no link has none
quire.audit.filters | audit | must | auth tokens drafts config files | each filter leaves out other entries: event, actor, document, request, address, from and to; pages do not overlap
quire.audit.secrets | audit | must | auth tokens drafts config files | an entry has no value of a password or a private attribute
quire.audit.logins  | audit | must | auth tokens drafts config files | a login and a wrong one are entries
quire.audit.export  | audit | must | auth tokens drafts config files | an export has JSON lines; the chain of the log is whole
quire.audit.rights  | audit | must | auth tokens drafts config files | reading, exporting and verifying need a permission each
quire.audit.changes | audit | must | auth tokens drafts config files | an entry has each changed row with the values of entries by path; long values are their length
quire.audit.events  | audit | must | auth tokens drafts config files | logins and actions of plugins are entries with their facts; refused actions and reads are none
quire.audit.chain   | audit | must | auth tokens drafts config files | entries have rising numbers and hashes; an export has the order of the chain, and is an entry; no route changes the log
quire.audit.graphql | audit | must | auth tokens drafts config files graphql | entries over GraphQL
`,
);

const OWN = '/audit?type=api::record.record&documentId={a.documentId}';

export const cases: readonly Case[] = [
  ...auditEntryCases,
  recorded('quire.audit.writes', { a: record({ title: '{mark} one' }) }, async (bench) => {
    await borrowUser(bench, 'writer', ofRecords('find', 'findOne', 'update', 'publish', 'readDraft'));
    await bench.send(put('/records/{a.documentId}', { title: '{mark} two' }, {}, { as: 'writer' }));
    const { body } = await bench.send(
      get(OWN, {
        data: [
          {
            event: 'document.update',
            at: is.timestamp,
            actor: { kind: 'user', id: is.text, label: is.text },
            request: is.text,
            ip: is.text,
          },
          { event: 'document.create', actor: { kind: 'api-tokens' } },
        ],
      }),
    );
    const text = JSON.stringify(Object(body).data[0].details);
    for (const part of ['"path":"title"', `"${bench.mark} one"`, `"${bench.mark} two"`])
      if (!text.includes(part)) bench.fail('the entry lacks a part', part, text);
  }),
  recorded('quire.audit.links', { t: named('/tags'), u: named('/tags'), a: record() }, async (bench) => {
    const path = '/records/{a.documentId}';
    const [t, u] = [String(bench.value('t.documentId')), String(bench.value('u.documentId'))];
    for (const tags of [[t, u], [u]]) await bench.send(put(path, { tags }));
    await bench.send(put(path, { title: '{mark} other' }));
    await bench.send(put(path, { tags: [] }));
    const { body } = await bench.send(get(OWN));
    const changes = (entry: unknown): unknown[] =>
      Object(entry).details.map((row: { changes: readonly { path: string }[] }) =>
        row.changes.filter((change) => change.path === 'tags'),
      );
    const [emptied, renamed, fewer, first] = Object(body).data;
    const rows = (...expected: readonly Pattern[]) => is.each(exactly(expected));
    bench.compare('no links', rows({ path: 'tags', from: [u], to: null }), changes(emptied));
    bench.compare('another title', rows(), changes(renamed));
    bench.compare('fewer links', rows({ path: 'tags', from: [t, u], to: [u] }), changes(fewer));
    bench.compare('first links', rows({ path: 'tags', from: null, to: [t, u] }), changes(first));
  }),
  recorded('quire.audit.filters', { a: record(), b: record() }, async (bench) => {
    await borrowUser(bench, 'writer', ofRecords('find', 'findOne', 'update', 'publish', 'readDraft'));
    await bench.send(put('/records/{a.documentId}', { title: '{mark} two' }, {}, { as: 'writer' }));
    const { body } = await bench.send(get(OWN, { data: is.length(2) }));
    const [later, earlier] = Object(body).data;
    const found = async (query: string, ...list: readonly { readonly event: Pattern }[]) =>
      bench.compare(
        query,
        exactly(list.map(({ event }) => ({ event }))),
        Object((await bench.send(get(`${OWN}&${query}`))).body).data,
      );
    const actor = `${later.actor.kind} ${later.actor.id}`;
    const own = ['event=document.update', `actor=${actor}`, `request=${later.request}`];
    for (const query of own) await found(query, later);
    for (const query of ['event=document.delete', 'actor=user 0', 'request=none', 'ip=192.0.2.1'])
      await found(query);
    await found(`ip=${later.ip}`, later, earlier);
    await found(`from=${later.at}`, ...(later.at === earlier.at ? [later, earlier] : [later]));
    await found(`to=${earlier.at}`);
    await found('to=2999-01-01T00:00:00Z', later, earlier);
    await found('pageSize=1', later);
    await found('pageSize=1&page=2', earlier);
    await found('pageSize=1&page=3');
    for (const query of ['from=yesterday', 'colour=red', 'pageSize=101', 'page=0'])
      await bench.send(get(`/audit?${query}`, { status: 400 }));
  }),
  recorded('quire.audit.secrets', { a: record({ note: 'hidden-note' }) }, async (bench) => {
    await bench.send(put('/records/{a.documentId}', { note: 'hidden-later' }));
    const answer = await bench.send(get(OWN, { data: is.length(2) }));
    if (/hidden-(note|later)/.test(JSON.stringify(answer.body)))
      bench.fail('an entry shows a private value', '[hidden]', answer.body);
  }),
  recorded('quire.audit.logins', {}, async (bench) => {
    await borrowUser(bench, 'user', []);
    const identifier = bench.value('userUser.email');
    const login = { send: 'POST', path: '/auth/local', as: 'anonymous' } as const;
    await bench.send({ ...login, body: { identifier, password: 'hidden-guess' }, expect: { status: 400 } });
    const answer = await bench.send(get('/audit?event=login.wrong&pageSize=5', { data: is.list }));
    if (Object(answer.body).data.length === 0) bench.fail('no entry', 'login.wrong', answer.body);
    if (JSON.stringify(answer.body).includes('hidden-guess'))
      bench.fail('an entry shows a password', 'no password', answer.body);
  }),
  recorded('quire.audit.export', { a: record() }, async (bench) => {
    const { text } = await bench.send(
      get('/audit/export?type=api::record.record&documentId={a.documentId}', {
        headers: { 'content-type': is.matching('ndjson|jsonl|json') },
      }),
    );
    const lines = text.trim().split('\n');
    bench.compare(
      'the lines',
      [{ event: 'document.create' }],
      lines.map((line) => JSON.parse(line)),
    );
    await bench.send(get('/audit/verify', { data: { problem: null } }));
  }),
  recorded('quire.audit.rights', {}, async (bench) => {
    const paths = { read: '/audit', export: '/audit/export', verify: '/audit/verify' };
    for (const verb of Object.keys(paths)) await borrowUser(bench, verb, [`plugin::audit.entry.${verb}`]);
    for (const [verb, path] of Object.entries(paths))
      for (const as of Object.keys(paths))
        await bench.send(get(path, { status: as === verb ? 200 : 403 }, { as }));
  }),
];
