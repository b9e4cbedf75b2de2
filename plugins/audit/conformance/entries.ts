// Cases of what entries contain: writes with entries and long values, logins, actions, exports and the chain.
import { borrowUser, makeUser } from '../../../conformance/cases/accounts';
import { askUntil } from '../../../conformance/cases/ask-until';
import { get, named, put } from '../../../conformance/cases/build';
import type { Bench, Case, Step } from '../../../conformance/cases/case';
import { gives } from '../../../conformance/cases/graphql-build';
import { exactly, is, only, type Pattern } from '../../../conformance/cases/pattern';
import { page, record, recorded } from '../../../conformance/cases/recorded';

const OF_PAGE = '/audit?type=api::page.page&documentId={a.documentId}';
/** The newest entry of the page `a`: its event, and the changes of each row. */
async function newest(bench: Bench, event: string, ...rows: readonly Pattern[]): Promise<void> {
  const { body } = await bench.send(get(`${OF_PAGE}&pageSize=1`));
  bench.compare(
    'the newest entry',
    { event: `document.${event}`, details: is.shuffled(...rows) },
    Object(body).data[0],
  );
}
const row = (status: string, became: string, ...changes: readonly Pattern[]): Pattern => ({
  ...{ axes: { status }, became, changes: is.shuffled(...changes) },
});
const act = (name: string): Step => ({
  send: 'POST',
  path: `/pages/{a.documentId}/actions/${name}`,
  expect: { status: 200 },
});
const both = (became: string, ...changes: readonly Pattern[]) =>
  ['draft', 'published'].map((status) => row(status, became, ...changes));
const login = (identifier: unknown, password: unknown, status: number): Step => ({
  ...{
    send: 'POST',
    path: '/auth/local',
    as: 'anonymous',
    body: { identifier, password },
    expect: { status },
  },
});

/** The entries of an export, in its order. */
const linesOf = (text: string): Record<string, unknown>[] =>
  text.trim() === ''
    ? []
    : text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));

export const auditEntryCases: readonly Case[] = [
  recorded(
    'quire.audit.changes',
    {
      t: named('/tags'),
      w: named('/authors'),
      a: page({ count: 1, links: [{ label: 'a' }, { label: 'b' }] }),
    },
    async (bench) => {
      const created = [
        { path: 'title', from: null, to: '{mark}' },
        { path: 'count', from: null, to: 1 },
        { path: 'links.0.label', from: null, to: 'a' },
        { path: 'links.0.external', from: null, to: false },
        { path: 'links.1.label', from: null, to: 'b' },
        { path: 'links.1.external', from: null, to: false },
      ];
      await newest(bench, 'create', ...both('created', ...created));
      const long = 'x'.repeat(400);
      const body = { n: 1, password: 'hidden-word' };
      await bench.send(
        put('/pages/{a.documentId}?status=draft', {
          ...{ count: null, text: long, body, link: { label: 'l', external: true } },
          ...{ links: [{ label: 'b' }], author: '{w.documentId}', tags: ['{t.documentId}'] },
          zone: [{ __component: 'shared.quote', text: 'q' }],
        }),
      );
      const changes = [
        { path: 'count', from: 1, to: null },
        { path: 'text', from: null, to: { length: 402 } },
        { path: 'body', from: null, to: only({ n: 1, password: '[hidden]' }) },
        { path: 'link.label', from: null, to: 'l' },
        { path: 'link.external', from: null, to: true },
        { path: 'links.0.label', from: 'a', to: 'b' },
        { path: 'links.1.label', from: 'b', to: null },
        { path: 'links.1.external', from: false, to: null },
        { path: 'zone.0.text', from: null, to: 'q' },
        { path: 'author', from: null, to: '{w.documentId}' },
        { path: 'tags', from: null, to: exactly(['{t.documentId}']) },
      ];
      await newest(bench, 'update', row('draft', 'updated', ...changes));
      await bench.send(act('publish'));
      await newest(bench, 'publish', row('published', 'updated', ...changes));
      await bench.send(act('unpublish'));
      const { body: found } = await bench.send(get(`${OF_PAGE}&pageSize=1`));
      bench.compare(
        'the entry',
        {
          event: 'document.unpublish',
          details: exactly([{ axes: { status: 'published' }, became: 'deleted' }]),
        },
        Object(found).data[0],
      );
      await bench.send({ send: 'DELETE', path: '/pages/{a.documentId}' });
      const { body: deleted } = await bench.send(get(`${OF_PAGE}&pageSize=1`));
      bench.compare(
        'the last entry',
        {
          event: 'document.delete',
          details: exactly([
            {
              axes: { status: 'draft' },
              became: 'deleted',
              changes: is.including(
                { path: 'title', from: '{mark}', to: null },
                { path: 'tags', from: exactly(['{t.documentId}']), to: null },
              ),
            },
          ]),
        },
        Object(deleted).data[0],
      );
    },
  ),
  recorded('quire.audit.events', {}, async (bench) => {
    await makeUser(bench, 'user', []);
    const [email, password] = [bench.value('user.email'), bench.value('user.password')];
    const events = async (event: string, facts: Pattern, more: object = {}): Promise<void> => {
      const { body } = await bench.send(get(`/audit?event=${event}&pageSize=50`));
      bench.compare(
        event,
        is.including({
          event,
          details: facts,
          request: is.text,
          ip: is.text,
          type: null,
          documentId: null,
          ...more,
        } as Pattern),
        Object(body).data,
      );
    };
    const account = { account: email as string };
    await events(
      'login.accepted',
      { ...account, user: '{userUser.id}' },
      { actor: { kind: 'anonymous', id: null, label: 'anonymous' } },
    );
    await bench.send(login(email, 'hidden-guess', 400));
    await events('login.wrong', account);
    await bench.send({ send: 'PUT', path: '/users/{userUser.id}', body: { blocked: true } });
    await bench.send(login(email, password, 400));
    await events('login.blocked', { ...account, user: '{userUser.id}' });
    await bench.send({
      send: 'PUT',
      path: '/users/{userUser.id}',
      body: { blocked: false, confirmed: true },
    });
    // An action of a plugin; a refused one and a read are no entries.
    await borrowUser(bench, 'runner', ['plugin::jobs.job.run', 'plugin::jobs.job.read']);
    const run = { send: 'POST', path: '/jobs', as: 'runner' } as const;
    await bench.send({ ...run, body: { name: 'nothing' }, expect: { status: 400 } });
    await bench.send(get('/jobs', { status: 200 }, { as: 'runner' }));
    await bench.send({ ...run, body: { name: 'history.clean' }, expect: { status: 201 } });
    const actor = `user ${bench.value('runnerUser.id')}`;
    const own = get(`/audit?event=action&actor=${actor}`);
    const { body } = await askUntil(bench, own, (answer) => Object(answer.body).data.length > 0);
    const entry = {
      actor: { kind: 'user', id: String(bench.value('runnerUser.id')), label: '{runnerUser.username}' },
      details: only({ action: 'plugin::jobs.job.run', method: 'POST', path: '/api/jobs', status: 201 }),
    };
    bench.compare('the actions', exactly([entry]), Object(body).data);
    // A kind without an id: all callers of this kind.
    await bench.send(get('/audit?actor=user&pageSize=1', { data: exactly([{ actor: { kind: 'user' } }]) }));
    await bench.send(get('/audit?actor=robot&pageSize=1', { data: exactly([]) }));
  }),
  recorded('quire.audit.chain', { a: record(), b: record() }, async (bench) => {
    await bench.send(put('/records/{a.documentId}', { title: '{mark} two' }));
    const { text, headers } = await bench.send(
      get('/audit/export?type=api::record.record&documentId={a.documentId}'),
    );
    bench.compare('the type', is.matching('^application/x-ndjson'), headers['content-type']);
    const lines = linesOf(text);
    const sealed = { seq: is.integer, hash: is.matching('^[0-9a-f]{64}$'), documentId: '{a.documentId}' };
    bench.compare(
      'the lines',
      exactly([
        { ...sealed, event: 'document.create' },
        { ...sealed, event: 'document.update' },
      ]),
      lines as Pattern,
    );
    if (Number(lines[0]?.seq) >= Number(lines[1]?.seq))
      bench.fail('the order of the chain', 'rising numbers', lines);
    const all = linesOf((await bench.send(get('/audit/export'))).text);
    const numbers = all.map(({ seq }) => Number(seq));
    const first = numbers[0] ?? 0;
    if (numbers.some((seq, at) => seq !== first + at))
      bench.fail('the chain has every number', first, numbers.slice(0, 20));
    bench.compare(
      'a later entry of the export',
      is.including({ event: 'audit.export', details: { filter: is.object } }),
      all as Pattern,
    );
    // More entries than the export reads at once.
    const { body } = await bench.send(get('/audit/verify'));
    const { entries, head, problem } = Object(body).data;
    bench.compare(
      'the chain',
      { problem: null, head: { seq: is.atLeast(numbers.length), hash: is.matching('^[0-9a-f]{64}$') } },
      { head, problem },
    );
    if (entries < numbers.length) bench.fail('verified entries', `at least ${numbers.length}`, entries);
    await bench.send(get('/audit/export?from=later', { status: 400 }));
    await bench.send(get('/audit/export?page=1', { status: 400 }));
    for (const send of ['POST', 'PUT', 'DELETE'] as const)
      await bench.send({ send, path: '/audit', body: {}, expect: { status: [404, 405] } });
    const { body: listed } = await bench.send(
      get('/audit?documentId={a.documentId}', {
        data: is.length(2),
        meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 2 } },
      }),
    );
    bench.compare(
      'the list',
      exactly([
        { event: 'document.update', seq: lines[1]?.seq as number, hash: lines[1]?.hash as string },
        { event: 'document.create' },
      ]),
      Object(listed).data,
    );
  }),
  recorded(
    'quire.audit.graphql',
    { a: page({ count: 1 }) },
    async (bench) => {
      await bench.send(put('/pages/{a.documentId}?status=draft', { count: 2 }));
      const shows = 'id event at actor ip request type documentId details';
      const of = 'documentId: "{a.documentId}"';
      const entry = {
        id: is.text,
        type: 'api::page.page',
        documentId: '{a.documentId}',
        at: is.timestamp,
        actor: { kind: 'api-tokens' },
        ip: is.text,
        request: is.text,
      };
      const updated = {
        ...entry,
        event: 'document.update',
        details: exactly([
          { axes: { status: 'draft' }, changes: exactly([{ path: 'count', from: 1, to: 2 }]) },
        ]),
      };
      await bench.send(
        gives(`{ auditEntries(${of}) { ${shows} } }`, {
          auditEntries: exactly([updated, { ...entry, event: 'document.create' }]),
        }),
      );
      await bench.send(
        gives(`{ auditEntries(${of}, event: "document.create", page: 1, pageSize: 1) { event } }`, {
          auditEntries: exactly([{ event: 'document.create' }]),
        }),
      );
    },
    { needs: ['graphql'] },
  ),
];
