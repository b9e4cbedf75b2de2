// The rights of the person who scheduled a change are asked for again at its time.
import { testDatabases } from '../../../core/testing/databases';
import { until } from '../../../core/testing/until';
import { type Any, LATER, POST, type ScheduleApp, scheduleApp } from './schedule-app';

const RIGHTS = ['find', 'schedule', 'publish', 'unpublish', 'unschedule'].map((verb) => `${POST}.${verb}`);
const WATCHES = ['change.read', 'release.read', 'release.check'].map((each) => `plugin::schedule.${each}`);
const PASSWORD = 'Passw0rd!';

for (const database of testDatabases())
  describe(`rights of schedules on ${database}`, () => {
    let made: ScheduleApp | undefined;
    const opened = (): ScheduleApp => made as ScheduleApp;
    const ask: ScheduleApp['ask'] = (...args) => opened().ask(...args);
    const user = 'plugin::users-permissions.user';

    beforeAll(async () => {
      made = await scheduleApp(database, {
        'api-tokens': true,
        graphql: true,
        'users-permissions': {
          enabled: true,
          config: {
            jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK',
            ratelimit: { enabled: false },
            roles: {
              editor: { actions: [...RIGHTS, 'plugin::schedule.change.read'] },
              half: { actions: RIGHTS.filter((action) => !action.endsWith('.unpublish')) },
              admin: { full: true },
              watcher: { actions: WATCHES },
              reader: { actions: [...WATCHES, `${POST}.find`, `${POST}.readDraft`] },
              viewer: { actions: [`${POST}.find`] },
            },
          },
        },
      });
    });
    afterAll(() => opened().app.close());

    let count = 0;
    async function person(role = 'editor'): Promise<{ id: number; documentId: string; jwt: string }> {
      const username = `person ${count++}`;
      const { documentId: roleId } = (await opened()
        .app.documents('plugin::users-permissions.role')
        .findFirst({ filters: { type: role } })) as Any;
      const { documentId, id } = (await opened()
        .app.documents(user)
        .create({
          data: {
            username,
            email: `${username.replace(' ', '')}@example.com`,
            password: PASSWORD,
            confirmed: true,
            role: roleId,
          },
        })) as Any;
      const answer = await ask('POST', '/auth/local', 200, { identifier: username, password: PASSWORD });
      return { id, documentId, jwt: answer.jwt };
    }
    const plan = async (jwt: string, at: string, status = 200): Promise<Any> => {
      const id = await opened().draft(`by ${count}`);
      const made = await ask(
        'POST',
        `/posts/${id}/actions/schedule`,
        status,
        { data: { action: 'publish', at } },
        jwt,
      );
      return { ...made.data, documentId: id };
    };
    const ended = async (id: number): Promise<Any> => {
      await opened().due({ change: id });
      const rows = async () => {
        const [row] = await opened().app.kernel.database.transaction((tx) =>
          tx.all(
            'SELECT p.state, p.problems FROM schedule_plans p JOIN schedule_changes c ON c.plan = p.id WHERE c.id = ?',
            [id],
          ),
        );
        return row as readonly [string, string | null];
      };
      await until(async () => (await rows())[0] !== 'waiting');
      const [state, problems] = await rows();
      return { state, problems: problems === null ? null : JSON.parse(problems) };
    };

    it('publishes with the rights of the user', async () => {
      const { jwt } = await person();
      const change = await plan(jwt, LATER);
      expect(change.by).toMatch(/^person/);
      expect(await ended(change.id)).toEqual({ state: 'done', problems: null });
    });

    const LOSSES: readonly (readonly [how: string, status: number, lose: (who: Any) => Promise<unknown>])[] =
      [
        [
          'lost the permission',
          403,
          async ({ documentId }: Any) => {
            const viewer = (await opened()
              .app.documents('plugin::users-permissions.role')
              .findFirst({ filters: { type: 'viewer' } })) as Any;
            await opened()
              .app.documents(user)
              .update({ documentId, data: { role: viewer.documentId } as Any });
          },
        ],
        [
          'was blocked',
          401,
          async ({ documentId }: Any) =>
            void (await opened()
              .app.documents(user)
              .update({ documentId, data: { blocked: true } as Any })),
        ],
        [
          'was deleted',
          401,
          async ({ documentId }: Any) => void (await opened().app.documents(user).delete({ documentId })),
        ],
      ];
    it.each(LOSSES)('refuses a change of a user who %s', async (_how, status, lose) => {
      const who = await person();
      const change = await plan(who.jwt, LATER);
      await lose(who);
      const { state, problems } = await ended(change.id);
      expect(state).toBe('failed');
      expect(problems).toMatchObject([{ status, documentId: change.documentId }]);
      expect(await opened().titles()).not.toContain(`by ${count}`);
    });

    it('refuses a caller without both permissions at once', async () => {
      await plan((await person('viewer')).jwt, LATER, 403);
      const id = await opened().draft('anonymous');
      await ask('POST', `/posts/${id}/actions/schedule`, 403, { data: { action: 'publish', at: LATER } });
      const { jwt } = await person('half');
      await ask('POST', '/schedule/releases', 403, { name: 'x' }, jwt);
      const data = { action: 'unpublish', at: LATER };
      await ask('POST', `/posts/${id}/actions/schedule`, 403, { data }, jwt);
    });

    it('shows the problems of a draft only to callers who may read it, and no values', async () => {
      const [{ jwt }, watcher, reader] = [
        await person('admin'),
        await person('watcher'),
        await person('reader'),
      ];
      const { documentId } = (await opened()
        .app.documents(POST)
        .create({ data: { title: 'short', slug: 'SHORTDRAFT' }, status: 'draft' } as Any)) as Any;
      const { id } = (await ask('POST', '/schedule/releases', 201, { name: 'Spring' }, jwt)).data;
      const path = `/schedule/releases/${id}`;
      await ask(
        'POST',
        `/posts/${documentId}/actions/schedule`,
        200,
        { data: { action: 'publish', release: id } },
        jwt,
      );
      await ask('POST', `${path}/actions/run`, 200, undefined, jwt);
      await until(async () => (await ask('GET', path, 200, undefined, jwt)).data.state === 'failed');
      const graphql = async (token: string): Promise<Any> => {
        const response = await fetch(`${opened().app.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({
            query: `mutation { checkScheduledRelease(id: "${id}") { problems } }`,
          }),
        });
        return ((await response.json()) as Any).data.checkScheduledRelease.problems;
      };
      const seen = async (token: string): Promise<Any[]> => {
        const release = (await ask('GET', path, 200, undefined, token)).data;
        const [listed] = (await ask('GET', `/schedule/changes?release=${id}`, 200, undefined, token)).data;
        const checked = (await ask('POST', `${path}/actions/check`, 200, undefined, token)).data;
        return [release, ...release.changes, listed, checked]
          .flatMap(({ problems }) => problems)
          .concat(await graphql(token));
      };
      const error = { path: ['slug'], message: expect.stringContaining('slug'), name: 'ValidationError' };
      const ofReader = await seen(reader.jwt);
      expect(ofReader).toHaveLength(5);
      for (const problem of ofReader)
        expect(problem).toMatchObject({ status: 400, details: { errors: [error] } });
      const ofWatcher = await seen(watcher.jwt);
      expect(ofWatcher).toHaveLength(5);
      for (const problem of ofWatcher)
        expect(problem).toMatchObject({ documentId, status: 400, name: 'ValidationError' });
      expect(JSON.stringify(ofWatcher)).not.toMatch(/slug|details|20/);
      const stored = await opened().app.kernel.database.transaction((tx) =>
        tx.all('SELECT problems FROM schedule_plans WHERE id = ?', [id]),
      );
      expect(JSON.stringify([ofReader, ofWatcher, stored])).not.toContain('SHORTDRAFT');
    });

    it('publishes with the rights of a token, while the token exists', async () => {
      const { jwt } = await person('admin');
      const issue = async (): Promise<Any> => {
        const body = { name: `robot ${count++}`, type: 'custom', actions: RIGHTS };
        return (await ask('POST', '/api-tokens', 201, body, jwt)).data;
      };
      const kept = await issue();
      const gone = await issue();
      const [first, second] = [await plan(kept.accessKey, LATER), await plan(gone.accessKey, LATER)];
      await ask('DELETE', `/api-tokens/${gone.documentId}`, 204, undefined, jwt);
      expect((await ended(first.id)).state).toBe('done');
      expect((await ended(second.id)).problems).toMatchObject([{ status: 401 }]);
    });
  });
