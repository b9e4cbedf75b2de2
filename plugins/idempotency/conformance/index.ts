// Rows and cases of repeated requests with an Idempotency-Key.
import { borrowUser } from '../../../conformance/cases/accounts';
import { get } from '../../../conformance/cases/build';
import type { Bench, Case, Expectation, Step } from '../../../conformance/cases/case';
import { ask } from '../../../conformance/cases/graphql-build';
import { is } from '../../../conformance/cases/pattern';
import { SHEET, served } from '../../../conformance/cases/served';
import { multipart, TEXT } from '../../../conformance/cases/upload-files';
import { rowsOf } from '../../../conformance/spec/row';

export const rows = rowsOf(
  { section: 'quire.idempotency', title: 'Quire: repeated requests', profile: 'quire' },
  `
quire.idempotency.repeated | idempotency | must | auth tokens drafts config files | a repeated POST with its key gets the stored answer, and writes once; without a key it writes again
quire.idempotency.other    | idempotency | must | auth tokens drafts config files | the key of another body, path or query is a 422; a wrong key is a 400
quire.idempotency.callers  | idempotency | must | auth tokens drafts config files | a key belongs to its caller
quire.idempotency.refused  | idempotency | must | auth tokens drafts config files | a refused request leaves its key free
quire.idempotency.parallel | idempotency | must | auth tokens drafts config files | of requests at the same time, one writes
quire.idempotency.graphql  | idempotency | must | auth tokens drafts config files graphql | a repeated mutation runs once; a query needs no key; a mutation without a result leaves its key free
quire.idempotency.uploads  | idempotency | must | auth tokens drafts config files upload | a repeated upload stores its file once
`,
);

const key = (name: string): Partial<Step> => ({ headers: { 'idempotency-key': `{mark}-${name}` } });
const create = (name: string, data: object, expect: Expectation, more: Partial<Step> = {}): Step => ({
  ...{ send: 'POST', path: '/sheets', body: { data: { title: '{mark}', ...data } }, expect },
  ...key(name),
  ...more,
});
const REPLAYED = { 'idempotency-replayed': 'true' };
const NEW = { 'idempotency-replayed': is.absent };
const removes = (bench: Bench, alias: string): void =>
  bench.afterwards({
    send: 'DELETE',
    path: `/sheets/${bench.value(`${alias}.documentId`)}`,
    expect: { status: 'any' },
  });
const counts = (count: number): Step => get('/sheets?filters[title]={mark}', { data: is.length(count) });
/** Removes all sheets of the case. */
async function clean(bench: Bench): Promise<void> {
  const { body } = await bench.send(get('/sheets?filters[title]={mark}'));
  for (const { documentId } of Object(body).data)
    bench.afterwards({ send: 'DELETE', path: `/sheets/${documentId}`, expect: { status: 'any' } });
}

export const cases: readonly Case[] = [
  served('quire.idempotency.repeated', {}, async (bench) => {
    const first = { status: 201, data: { count: 1 }, headers: NEW };
    await bench.send(create('one', { count: 1 }, first, { save: 'a' }));
    removes(bench, 'a');
    const again = { status: 201, data: { documentId: '{a.documentId}', count: 1 }, headers: REPLAYED };
    for (let times = 0; times < 2; times += 1) await bench.send(create('one', { count: 1 }, again));
    await bench.send(counts(1));
    // The stored answer, not the present document.
    await bench.send({
      send: 'PUT',
      path: '/sheets/{a.documentId}',
      body: { data: { count: 2 } },
      ...key('one'),
      expect: { status: 200, headers: NEW },
    });
    await bench.send(create('one', { count: 1 }, again));
    await bench.send(
      create(
        'two',
        { count: 1 },
        { status: 201, headers: NEW, data: { documentId: is.not('{a.documentId}') } },
        { save: 'b' },
      ),
    );
    removes(bench, 'b');
    for (let times = 0; times < 2; times += 1)
      await bench.send(create('', { count: 1 }, { status: 201, headers: NEW }, { headers: {} }));
    await clean(bench);
    await bench.send(counts(4));
    // An action answers again, too.
    const publish = (headers: object): Step => ({
      send: 'POST',
      path: '/sheets/{a.documentId}/actions/publish',
      ...key('publish'),
      expect: { status: 200, headers: headers as never },
    });
    await bench.send(publish(NEW));
    await bench.send(publish(REPLAYED));
  }),
  served('quire.idempotency.other', {}, async (bench) => {
    await bench.send(create('one', { count: 1 }, { status: 201 }, { save: 'a' }));
    removes(bench, 'a');
    const other = {
      status: 422,
      error: { name: 'UnprocessableEntityError', message: is.matching('another request') },
    };
    await bench.send(create('one', { count: 2 }, other));
    await bench.send(create('one', { count: 1 }, other, { path: '/sheets?fields=title' }));
    await bench.send(create('one', { count: 1 }, other, { path: '/tags' }));
    for (const value of ['a b', 'x'.repeat(256), 'ü'])
      await bench.send(
        create(
          '',
          {},
          { status: 400, error: { message: is.matching('255 visible ASCII') } },
          { headers: { 'idempotency-key': value } },
        ),
      );
    const longest = { headers: { 'idempotency-key': `{mark}${'x'.repeat(200)}` } };
    await bench.send(create('', {}, { status: 201 }, { ...longest, save: 'b' }));
    removes(bench, 'b');
    await bench.send(counts(2));
  }),
  served('quire.idempotency.callers', {}, async (bench) => {
    const actions = ['create', 'find', 'publish'].map((verb) => `${SHEET}.${verb}`);
    await borrowUser(bench, 'one', actions);
    await borrowUser(bench, 'two', actions);
    for (const as of ['full', 'one', 'two'])
      await bench.send(create('same', { count: 1 }, { status: 201, headers: NEW }, { as }));
    await bench.send(create('same', { count: 1 }, { status: 201, headers: REPLAYED }, { as: 'two' }));
    await clean(bench);
    await bench.send(counts(3));
  }),
  served('quire.idempotency.refused', {}, async (bench) => {
    await bench.send(create('one', { count: -1 }, { status: 400, headers: NEW }));
    await bench.send(create('one', { count: -1 }, { status: 400, headers: NEW }));
    await bench.send(create('one', { count: 1 }, { status: 201, headers: NEW }, { save: 'a' }));
    removes(bench, 'a');
    await bench.send(create('one', { count: -1 }, { status: 422 }));
    await bench.send(counts(1));
  }),
  served('quire.idempotency.parallel', {}, async (bench) => {
    const all = Array.from({ length: 6 }, () =>
      bench.send(create('one', { count: 1 }, { status: [201, 409] })),
    );
    const answers = await Promise.all(all);
    await clean(bench);
    await bench.send(counts(1));
    const done = answers.filter(({ status }) => status === 201);
    if (done.length === 0)
      bench.fail(
        'no request has written',
        'one',
        answers.map(({ status }) => status),
      );
    for (const { status, headers } of answers)
      if (status === 409) bench.compare('a running request', '1', headers['retry-after']);
    await bench.send(create('one', { count: 1 }, { status: 201, headers: REPLAYED }));
  }),
  served(
    'quire.idempotency.graphql',
    {},
    async (bench) => {
      const mutation = (name: string, count: number, headers: object, body: object): Step =>
        ask(
          `mutation { createSheet(data: { title: "{mark}", count: ${count} }) { documentId count } }`,
          { status: 200, headers: headers as never, body: body as never },
          key(name),
        );
      await bench.send({
        ...mutation('one', 1, NEW, { errors: is.absent }),
        save: { a: 'body.data.createSheet' },
      });
      removes(bench, 'a');
      await bench.send(
        mutation('one', 1, REPLAYED, { data: { createSheet: { documentId: '{a.documentId}', count: 1 } } }),
      );
      await bench.send({ ...mutation('one', 2, {}, {}), expect: { status: 422 } });
      await bench.send(mutation('two', -1, NEW, { errors: is.list }));
      await bench.send({
        ...mutation('two', 1, NEW, { errors: is.absent }),
        save: { b: 'body.data.createSheet' },
      });
      removes(bench, 'b');
      for (const name of ['one', 'three'])
        await bench.send(
          ask(
            '{ sheets(filters: { title: { eq: "{mark}" } }) { count } }',
            { status: 200, headers: NEW, body: { data: { sheets: is.length(2) } } },
            key(name),
          ),
        );
    },
    { needs: ['graphql'] },
  ),
  served(
    'quire.idempotency.uploads',
    {},
    async (bench) => {
      const { type, body } = multipart([{ ...TEXT, filename: `${bench.mark}.txt` }]);
      const upload = (expect: Expectation, more: Partial<Step> = {}): Step => ({
        ...{ send: 'POST', path: '/upload', bytes: body, expect },
        headers: { 'content-type': type, 'idempotency-key': '{mark}-file' },
        ...more,
      });
      await bench.send(upload({ status: 201, headers: NEW }, { save: { f: 'body.0' } }));
      bench.afterwards({ send: 'DELETE', path: `/upload/files/${bench.value('f.id')}` });
      await bench.send(upload({ status: 201, headers: REPLAYED, body: [{ id: '{f.id}' }] }));
      const other = multipart([{ ...TEXT, filename: `${bench.mark}.txt`, content: 'other' }]);
      await bench.send({
        ...upload({ status: 422 }),
        bytes: other.body,
        headers: { 'content-type': other.type, 'idempotency-key': '{mark}-file' },
      });
      await bench.send(get('/upload/files?filters[name]={mark}.txt', { body: is.length(1) }));
    },
    { needs: ['upload'] },
  ),
];
