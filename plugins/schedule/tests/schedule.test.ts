// Single changes, from the request to the published document.
import { testDatabases } from '../../../core/testing/databases';
import { until } from '../../../core/testing/until';
import { type Any, LATER, POST, type ScheduleApp, scheduleApp, soon } from './schedule-app';

for (const database of testDatabases())
  describe(`schedule on ${database}`, () => {
    let made: ScheduleApp | undefined;
    const opened = (): ScheduleApp => made as ScheduleApp;
    const ask: ScheduleApp['ask'] = (...args) => opened().ask(...args);
    const plan = (id: string, data: object, status = 200) =>
      ask('POST', `/posts/${id}/actions/schedule`, status, { data });
    const stateOf = async (id: number): Promise<string> =>
      (await ask('GET', `/schedule/changes/${id}`, 200)).data.state;

    const ended = async (id: number, state: string): Promise<void> => {
      await opened().due({ change: id });
      await until(async () => (await stateOf(id)) === state);
    };

    beforeAll(async () => {
      made = await scheduleApp(database);
      await ask('POST', '/i18n/locales', 201, { code: 'de', name: 'German' });
    });
    afterAll(() => opened().app.close());

    it('publishes and unpublishes at their times, not before', async () => {
      const id = await opened().draft('timed');
      const at = soon();
      const { data } = await plan(id, { action: 'publish', at });
      expect(data).toMatchObject({
        type: POST,
        documentId: id,
        at,
        state: 'waiting',
        locale: 'en',
        by: 'anonymous',
      });
      expect(await opened().titles()).not.toContain('timed');
      await until(async () => (await stateOf(data.id)) === 'done');
      expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(at));
      expect(await opened().titles()).toContain('timed');
      const later = (await plan(id, { action: 'unpublish', at: LATER })).data;
      await ended(later.id, 'done');
      expect(await opened().titles()).not.toContain('timed');
    });

    it('changes one locale, or all with *', async () => {
      const posts = opened().app.documents(POST) as Any;
      const id = await opened().draft('english');
      await posts.update({ documentId: id, locale: 'de', data: { title: 'deutsch' }, status: 'draft' });
      const one = await ask('POST', `/posts/${id}/actions/schedule?locale=de`, 200, {
        data: { action: 'publish', at: LATER },
      });
      await ended(one.data.id, 'done');
      expect([await opened().titles('de'), await opened().titles()]).toEqual([
        ['deutsch'],
        expect.not.arrayContaining(['english']),
      ]);
      const all = await ask('POST', `/posts/${id}/actions/schedule?locale=*`, 200, {
        data: { action: 'unpublish', at: LATER },
      });
      await ended(all.data.id, 'done');
      expect(await opened().titles('de')).toEqual([]);
      await ask('POST', `/posts/${id}/actions/schedule?locale=fr`, 400, {
        data: { action: 'publish', at: LATER },
      });
    });

    it('takes local times of a zone', async () => {
      const id = await opened().draft('zone');
      const { data } = await plan(id, {
        action: 'publish',
        at: '2999-07-01T09:00',
        timeZone: 'Europe/Berlin',
      });
      expect(data).toMatchObject({
        at: '2999-07-01T07:00:00.000Z',
        timeZone: 'Europe/Berlin',
        localTime: '2999-07-01T09:00:00+02:00',
      });
    });

    it('lists, changes and cancels', async () => {
      const id = await opened().draft('moved');
      const { data } = await plan(id, { action: 'publish', at: LATER });
      const path = `/schedule/changes/${data.id}`;
      const listed = await ask('GET', `/schedule/changes?documentId=${id}&state=waiting`, 200);
      expect(listed).toMatchObject({ data: [{ id: data.id }], meta: { pagination: { total: 1 } } });
      const several = `/schedule/changes?documentIds=${id},other`;
      expect((await ask('GET', several, 200)).data).toMatchObject([{ id: data.id }]);
      await ask('GET', `${several}${',x'.repeat(99)}`, 400);
      await ask('PUT', path, 200, { at: '2998-01-01T00:00', timeZone: 'Asia/Tokyo' });
      expect((await ask('GET', path, 200)).data.at).toBe('2997-12-31T15:00:00.000Z');
      await ended(data.id, 'done');
      expect(await opened().titles()).toContain('moved');
      await ask('PUT', path, 409, { at: LATER });
      const other = (await plan(id, { action: 'unpublish', at: LATER })).data;
      expect((await ask('DELETE', `/schedule/changes/${other.id}`, 200)).data.state).toBe('cancelled');
      await ask('DELETE', `/schedule/changes/${other.id}`, 409);
      const third = (await plan(id, { action: 'unpublish', at: LATER })).data;
      await ask('POST', `/posts/${id}/actions/unschedule`, 200, { data: { id: third.id } });
      expect((await ask('GET', '/jobs?name=schedule.run&state=waiting', 200)).data).not.toContainEqual(
        expect.objectContaining({ payload: expect.objectContaining({ plan: third.id }) }),
      );
    });

    it('keeps what prevents a change, and changes nothing', async () => {
      const id = await opened().draft(null);
      const { data } = await plan(id, { action: 'publish', at: LATER });
      await ended(data.id, 'failed');
      const { problems } = (await ask('GET', `/schedule/changes/${data.id}`, 200)).data;
      expect(problems).toMatchObject([
        { documentId: id, status: 400, message: expect.stringContaining('title') },
      ]);
    });

    it('runs no change whose job was cancelled, nor one for a job of another change', async () => {
      const { kernel } = opened().app;
      const all = (text: string, values: unknown[] = []) =>
        kernel.database.transaction((tx) => tx.all(text, values));
      const jobOf = async (change: number) => {
        const text =
          'SELECT job FROM schedule_plans WHERE id = (SELECT plan FROM schedule_changes WHERE id = ?)';
        return Number((await all(text, [change]))[0]?.[0]);
      };
      const [stopped, foreign, other] = await Promise.all(
        ['stopped', 'foreign', 'other'].map((title) => opened().draft(title)),
      );
      const make = async (id: string | undefined) =>
        (await plan(String(id), { action: 'publish', at: LATER })).data.id;
      const [first, second, third] = [await make(stopped), await make(foreign), await make(other)];
      // The times of all have come. The job of the second one is that of a plan which an import replaced.
      const old = await jobOf(second);
      await ask('POST', `/jobs/${await jobOf(first)}/actions/cancel`, 200);
      expect(await stateOf(first)).toBe('failed');
      const { problems } = (await ask('GET', `/schedule/changes/${first}`, 200)).data;
      expect(problems).toMatchObject([
        { status: 409, name: 'ConflictError', message: 'Its job was cancelled' },
      ]);
      await opened().app.kernel.database.transaction(async (tx) => {
        await tx.run('UPDATE schedule_plans SET job = 999999 WHERE job = ?', [old]);
        await tx.run('UPDATE jobs SET due = 1 WHERE id = ?', [old]);
      });
      await until(async () => (await all('SELECT id FROM jobs WHERE id = ?', [old])).length === 0);
      await ended(third, 'done');
      expect(await opened().titles()).toEqual(expect.not.arrayContaining(['stopped', 'foreign']));
      expect(await stateOf(second)).toBe('waiting');
      await ask('DELETE', `/schedule/changes/${second}`, 200);
    });

    it('fails an earlier change of the document whose job has ended, and runs the later one', async () => {
      const id = await opened().draft('later one');
      const first = (await plan(id, { action: 'unpublish', at: LATER })).data.id;
      const second = (await plan(id, { action: 'publish', at: LATER })).data.id;
      // As after `quire jobs cancel` while this plugin was disabled.
      await opened().app.kernel.database.transaction((tx) =>
        tx.run(
          "UPDATE jobs SET state = 'cancelled', due = NULL WHERE id = (SELECT job FROM schedule_plans WHERE id = (SELECT plan FROM schedule_changes WHERE id = ?))",
          [first],
        ),
      );
      await ended(second, 'done');
      expect(await stateOf(first)).toBe('failed');
    });

    it('keeps no plan of a write that is rolled back, and cancels those of a deleted document', async () => {
      const { documents } = opened().app;
      const id = await opened().draft('gone');
      const failing = documents.transaction(async () => {
        await (documents(POST) as Any).schedule({ documentId: id, data: { action: 'publish', at: LATER } });
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect((await ask('GET', `/schedule/changes?documentId=${id}`, 200)).data).toEqual([]);
      const kept = await (documents(POST) as Any).schedule({
        documentId: id,
        data: { action: 'publish', at: LATER },
      });
      await documents(POST).delete({ documentId: id });
      expect(await stateOf(kept.id)).toBe('cancelled');
    });

    it.each([
      [{ action: 'publish', at: '2020-01-01T00:00:00Z' }, 'is in the past'],
      [{ action: 'publish', at: 'soon' }, 'is no ISO time'],
      [{ action: 'publish', at: '2999-01-01T00:00', timeZone: 'Mars/Base' }, 'expected an IANA time zone'],
      [{ action: 'delete', at: LATER }, 'action'],
      [{ at: LATER }, '`action` needs publish or unpublish'],
      [{ action: 'publish' }, 'it needs either `at`'],
      [{ action: 'publish', at: LATER, release: 1 }, 'it needs either `at`'],
      [{ action: 'publish', att: LATER }, 'att'],
    ])('refuses %j', async (data, message) => {
      const id = await opened().draft('bad');
      expect(JSON.stringify(await plan(id, data, 400))).toContain(message);
    });

    it('answers 404 for unknown documents, changes and types without drafts', async () => {
      await plan('unknown', { action: 'publish', at: LATER }, 404);
      await ask('POST', '/tags/unknown/actions/schedule', 404, { data: { action: 'publish', at: LATER } });
      await ask('GET', '/schedule/changes/999999', 404);
      await ask('DELETE', '/schedule/changes/999999', 404);
      const id = await opened().draft('one');
      const other = await opened().draft('two');
      const { data } = await plan(id, { action: 'publish', at: LATER });
      await ask('POST', `/posts/${other}/actions/unschedule`, 404, { data: { id: data.id } });
    });
  });
