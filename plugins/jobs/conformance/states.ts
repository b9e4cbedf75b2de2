// Cases of the states of jobs: dead, retried, cancelled; of lists, payloads and permissions.
import { borrowUser } from '../../../conformance/cases/accounts';
import { askUntil } from '../../../conformance/cases/ask-until';
import { get, post } from '../../../conformance/cases/build';
import type { Bench, Case, Expectation, Step } from '../../../conformance/cases/case';
import { ask, gives, withVariables } from '../../../conformance/cases/graphql-build';
import { exactly, is, only, type Pattern } from '../../../conformance/cases/pattern';
import { record, recorded } from '../../../conformance/cases/recorded';

const LATER = '2099-01-01T00:00:00.000Z';
const enqueue = (
  name: string,
  payload: unknown,
  expect: Expectation = { status: 201 },
  more: Partial<Step> = {},
): Step => ({
  ...{ send: 'POST', path: '/jobs', body: { name, payload }, expect, save: 'job' },
  ...more,
});
const act = (name: string, expect: Expectation, more: Partial<Step> = {}): Step => ({
  ...{ send: 'POST', path: `/jobs/{job.id}/actions/${name}`, expect },
  ...more,
});
/** Asks until the job is dead with so many attempts. */
async function dies(bench: Bench, attempts: number, more: Pattern = {}): Promise<void> {
  const { body } = await askUntil(bench, get('/jobs/{job.id}'), ({ body: found }) => {
    const { state, attempts: made } = Object(found).data;
    return state === 'dead' && made === attempts;
  });
  bench.compare('the dead job', { error: 'it cannot work', due: null, ...Object(more) }, Object(body).data);
}
/** A change at a far time: its job `job` waits. */
async function waiting(bench: Bench): Promise<void> {
  await bench.make('a', { ...record(), at: '/records?status=draft' });
  await bench.send(post('/schedule/releases', {}, {}, { body: { name: '{mark}' }, save: 'release' }));
  await bench.send({ send: 'PUT', path: '/schedule/releases/{release.id}', body: { at: LATER } });
  const { body } = await bench.send(get('/jobs?name=schedule.run&state=waiting&pageSize=100'));
  const own = Object(body).data.find(
    (job: { payload: { plan: unknown } }) => job.payload.plan === bench.value('release.id'),
  );
  bench.keep('job', own);
}

export const jobStateCases: readonly Case[] = [
  recorded('quire.jobs.dead', {}, async (bench) => {
    const payload = { order: 7, password: 'hidden-word', deep: [{ token: 'hidden-word', n: 1 }] };
    const shown = only({ order: 7, password: '[hidden]', deep: [{ token: '[hidden]', n: 1 }] });
    const data = {
      ...{ id: is.integer, name: 'failing.once', payload: shown, key: null, tick: null },
      ...{ createdAt: is.timestamp, changedAt: is.timestamp },
    };
    await bench.send(enqueue('failing.once', payload, { status: 201, data }));
    await dies(bench, 1, data);
    await bench.send(act('cancel', { status: 409 }));
    await bench.send(
      act('retry', {
        status: 200,
        data: { ...data, state: 'waiting', due: is.timestamp, error: null, attempts: 0 },
      }),
    );
    await dies(bench, 1, data);
    await bench.send(enqueue('failing.once', undefined, { status: 201, data: { payload: null } }));
    await dies(bench, 1);
  }),
  recorded('quire.jobs.attempts', {}, async (bench) => {
    await bench.send(enqueue('failing.again', { n: 1 }));
    await dies(bench, 2);
    await bench.send(act('retry', { status: 200 }));
    await dies(bench, 2);
  }),
  recorded('quire.jobs.payload', {}, async (bench) => {
    for (const payload of [undefined, {}, { n: 0 }, 'n'])
      await bench.send(
        enqueue(
          'failing.counted',
          payload,
          { status: 400, error: { message: is.matching('payload\\.n') } },
          { save: {} },
        ),
      );
    for (const body of [{}, { name: '' }, { name: 5 }, { name: 'failing.once', colour: 'red' }])
      await bench.send({ send: 'POST', path: '/jobs', body, expect: { status: 400 } });
    const large = 'x'.repeat(1_048_580);
    await bench.send(enqueue('failing.once', large, { status: [400, 413] }, { save: {} }));
    await bench.send(get('/jobs?name=failing.counted', { data: exactly([]) }));
    await bench.send(enqueue('failing.counted', { n: 1 }));
    await dies(bench, 1, { payload: { n: 1 } });
  }),
  recorded('quire.jobs.lists', {}, async (bench) => {
    const ids: number[] = [];
    for (const n of [1, 2, 3]) {
      await bench.send(enqueue('failing.once', { list: n }));
      await dies(bench, 1);
      ids.push(Number(bench.value('job.id')));
    }
    const { body } = await bench.send(get('/jobs?name=failing.once&state=dead&pageSize=100'));
    const { data, meta } = Object(body);
    const own = data.filter((job: { id: number }) => ids.includes(job.id));
    bench.compare('the order', exactly(ids.map((id) => ({ id, state: 'dead' }))), own);
    const total = meta.pagination.total as number;
    bench.compare(
      'the pages',
      { page: 1, pageSize: 100, pageCount: Math.ceil(total / 100), total: is.atLeast(3) },
      meta.pagination,
    );
    for (const state of ['waiting', 'running', 'cancelled'])
      await bench.send(
        get(`/jobs?name=failing.once&state=${state}&pageSize=100`, {
          data: is.each({ id: is.not(ids[0] ?? 0), state }),
        }),
      );
    await bench.send(
      get('/jobs?state=dead&pageSize=1', {
        data: is.both(is.length(1), is.each({ state: 'dead' })),
        meta: { pagination: { pageSize: 1, total: is.atLeast(3) } },
      }),
    );
    await bench.send(get('/jobs?name=failing.once&pageSize=1&page=999', { data: exactly([]) }));
    for (const query of ['state=done', 'page=0', 'pageSize=0', 'pageSize=101', 'name=', 'colour=red'])
      await bench.send(get(`/jobs?${query}`, { status: 400 }));
  }),
  recorded('quire.jobs.cancel', {}, async (bench) => {
    await waiting(bench);
    await bench.send(
      get('/jobs/{job.id}', { data: { state: 'waiting', due: LATER, attempts: 0, error: null } }),
    );
    await bench.send(act('retry', { status: 409, error: { message: is.matching('waiting') } }));
    await bench.send(act('cancel', { status: 200, data: { id: '{job.id}', state: 'cancelled', due: null } }));
    await bench.send(act('cancel', { status: 409 }));
    await bench.send(get('/jobs?state=cancelled&pageSize=100', { data: is.including({ id: '{job.id}' }) }));
  }),
  recorded('quire.jobs.permissions', {}, async (bench) => {
    await waiting(bench);
    const asked = {
      read: get('/jobs/{job.id}'),
      run: enqueue('history.clean', null, {}, { save: {} }),
      cancel: act('cancel', {}),
      retry: act('retry', {}),
    };
    const verbs = Object.keys(asked);
    for (const verb of verbs) {
      await borrowUser(bench, `has${verb}`, [`plugin::jobs.job.${verb}`]);
      await borrowUser(
        bench,
        `lacks${verb}`,
        verbs.filter((each) => each !== verb).map((each) => `plugin::jobs.job.${each}`),
      );
    }
    for (const [verb, step] of Object.entries(asked)) {
      await bench.send({ ...step, as: `lacks${verb}`, expect: { status: 403 } });
      await bench.send({ ...step, as: `has${verb}`, expect: { status: [200, 201] } });
    }
    await bench.send(get('/jobs', { status: 403 }, { as: 'read-only' }));
    await bench.send(get('/jobs', { status: [401, 403] }, { as: 'anonymous' }));
  }),
  recorded(
    'quire.jobs.graphql',
    {},
    async (bench) => {
      const shows = 'id name state payload key attempts due tick error createdAt changedAt';
      const enqueued =
        'mutation ($payload: JSON) { enqueueJob(name: "failing.once", payload: $payload) { id name payload } }';
      const data = { id: is.text, name: 'failing.once', payload: { n: 1, secret: '[hidden]' } };
      await bench.send({
        ...withVariables(enqueued, { payload: { n: 1, secret: 'hidden-word' } }, { enqueueJob: data }),
        save: { job: 'body.data.enqueueJob' },
      });
      await dies(bench, 1);
      const dead = {
        ...data,
        state: 'dead',
        key: null,
        attempts: 1,
        due: null,
        tick: null,
        error: 'it cannot work',
      };
      await bench.send(
        gives(`{ job(id: "{job.id}") { ${shows} } }`, { job: { ...dead, createdAt: is.timestamp } }),
      );
      await bench.send(
        gives('mutation { retryJob(id: "{job.id}") { id state } }', {
          retryJob: { id: '{job.id}', state: 'waiting' },
        }),
      );
      await dies(bench, 1);
      await bench.send(
        ask('{ job(id: "999999999") { id } }', {
          status: 200,
          body: { errors: is.length(1), data: { job: null } },
        }),
      );
      await waiting(bench);
      await bench.send(
        gives('mutation { cancelJob(id: "{job.id}") { state } }', { cancelJob: { state: 'cancelled' } }),
      );
    },
    { needs: ['graphql'] },
  ),
];
