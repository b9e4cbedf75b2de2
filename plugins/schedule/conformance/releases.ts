// Cases of releases, of the address for all types, and of the permissions of the routes.
import { borrowUser, makeUser } from '../../../conformance/cases/accounts';
import { get, put } from '../../../conformance/cases/build';
import type { Case, Step } from '../../../conformance/cases/case';
import { exactly, is, only, type Pattern } from '../../../conformance/cases/pattern';
import { ofRecords, recorded } from '../../../conformance/cases/recorded';
import { CHANGES, cancel, draft, LATER, makeRelease, one, plan, RELEASES, sends } from './build';

const UID = 'api::record.record';
const RELEASE = `${RELEASES}/{release.id}`;
const update = (body: object, expect: Step['expect'] & {}): Step => sends('PUT', RELEASE, body, expect);

export const scheduleReleaseCases: readonly Case[] = [
  recorded(
    'quire.schedule.releases',
    { a: draft(), b: draft('{mark} b'), c: draft('{mark} c'), d: draft('{mark} d') },
    async (bench) => {
      const times = { at: null, timeZone: 'UTC', localTime: null, state: 'open', problems: null };
      const shown = (more: object): Pattern =>
        only({
          ...{ id: is.integer, name: '{mark} release', ...times, by: 'conformance' },
          ...{ createdAt: is.timestamp, changedAt: is.timestamp, ...more },
        });
      await bench.send(
        makeRelease('release', {}, { status: 201, data: shown({ changeCount: 0, changes: [] }) }),
      );
      const change = (alias: string, expect: Step['expect']): Step =>
        plan(alias, { action: 'publish', release: bench.value('release.id') }, expect);
      for (const alias of ['b', 'a', 'c'])
        await bench.send(
          change(alias, { status: 200, data: { state: 'open', release: { name: '{mark} release' } } }),
        );
      await bench.send(change('d', { status: 400, error: { message: is.matching('3 changes') } }));
      const members = exactly(
        ['b', 'a', 'c'].map((alias) => ({ documentId: `{${alias}.documentId}`, at: null })),
      );
      await bench.send(get(RELEASE, { data: { name: '{mark} release', changeCount: 3, changes: members } }));
      const local = { at: '2099-06-01T09:00', timeZone: 'Europe/Berlin' };
      const timed = {
        at: '2099-06-01T07:00:00.000Z',
        timeZone: 'Europe/Berlin',
        localTime: '2099-06-01T09:00:00+02:00',
      };
      await bench.send(update(local, { data: { ...timed, state: 'waiting', name: '{mark} release' } }));
      await bench.send(
        get(RELEASE, {
          data: { ...timed, state: 'waiting', changes: is.each({ ...timed, state: 'waiting' }) },
        }),
      );
      await bench.send(
        update({ name: '{mark} renamed' }, { data: { ...timed, name: '{mark} renamed', state: 'waiting' } }),
      );
      await bench.send(
        update({ at: null }, { data: { at: null, localTime: null, state: 'open', name: '{mark} renamed' } }),
      );
      for (const body of [
        { timeZone: 'UTC' },
        { name: '' },
        { name: 'n'.repeat(201) },
        { at: '2020-01-01T00:00' },
        { when: LATER },
      ])
        await bench.send(update(body, { status: 400 }));
      for (const body of [{}, { name: 'n', timeZone: 'UTC' }, { name: 'n', at: 'soon' }])
        await bench.send(sends('POST', RELEASES, body, { status: 400 }));
      await bench.send(
        makeRelease(
          'other',
          { at: LATER },
          { status: 201, data: { at: LATER, state: 'waiting', changes: [] } },
        ),
      );
      // One removed change makes room for another.
      await bench.send(get(RELEASE, {}, { save: { second: 'body.data.changes.1.id' } }));
      await bench.send(cancel('a', bench.value('second'), { status: 200, data: { state: 'cancelled' } }));
      await bench.send(change('d', { status: 200 }));
      await bench.send(
        get(RELEASE, {
          data: {
            changes: exactly(['b', 'c', 'd'].map((alias) => ({ documentId: `{${alias}.documentId}` }))),
          },
        }),
      );
      // Lists show no changes.
      const listed = (state: string): Promise<unknown> =>
        bench.send(get(`${RELEASES}?state=${state}&pageSize=100`)).then(({ body }) => Object(body).data);
      const has = async (state: string, id: unknown): Promise<boolean> =>
        ((await listed(state)) as { id: unknown; changes?: unknown }[]).some(
          (each) => each.id === id && !('changes' in each),
        );
      const [release, other] = [bench.value('release.id'), bench.value('other.id')];
      for (const [state, id, expected] of [
        ['open', release, true],
        ['waiting', release, false],
        ['waiting', other, true],
        ['done', other, false],
      ] as const)
        if ((await has(state, id)) !== expected)
          bench.fail(`the list of ${state} releases`, expected, !expected);
      await bench.send(
        sends('DELETE', RELEASE, undefined, {
          status: 200,
          data: { state: 'cancelled', changes: is.each({ state: 'cancelled' }) },
        }),
      );
      await bench.send(update({ at: LATER }, { status: 409 }));
      await bench.send(sends('DELETE', RELEASE, undefined, { status: 409 }));
      await bench.send(change('a', { status: 409 }));
      await bench.send(get(`${RELEASES}?state=late`, { status: 400 }));
      await bench.send(
        get(`${RELEASES}?pageSize=1`, {
          data: is.length(1),
          meta: { pagination: { pageSize: 1, total: is.atLeast(2) } },
        }),
      );
      // A change alone is no release.
      await bench.send(plan('a', { action: 'publish', at: LATER }, { status: 200 }));
      await bench.send(get(`${RELEASES}/999999999`, { status: 404 }));
    },
  ),
  recorded(
    'quire.schedule.check',
    { a: draft(), b: draft('{mark} b'), c: draft('{mark} c') },
    async (bench) => {
      await makeUser(bench, 'planner', ofRecords('schedule', 'publish', 'find', 'findOne', 'readDraft'));
      await bench.send(makeRelease('release'));
      const release = bench.value('release.id');
      await bench.send(plan('a', { action: 'publish', release }));
      await bench.send(plan('b', { action: 'publish', release }, { status: 200 }, { save: 'broken' }));
      await bench.send(
        plan('c', { action: 'publish', release }, { status: 200 }, { as: 'planner', save: 'dropped' }),
      );
      const checks = (data: Pattern): Step =>
        sends('POST', `${RELEASE}/actions/check`, undefined, { status: 200, data });
      await bench.send(checks({ ok: true, problems: exactly([]) }));
      await bench.send(put('/records/{b.documentId}?status=draft', { title: null }));
      const invalid = {
        change: '{broken.id}',
        type: UID,
        documentId: '{b.documentId}',
        status: 400,
        name: 'ValidationError',
        message: is.text,
      };
      await bench.send(checks({ ok: false, problems: exactly([invalid]) }));
      await bench.send({ send: 'PUT', path: '/users/{plannerUser.id}', body: { blocked: true } });
      const lost = {
        change: '{dropped.id}',
        type: UID,
        documentId: '{c.documentId}',
        status: is.oneOf(401, 403),
        message: is.text,
      };
      await bench.send(checks({ ok: false, problems: exactly([invalid, lost]) }));
      await bench.send({ send: 'PUT', path: '/users/{plannerUser.id}', body: { blocked: false } });
      for (const alias of ['a', 'b', 'c']) await bench.send(one(alias, { status: 404 }));
      await bench.send(get(RELEASE, { data: { state: 'open', problems: null } }));
      await bench.send(sends('POST', `${RELEASES}/999999999/actions/check`, undefined, { status: 404 }));
    },
  ),
  recorded('quire.schedule.any-type', { a: draft() }, async (bench) => {
    const own = (...verbs: string[]): string[] => verbs.map((verb) => `plugin::schedule.change.${verb}`);
    await borrowUser(bench, 'planner', [
      ...own('create', 'update', 'cancel'),
      ...ofRecords('find', 'findOne', 'readDraft'),
    ]);
    const body = { type: UID, documentId: '{a.documentId}', action: 'publish', at: LATER };
    const create = (more: object, expect: Step['expect'] & {}, as = 'full'): Step =>
      sends('POST', CHANGES, { ...body, ...more }, expect, { as });
    const created = {
      status: 201,
      data: { type: UID, documentId: '{a.documentId}', action: 'publish', at: LATER, state: 'waiting' },
    };
    await bench.send({ ...create({}, created), save: 'planned' });
    for (const type of ['api::recor.record', 'api::tag.tag', 'shared.link'])
      await bench.send(create({ type }, { status: 400, error: { message: is.matching(type) } }));
    for (const more of [{ action: 'delete' }, { documentId: 5 }, { at: undefined }, { colour: 'red' }])
      await bench.send(create(more, { status: 400 }));
    await bench.send(create({ documentId: 'unknown00000000000000000' }, { status: 404 }));
    await bench.send(create({}, { status: 403 }, 'planner'));
    const at = `${CHANGES}/{planned.id}`;
    await bench.send(sends('PUT', at, { at: '2098-01-01T00:00Z' }, { status: 403 }, { as: 'planner' }));
    await bench.send(sends('DELETE', at, undefined, { status: 403 }, { as: 'planner' }));
    await bench.send(
      get(`${CHANGES}?documentId={a.documentId}`, { data: exactly([{ at: LATER, state: 'waiting' }]) }),
    );
    await bench.send(sends('PUT', `${CHANGES}/999999999`, { at: LATER }, { status: 404 }));
    await bench.send(sends('DELETE', `${CHANGES}/999999999`, undefined, { status: 404 }));
  }),
  recorded(
    'quire.schedule.any-type',
    { n: { at: '/notices?status=draft', data: { title: '{mark}' } } },
    async (bench) => {
      const body = { type: 'api::notice.notice', documentId: '{n.documentId}', action: 'publish', at: LATER };
      for (const [locale, shown] of [
        [undefined, 'en'],
        ['en', 'en'],
        ['*', '*'],
      ] as const) {
        const more = locale === undefined ? {} : { locale };
        await bench.send(
          sends('POST', CHANGES, { ...body, ...more }, { status: 201, data: { locale: shown } }),
        );
      }
      await bench.send(sends('POST', CHANGES, { ...body, locale: 'fr' }, { status: 404 }));
    },
    { name: 'with locales', needs: ['i18n'] },
  ),
  recorded('quire.schedule.permissions', { a: draft() }, async (bench) => {
    await bench.send(makeRelease('release'));
    await bench.send(makeRelease('soon'));
    await bench.send(plan('a', { action: 'publish', at: LATER }, { status: 200 }, { save: 'planned' }));
    const change = `${CHANGES}/{planned.id}`;
    const body = { type: UID, documentId: '{a.documentId}', action: 'publish', at: LATER };
    const asked: readonly (readonly [string, Step['send'], string, object?])[] = [
      ['change.read', 'GET', CHANGES],
      ['change.read', 'GET', change],
      ['change.create', 'POST', CHANGES, body],
      ['change.update', 'PUT', change, { at: LATER }],
      ['change.cancel', 'DELETE', change],
      ['release.read', 'GET', RELEASES],
      ['release.read', 'GET', RELEASE],
      ['release.create', 'POST', RELEASES, { name: '{mark} b' }],
      ['release.update', 'PUT', RELEASE, { name: '{mark} c' }],
      ['release.update', 'POST', `${RELEASES}/{soon.id}/actions/run`],
      ['release.check', 'POST', `${RELEASE}/actions/check`],
      ['release.delete', 'DELETE', RELEASE],
    ];
    const actions = [...new Set(asked.map(([action]) => action))];
    const of = (action: string): string => `plugin::schedule.${action}`;
    const records = ofRecords('find', 'findOne', 'readDraft', 'schedule', 'unschedule', 'publish');
    for (const [at, [action, send, path, sent]] of asked.entries()) {
      await borrowUser(bench, `has${at}`, [of(action), ...records]);
      await borrowUser(bench, `lacks${at}`, [
        ...actions.filter((each) => each !== action).map(of),
        ...records,
      ]);
      await bench.send(sends(send, path, sent, { status: 403 }, { as: `lacks${at}` }));
      await bench.send(sends(send, path, sent, { status: [200, 201] }, { as: `has${at}` }));
    }
  }),
];
