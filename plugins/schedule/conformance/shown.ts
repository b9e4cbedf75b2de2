// Cases of what changes show, how they are listed, and how they get another time.
import { borrowUser } from '../../../conformance/cases/accounts';
import { get } from '../../../conformance/cases/build';
import type { Case, Step } from '../../../conformance/cases/case';
import { gives, withVariables } from '../../../conformance/cases/graphql-build';
import { exactly, is, only, type Pattern } from '../../../conformance/cases/pattern';
import { ofRecords, recorded } from '../../../conformance/cases/recorded';
import { CHANGES, cancel, draft, LATER, makeRelease, plan, RELEASES, sends } from './build';

const UID = 'api::record.record';
/** Times of a request, and how answers show them. */
const TIMES: readonly (readonly [object, string, string, string])[] = [
  [
    { at: '2099-06-01T09:00', timeZone: 'Europe/Berlin' },
    '2099-06-01T07:00:00.000Z',
    'Europe/Berlin',
    '2099-06-01T09:00:00+02:00',
  ],
  [
    { at: '2099-01-15T09:00:30', timeZone: 'America/New_York' },
    '2099-01-15T14:00:30.000Z',
    'America/New_York',
    '2099-01-15T09:00:30-05:00',
  ],
  [
    { at: '2099-01-15T00:00', timeZone: 'Australia/Adelaide' },
    '2099-01-14T13:30:00.000Z',
    'Australia/Adelaide',
    '2099-01-15T00:00:00+10:30',
  ],
  [
    { at: '2099-01-15T00:00', timeZone: 'America/St_Johns' },
    '2099-01-15T03:30:00.000Z',
    'America/St_Johns',
    '2099-01-15T00:00:00-03:30',
  ],
  [{ at: '2099-01-15T09:00' }, '2099-01-15T09:00:00.000Z', 'UTC', '2099-01-15T09:00:00+00:00'],
  [{ at: '2099-12-31T23:59:59.5+05:30' }, '2099-12-31T18:29:59.500Z', 'UTC', '2099-12-31T18:29:59+00:00'],
  [{ at: '2099-12-31T23:59:59.05-01:00' }, '2100-01-01T00:59:59.050Z', 'UTC', '2100-01-01T00:59:59+00:00'],
  // Clocks show this time twice.
  [
    { at: '2099-10-25T02:30', timeZone: 'Europe/Berlin' },
    '2099-10-25T00:30:00.000Z',
    'Europe/Berlin',
    '2099-10-25T02:30:00+02:00',
  ],
  [
    { at: '2099-10-25T03:00', timeZone: 'Europe/Berlin' },
    '2099-10-25T02:00:00.000Z',
    'Europe/Berlin',
    '2099-10-25T03:00:00+01:00',
  ],
];
const WRONG_TIMES: readonly object[] = [
  { at: '2099-03-29T02:30', timeZone: 'Europe/Berlin' },
  { at: '2099-02-29T09:00' },
  { at: '2099-01-01T24:00' },
  { at: '2099-01-01' },
  { at: '2099-01-01T09:00+25:00' },
  { at: 4_070_908_800_000 },
  { at: LATER, timeZone: '' },
  { at: LATER, release: 1 },
  { timeZone: 'UTC' },
  { at: LATER, id: 1 },
];

export const scheduleShownCases: readonly Case[] = [
  recorded('quire.schedule.shown', { a: draft() }, async (bench) => {
    await borrowUser(bench, 'planner', ofRecords('schedule', 'publish', 'find', 'findOne', 'readDraft'));
    for (const [words, at, timeZone, localTime] of TIMES) {
      const times = { at, timeZone, localTime, createdAt: is.timestamp, changedAt: is.timestamp };
      const data = only({
        ...{ id: is.integer, type: UID, documentId: '{a.documentId}', action: 'publish' },
        ...{ ...times, state: 'waiting', problems: null, release: null, by: '{plannerUser.username}' },
      });
      const done = { status: 200, data };
      await bench.send(plan('a', { action: 'publish', ...words }, done, { as: 'planner', save: 'planned' }));
      await bench.send(get(`${CHANGES}/{planned.id}`, { data }));
    }
    for (const words of WRONG_TIMES)
      await bench.send(
        plan('a', { action: 'publish', ...words }, { status: 400, error: { name: 'ValidationError' } }),
      );
    await bench.send(get(`${CHANGES}?documentId={a.documentId}`, { data: is.length(TIMES.length) }));
    // A token has a name of its own.
    await bench.send(
      plan('a', { action: 'publish', at: LATER }, { status: 200, data: { by: 'conformance' } }),
    );
  }),
  recorded('quire.schedule.lists', { a: draft(), b: draft('{mark} b') }, async (bench) => {
    await bench.send(makeRelease('release'));
    for (const [alias, save, data] of [
      ['a', 'one', { action: 'publish', at: LATER }],
      ['a', 'two', { action: 'unpublish', at: LATER }],
      ['b', 'three', { action: 'publish', at: LATER }],
      ['a', 'four', { action: 'publish', release: bench.value('release.id') }],
    ] as const)
      await bench.send(plan(alias, data, { status: 200 }, { save }));
    await bench.send(
      cancel('a', bench.value('two.id'), { status: 200, data: { id: '{two.id}', state: 'cancelled' } }),
    );
    const lists = (query: string, ...aliases: string[]): Step =>
      get(`${CHANGES}?${query}`, { data: exactly(aliases.map((each) => ({ id: `{${each}.id}` }))) });
    const ofA = `documentId={a.documentId}`;
    await bench.send(lists(ofA, 'four', 'two', 'one'));
    await bench.send(lists(`${ofA}&type=${UID}`, 'four', 'two', 'one'));
    await bench.send(lists(`${ofA}&type=api::notice.notice`));
    await bench.send(lists(`${ofA}&state=waiting`, 'one'));
    await bench.send(lists(`${ofA}&state=cancelled`, 'two'));
    await bench.send(lists(`${ofA}&state=open`, 'four'));
    await bench.send(lists('documentIds={b.documentId},{a.documentId}', 'four', 'three', 'two', 'one'));
    await bench.send(lists('documentIds=unknown,{b.documentId}', 'three'));
    await bench.send(get(`${CHANGES}?documentIds=${'x,'.repeat(100)}x`, { status: 400 }));
    await bench.send(lists('release={release.id}', 'four'));
    await bench.send(lists('documentId={b.documentId}', 'three'));
    // A range has only changes with a time, in the order of the times.
    await bench.send(lists(`${ofA}&from=${LATER}`, 'one', 'two'));
    await bench.send(lists(`${ofA}&to=${LATER}`));
    for (const [number, alias] of ['four', 'two', 'one'].entries()) {
      const pagination = { page: number + 1, pageSize: 1, pageCount: 3, total: 3 };
      await bench.send({
        ...lists(`${ofA}&pageSize=1&page=${number + 1}`, alias),
        expect: { data: exactly([{ id: `{${alias}.id}` }]), meta: { pagination } },
      });
    }
    for (const query of ['state=late', 'page=0', 'pageSize=101', 'colour=red', 'release=x', 'from=soon'])
      await bench.send(get(`${CHANGES}?${query}`, { status: 400 }));
    await bench.send(
      get(`${CHANGES}/{four.id}`, {
        data: {
          state: 'open',
          at: null,
          localTime: null,
          release: { id: '{release.id}', name: '{mark} release' },
        },
      }),
    );
  }),
  recorded('quire.schedule.moved', { a: draft(), b: draft('{mark} b') }, async (bench) => {
    await borrowUser(bench, 'planner', [
      ...ofRecords('schedule', 'unschedule', 'publish', 'find', 'findOne', 'readDraft'),
      ...['update', 'cancel'].map((verb) => `plugin::schedule.change.${verb}`),
    ]);
    await bench.send(plan('a', { action: 'publish', at: LATER }, { status: 200 }, { save: 'planned' }));
    const id = bench.value('planned.id');
    const [first, second] = ['2098-01-01T00:00:00.000Z', '2097-06-01T09:00'];
    const by = '{plannerUser.username}';
    const moved = { status: 200, data: { id: '{planned.id}', at: first, action: 'publish', by } };
    await bench.send(plan('a', { id, at: first }, moved, { as: 'planner' }));
    const path = `${CHANGES}/{planned.id}`;
    await bench.send(get(path, { data: { at: first, by, state: 'waiting' } }));
    const zoned = { at: '2097-06-01T07:00:00.000Z', timeZone: 'Europe/Berlin', by: 'conformance' };
    await bench.send(
      sends('PUT', path, { at: second, timeZone: 'Europe/Berlin' }, { status: 200, data: zoned }),
    );
    for (const data of [{ id }, { id, at: first, action: 'publish' }, { id, at: first, release: 1 }])
      await bench.send(plan('a', data, { status: 400 }));
    for (const body of [{}, { at: null }, { at: '2020-01-01T00:00:00Z' }, { at: first, timeZone: 'x' }])
      await bench.send(sends('PUT', path, body, { status: 400 }));
    await bench.send(get(path, { data: zoned }));
    // A release decides about the time of its changes.
    await bench.send(makeRelease('release', { at: first }));
    const inRelease = { action: 'publish', release: bench.value('release.id') };
    await bench.send(
      plan('b', inRelease, { status: 200, data: { at: first, state: 'waiting' } }, { save: 'member' }),
    );
    await bench.send(plan('b', { id: bench.value('member.id'), at: LATER }, { status: 409 }));
    await bench.send(sends('PUT', `${CHANGES}/{member.id}`, { at: LATER }, { status: 409 }));
    await bench.send(
      sends('DELETE', `${CHANGES}/{member.id}`, undefined, { status: 200, data: { state: 'cancelled' } }),
    );
    await bench.send(get(`${CHANGES}/{member.id}`, { status: 404 }));
    await bench.send(get(`${RELEASES}/{release.id}`, { data: { state: 'waiting', changes: exactly([]) } }));
    // A caller without the right to unpublish cannot move an unpublish.
    await bench.send(plan('b', { action: 'unpublish', at: LATER }, { status: 200 }, { save: 'planned' }));
    await bench.send(sends('PUT', path, { at: first }, { status: 403 }, { as: 'planner' }));
    await bench.send(get(path, { data: { at: LATER, by: 'conformance' } }));
  }),
  recorded(
    'quire.schedule.graphql',
    { a: draft(), b: draft('{mark} b') },
    async (bench) => {
      const data = {
        type: UID,
        documentId: '{a.documentId}',
        action: 'publish',
        at: '2099-06-01T09:00',
        timeZone: 'Europe/Berlin',
      };
      const shows =
        'id type documentId action at timeZone localTime state release { id name } by problems createdAt changedAt';
      const change: Pattern = {
        ...{
          id: is.text,
          type: UID,
          documentId: '{a.documentId}',
          action: 'publish',
          state: 'waiting',
          release: null,
        },
        ...{
          at: '2099-06-01T07:00:00.000Z',
          timeZone: 'Europe/Berlin',
          localTime: '2099-06-01T09:00:00+02:00',
        },
        ...{ by: 'conformance', problems: null, createdAt: is.timestamp, changedAt: is.timestamp },
      };
      const schedule = `mutation ($data: ScheduledChangeInput!) { scheduleChange(data: $data) { ${shows} } }`;
      await bench.send({
        ...withVariables(schedule, { data }, { scheduleChange: change }),
        save: { planned: 'body.data.scheduleChange' },
      });
      const byDocument = 'documentId: "{a.documentId}"';
      await bench.send(
        gives(
          `{ scheduledChanges(${byDocument}, type: "${UID}", state: "waiting", page: 1, pageSize: 5) { ${shows} } }`,
          {
            scheduledChanges: exactly([change]),
          },
        ),
      );
      await bench.send(
        gives(`mutation { changeSchedule(id: "{planned.id}", at: "${LATER}") { at timeZone state } }`, {
          changeSchedule: { at: LATER, timeZone: 'UTC', state: 'waiting' },
        }),
      );
      await bench.send(
        gives('mutation { cancelSchedule(id: "{planned.id}") { id state } }', {
          cancelSchedule: { id: '{planned.id}', state: 'cancelled' },
        }),
      );
      await bench.send(
        gives(`{ scheduledChanges(${byDocument}, state: "waiting") { id } }`, {
          scheduledChanges: exactly([]),
        }),
      );
      await bench.send({
        ...gives('mutation { createScheduledRelease(name: "{mark} r") { id name state at } }', {
          createScheduledRelease: { name: '{mark} r', state: 'open', at: null },
        }),
        save: { release: 'body.data.createScheduledRelease' },
      });
      const release = Number(bench.value('release.id'));
      const member = { type: UID, documentId: '{b.documentId}', action: 'publish', release };
      const inRelease = {
        scheduleChange: { release: { id: '{release.id}', name: '{mark} r' }, at: null, state: 'open' },
      };
      await bench.send(withVariables(schedule, { data: member }, inRelease));
      await bench.send(
        gives(`{ scheduledChanges(release: ${release}) { documentId } }`, {
          scheduledChanges: exactly([{ documentId: '{b.documentId}' }]),
        }),
      );
      await bench.send(
        gives('mutation { checkScheduledRelease(id: "{release.id}") { ok problems } }', {
          checkScheduledRelease: { ok: true, problems: exactly([]) },
        }),
      );
      await bench.send(
        gives(
          `mutation { updateScheduledRelease(id: "{release.id}", name: "{mark} s", at: "${LATER}") { name at changes { documentId } } }`,
          {
            updateScheduledRelease: {
              name: '{mark} s',
              at: LATER,
              changes: exactly([{ documentId: '{b.documentId}' }]),
            },
          },
        ),
      );
      await bench.send(
        gives(
          '{ scheduledRelease(id: "{release.id}") { name state by } scheduledReleases(state: "waiting", pageSize: 1) { id } }',
          {
            scheduledRelease: { name: '{mark} s', state: 'waiting', by: 'conformance' },
            scheduledReleases: is.length(1),
          },
        ),
      );
      await bench.send(
        gives('mutation { cancelScheduledRelease(id: "{release.id}") { state } }', {
          cancelScheduledRelease: { state: 'cancelled' },
        }),
      );
      await bench.send(get('/records/{b.documentId}', { status: 404 }));
    },
    { needs: ['graphql'] },
  ),
];
