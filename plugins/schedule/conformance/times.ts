// Cases of what happens at the time of a change: in which order, with whose rights, and without its job or its document.
import { makeUser } from '../../../conformance/cases/accounts';
import { askUntil } from '../../../conformance/cases/ask-until';
import { get } from '../../../conformance/cases/build';
import type { Bench, Case } from '../../../conformance/cases/case';
import { exactly, is } from '../../../conformance/cases/pattern';
import { ofRecords, record, recorded } from '../../../conformance/cases/recorded';
import {
  CHANGES,
  draft,
  ended,
  LATER,
  LONGER,
  makeRelease,
  one,
  plan,
  RELEASES,
  sends,
  soon,
  textOf,
} from './build';

/** The waiting job of a release. */
async function jobOf(bench: Bench, release: unknown): Promise<number> {
  const { body } = await bench.send(get('/jobs?name=schedule.run&state=waiting&pageSize=100'));
  const job = Object(body).data.find((each: { payload: { plan: unknown } }) => each.payload.plan === release);
  if (!job) bench.fail('the release has no job', 'a waiting job', body);
  return job.id;
}

const waits = { waits: 3 };

export const scheduleTimeCases: readonly Case[] = [
  recorded(
    'quire.schedule.order',
    { a: draft(), b: record(), c: draft('{mark} c') },
    async (bench) => {
      const moment = await soon(bench, LONGER);
      const [first, second] = [textOf(moment), textOf(moment + 1)];
      // The later one is planned first.
      for (const [alias, save, data] of [
        ['a', 'a2', { action: 'unpublish', at: second }],
        ['a', 'a1', { action: 'publish', at: first }],
        ['b', 'b1', { action: 'unpublish', at: first }],
        ['c', 'c2', { action: 'publish', at: second }],
        ['c', 'c1', { action: 'publish', at: first }],
      ] as const)
        await bench.send(plan(alias, data, { status: 200 }, { save }));
      for (const save of ['a1', 'a2', 'b1', 'c1', 'c2'])
        bench.compare(
          save,
          { state: 'done', problems: null, at: is.timestamp },
          await ended(bench, `${CHANGES}/{${save}.id}`),
        );
      await bench.send(one('a', { status: 404 }));
      await bench.send(one('b', { status: 404 }));
      await bench.send(one('c', { status: 200 }));
      await bench.send(
        get('/records/{b.documentId}?status=draft', { data: { title: '{mark}', publishedAt: null } }),
      );
      // What was done can neither be moved nor cancelled.
      await bench.send(sends('PUT', `${CHANGES}/{b1.id}`, { at: LATER }, { status: 409 }));
      await bench.send(sends('DELETE', `${CHANGES}/{b1.id}`, undefined, { status: 409 }));
    },
    waits,
  ),
  recorded(
    'quire.schedule.later-rights',
    { a: draft(), b: draft('{mark} b'), c: draft('{mark} c'), d: draft('{mark} d'), e: draft('{mark} e') },
    async (bench) => {
      const reads = ['find', 'findOne', 'readDraft', 'schedule'];
      for (const alias of ['blocked', 'poor', 'kept', 'gone'])
        await makeUser(bench, alias, ofRecords(...reads, 'publish'));
      const where = { title: '{mark} d' };
      await makeUser(bench, 'ruled', [
        ...ofRecords(...reads),
        { action: 'api::record.record.publish', where: { title: where.title } },
      ]);
      const at = textOf(await soon(bench, LONGER));
      for (const [alias, as] of [
        ['a', 'blocked'],
        ['b', 'poor'],
        ['c', 'kept'],
        ['d', 'ruled'],
        ['e', 'gone'],
      ] as const)
        await bench.send(
          plan(alias, { action: 'publish', at }, { status: 200 }, { as, save: `${as}Planned` }),
        );
      await bench.send({ send: 'PUT', path: '/users/{blockedUser.id}', body: { blocked: true } });
      await bench.send({ send: 'DELETE', path: '/users/{goneUser.id}', expect: { status: 200 } });
      await bench.send(get('/users-permissions/roles', {}, { save: { roles: 'body.roles' } }));
      const roles = bench.value('roles') as readonly { id: number; type: string }[];
      const open = roles.find(({ type }) => type === 'public')?.id;
      await bench.send({ send: 'PUT', path: '/users/{poorUser.id}', body: { role: open } });
      await bench.send({
        send: 'PUT',
        path: '/records/{d.documentId}?status=draft',
        body: { data: { title: '{mark} other' } },
      });
      const failed = (status: number, alias: string) => ({
        state: 'failed',
        problems: exactly([
          {
            change: is.integer,
            type: 'api::record.record',
            documentId: `{${alias}.documentId}`,
            status,
            message: is.text,
            name: is.text,
          },
        ]),
      });
      bench.compare(
        'of a blocked user',
        failed(401, 'a'),
        await ended(bench, `${CHANGES}/{blockedPlanned.id}`),
      );
      bench.compare('of a deleted user', failed(401, 'e'), await ended(bench, `${CHANGES}/{gonePlanned.id}`));
      bench.compare(
        'without the permission',
        failed(403, 'b'),
        await ended(bench, `${CHANGES}/{poorPlanned.id}`),
      );
      bench.compare(
        'with the permission',
        { state: 'done' },
        await ended(bench, `${CHANGES}/{keptPlanned.id}`),
      );
      bench.compare(
        'outside of the rule',
        failed(404, 'd'),
        await ended(bench, `${CHANGES}/{ruledPlanned.id}`),
      );
      for (const [alias, status] of [
        ['a', 404],
        ['b', 404],
        ['c', 200],
        ['d', 404],
      ] as const)
        await bench.send(one(alias, { status }));
    },
    waits,
  ),
  recorded('quire.schedule.deleted', { a: draft(), b: draft('{mark} b') }, async (bench) => {
    await bench.send(makeRelease('release', { at: LATER }));
    const release = bench.value('release.id');
    await bench.send(plan('a', { action: 'publish', at: LATER }, { status: 200 }, { save: 'alone' }));
    await bench.send(plan('a', { action: 'publish', release }, { status: 200 }, { save: 'member' }));
    await bench.send(plan('b', { action: 'publish', release }, { status: 200 }));
    await bench.send({ send: 'DELETE', path: '/records/{a.documentId}' });
    await bench.send(get(`${CHANGES}/{alone.id}`, { data: { state: 'cancelled' } }));
    await bench.send(get(`${CHANGES}/{member.id}`, { data: { state: 'waiting' } }));
    const check = `${RELEASES}/{release.id}/actions/check`;
    const problem = { change: '{member.id}', documentId: '{a.documentId}', status: 404 };
    await bench.send(sends('POST', check, undefined, { data: { ok: false, problems: exactly([problem]) } }));
    await bench.send(
      sends('DELETE', `${CHANGES}/{member.id}`, undefined, { status: 200, data: { state: 'cancelled' } }),
    );
    await bench.send(
      get(`${RELEASES}/{release.id}`, { data: { changes: exactly([{ documentId: '{b.documentId}' }]) } }),
    );
    await bench.send(sends('POST', check, undefined, { data: { ok: true } }));
  }),
  recorded('quire.schedule.job', { a: draft() }, async (bench) => {
    await bench.send(makeRelease('release'));
    const release = bench.value('release.id');
    const at = `${RELEASES}/{release.id}`;
    await bench.send(plan('a', { action: 'publish', release }));
    await bench.send(sends('PUT', at, { at: LATER }, { status: 200 }));
    const first = await jobOf(bench, release);
    await bench.send(get(`/jobs/${first}`, { data: { name: 'schedule.run', due: LATER, attempts: 0 } }));
    // Another time has another job.
    await bench.send(sends('PUT', at, { at: '2098-01-01T00:00:00.000Z' }, { status: 200 }));
    await bench.send(get(`/jobs/${first}`, { data: { state: 'cancelled', due: null } }));
    const second = await jobOf(bench, release);
    await bench.send(get(`/jobs/${second}`, { data: { due: '2098-01-01T00:00:00.000Z' } }));
    await bench.send(
      sends('POST', `/jobs/${second}/actions/cancel`, undefined, { data: { state: 'cancelled' } }),
    );
    await bench.send(
      get(at, {
        data: {
          state: 'failed',
          problems: exactly([{ status: 409, change: null, message: is.matching('job') }]),
        },
      }),
    );
    for (const job of [first, second]) {
      await bench.send(
        sends('POST', `/jobs/${job}/actions/retry`, undefined, { data: { state: 'waiting' } }),
      );
      await askUntil(bench, get(`/jobs/${job}`, { status: [200, 404] }), ({ status }) => status === 404);
    }
    await bench.send(get(at, { data: { state: 'failed' } }));
    await bench.send(one('a', { status: 404 }));
  }),
];
