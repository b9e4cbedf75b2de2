// Rows and cases of scheduled changes. No case waits for a time that is far away.
import { borrowUser } from '../../../conformance/cases/accounts';
import { get, put } from '../../../conformance/cases/build';
import type { Case, Expectation, Step } from '../../../conformance/cases/case';
import { is } from '../../../conformance/cases/pattern';
import { ofRecords, recorded } from '../../../conformance/cases/recorded';
import { rowsOf } from '../../../conformance/spec/row';
import { cancel, draft, ended, LATER, one, plan, soon, textOf } from './build';
import { scheduleReleaseCases } from './releases';
import { scheduleShownCases } from './shown';
import { scheduleTimeCases } from './times';

export const rows = rowsOf(
  { section: 'quire.schedule', title: 'Quire: scheduled changes', profile: 'quire' },
  `
quire.schedule.publish | schedule | must | auth tokens drafts config files | a draft is published at its time, and not before
quire.schedule.refused | schedule | must | auth tokens drafts config files | a time in the past, an unknown time zone and an unknown action are a 400
quire.schedule.changed | schedule | must | auth tokens drafts config files | a change is listed, gets another time, and is cancelled
quire.schedule.zones   | schedule | must | auth tokens drafts config files | a local time is that of its time zone
quire.schedule.release | schedule | must | auth tokens drafts config files | the changes of a release happen together, or none of them happens
quire.schedule.rights  | schedule | must | auth tokens drafts config files | a change needs the permission to schedule and the one to publish
quire.schedule.twice   | schedule | must | auth tokens drafts config files | a release has one change of a document: a second one is a 409; a closed change stays as it is, a 409
quire.schedule.unknown | schedule | must | auth tokens drafts config files | an unknown change, and the change of another document, are a 404
quire.schedule.locales | schedule | must | auth tokens drafts config files i18n | a change is for the locale of its request, and * for all; only a request for the same ones cancels it
quire.schedule.shown   | schedule | must | auth tokens drafts config files | a change shows its time in its zone, its caller and its release; a time that clocks skip is a 400, of two the first one counts
quire.schedule.lists   | schedule | must | auth tokens drafts config files | lists of changes have filters and pages, the newest first; a time range has the order of the times
quire.schedule.moved   | schedule | must | auth tokens drafts config files | another time replaces the former one, with its caller; a change of a release has the time of the release
quire.schedule.releases | schedule | must | auth tokens drafts config files | a release gets a name and a time, loses its time, lists its changes in order, and is cancelled with them; it has a maximum of changes
quire.schedule.check   | schedule | must | auth tokens drafts config files | a check lists what prevents a release, and changes nothing
quire.schedule.any-type | schedule | must | auth tokens drafts config files | one address schedules changes of all types, with the rights of the type; other types are a 400
quire.schedule.permissions | schedule | must | auth tokens drafts config files | each route needs a permission of its own
quire.schedule.order   | schedule | must | auth tokens drafts config files | changes of one document happen in the order of their times; unpublish is one of them
quire.schedule.later-rights | schedule | must | auth tokens drafts config files | a change runs with the rights that its caller has at its time; else it fails with the reason
quire.schedule.deleted | schedule | must | auth tokens drafts config files | a delete cancels the changes of its document; a change in a release stays, and prevents it
quire.schedule.job     | schedule | must | auth tokens drafts config files | a release whose job is cancelled fails; a retry of the job does not run it
quire.schedule.graphql | schedule | must | auth tokens drafts config files graphql | changes and releases over GraphQL
`,
);

const notice = () => ({ at: '/notices?status=draft', data: { title: '{mark}' } });
export const cases: readonly Case[] = [
  ...scheduleShownCases,
  ...scheduleReleaseCases,
  ...scheduleTimeCases,
  recorded('quire.schedule.publish', { a: draft() }, async (bench) => {
    const at = textOf(await soon(bench));
    await bench.send(
      plan(
        'a',
        { action: 'publish', at },
        { status: 200, data: { state: 'waiting', at } },
        { save: 'planned' },
      ),
    );
    const first = await bench.send(one('a', { status: 'any' }));
    if (first.status === 200 && Date.now() < Date.parse(at))
      bench.fail('it is published early', 404, first.status);
    bench.compare('the change', { state: 'done' }, await ended(bench, '/schedule/changes/{planned.id}'));
    await bench.send(one('a', { data: { title: '{mark}', publishedAt: is.timestamp } }));
  }),
  recorded('quire.schedule.refused', { a: draft() }, async (bench) => {
    const wrong: readonly object[] = [
      { action: 'publish', at: '2020-01-01T00:00:00.000Z' },
      { action: 'publish', at: '2099-01-01T00:00', timeZone: 'Mars/Olympus' },
      { action: 'publish', at: 'tomorrow' },
      { action: 'publish' },
      { action: 'delete', at: LATER },
    ];
    for (const data of wrong) await bench.send(plan('a', data, { status: 400 }));
    await bench.send(get('/schedule/changes?documentId={a.documentId}', { data: [] }));
  }),
  recorded('quire.schedule.changed', { a: draft() }, async (bench) => {
    await bench.send(plan('a', { action: 'publish', at: LATER }, { status: 200 }, { save: 'planned' }));
    const path = '/schedule/changes/{planned.id}';
    await bench.send(
      get('/schedule/changes?documentId={a.documentId}', { data: [{ action: 'publish', at: LATER }] }),
    );
    const at = '2098-01-01T00:00:00.000Z';
    await bench.send({ send: 'PUT', path, body: { at }, expect: { status: 200, data: { at } } });
    await bench.send({ send: 'DELETE', path, expect: { status: 200, data: { state: 'cancelled' } } });
    await bench.send(get(path, { data: { state: 'cancelled' } }));
  }),
  recorded('quire.schedule.zones', { a: draft() }, async (bench) => {
    const zones: readonly (readonly [string, string])[] = [
      ['Asia/Tokyo', '2098-12-31T15:00:00.000Z'],
      ['UTC', LATER],
    ];
    for (const [timeZone, at] of zones)
      await bench.send(
        plan('a', { action: 'publish', at: '2099-01-01T00:00', timeZone }, { status: 200, data: { at } }),
      );
  }),
  recorded('quire.schedule.release', { a: draft(), b: draft('{mark} b') }, async (bench) => {
    const releases = '/schedule/releases';
    await bench.send({ send: 'POST', path: releases, body: { name: '{mark}' }, save: 'release' });
    for (const alias of ['a', 'b'])
      await bench.send(plan(alias, { action: 'publish', release: bench.value('release.id') }));
    await bench.send(put('/records/{b.documentId}?status=draft', { title: null }));
    const at = textOf(await soon(bench));
    await bench.send({
      send: 'PUT',
      path: `${releases}/{release.id}`,
      body: { at },
      expect: { status: 200 },
    });
    const failed = await ended(bench, `${releases}/{release.id}`);
    bench.compare('the release', { state: 'failed', problems: is.list }, failed);
    for (const alias of ['a', 'b']) await bench.send(one(alias, { status: 404 }));
    await bench.send(put('/records/{b.documentId}?status=draft', { title: '{mark} mended' }));
    await bench.send({ send: 'POST', path: releases, body: { name: '{mark} again' }, save: 'release' });
    for (const alias of ['a', 'b'])
      await bench.send(plan(alias, { action: 'publish', release: bench.value('release.id') }));
    const path = `${releases}/{release.id}`;
    await bench.send({ send: 'PUT', path, body: { at: textOf(await soon(bench)) }, expect: { status: 200 } });
    bench.compare('the release', { state: 'done' }, await ended(bench, path));
    for (const alias of ['a', 'b']) await bench.send(one(alias, { status: 200 }));
  }),
  recorded('quire.schedule.rights', { a: draft() }, async (bench) => {
    const reads = ofRecords('find', 'findOne', 'readDraft');
    await borrowUser(bench, 'planner', [...reads, ...ofRecords('schedule')]);
    await borrowUser(bench, 'publisher', [...reads, ...ofRecords('publish')]);
    await borrowUser(bench, 'both', [...reads, ...ofRecords('schedule', 'publish')]);
    const data = { action: 'publish', at: LATER };
    for (const as of ['planner', 'publisher']) await bench.send(plan('a', data, { status: 403 }, { as }));
    await bench.send(plan('a', data, { status: 200 }, { as: 'both' }));
  }),
  recorded('quire.schedule.twice', { a: draft(), b: draft('{mark} b') }, async (bench) => {
    const release = { send: 'POST', path: '/schedule/releases', body: { name: '{mark}' } } as const;
    await bench.send({ ...release, save: 'release' });
    const data = { action: 'publish', release: bench.value('release.id') };
    await bench.send(plan('a', data));
    for (const action of ['publish', 'unpublish'])
      await bench.send(plan('a', { ...data, action }, { status: 409, error: { name: 'ConflictError' } }));
    await bench.send(plan('b', data));
    await bench.send({ ...release, body: { name: '{mark} other' }, save: 'other' });
    await bench.send(plan('a', { action: 'publish', release: bench.value('other.id') }));
    await bench.send(plan('a', { action: 'publish', at: LATER }, { status: 200 }, { save: 'planned' }));
    const path = '/schedule/changes/{planned.id}';
    await bench.send({ send: 'DELETE', path, expect: { status: 200 } });
    await bench.send({ send: 'DELETE', path, expect: { status: 409 } });
    await bench.send({ send: 'PUT', path, body: { at: LATER }, expect: { status: 409 } });
  }),
  recorded('quire.schedule.unknown', { a: draft(), b: draft('{mark} b') }, async (bench) => {
    await bench.send(plan('a', { action: 'publish', at: LATER }, { status: 200 }, { save: 'planned' }));
    const ids = [
      ['a', 999_999_999],
      ['b', bench.value('planned.id')],
    ] as const;
    for (const [alias, id] of ids) {
      await bench.send(cancel(alias, id, { status: 404 }));
      await bench.send(plan(alias, { id, at: LATER }, { status: 404 }));
    }
    const unknown = { path: '/records/unknown00000000000000000/actions/schedule' };
    await bench.send(plan('a', { action: 'publish', at: LATER }, { status: 404 }, unknown));
    await bench.send(get('/schedule/changes/999999999', { status: 404 }));
    await bench.send(plan('a', { action: 'publish', release: 999_999_999 }, { status: 404 }));
    await bench.send(cancel('a', bench.value('planned.id'), { status: 200 }));
  }),
  recorded('quire.schedule.locales', { n: notice() }, async (bench) => {
    await bench.send(put('/notices/{n.documentId}?locale=fr&status=draft', { title: '{mark} fr' }));
    const ask = (name: string, query: string, data: object, expect: Expectation, save?: string): Step => ({
      ...{ send: 'POST', path: `/notices/{n.documentId}/actions/${name}${query}`, body: { data }, expect },
      ...(save === undefined ? {} : { save }),
    });
    const publish = { action: 'publish', at: LATER };
    await bench.send(ask('schedule', '', publish, { data: { locale: 'en' } }, 'planned'));
    await bench.send(ask('schedule', '?locale=de', publish, { status: 404 }));
    await bench.send(ask('schedule', '?locale=*', publish, { data: { locale: '*' } }, 'all'));
    for (const [query, status] of [
      ['?locale=fr', 404],
      ['?locale=*', 404],
      ['', 200],
    ] as const)
      await bench.send(ask('unschedule', query, { id: bench.value('planned.id') }, { status }));
    await bench.send(ask('unschedule', '', { id: bench.value('all.id') }, { status: 404 }));
    const fr = { action: 'publish', at: textOf(await soon(bench)) };
    await bench.send(ask('schedule', '?locale=fr', fr, { data: { locale: 'fr' } }, 'planned'));
    bench.compare('the change', { state: 'done' }, await ended(bench, '/schedule/changes/{planned.id}'));
    await bench.send(get('/notices/{n.documentId}?locale=fr', { data: { title: '{mark} fr' } }));
    await bench.send(get('/notices/{n.documentId}', { status: 404 }));
  }),
];
