// The log: what it records, the chain, and attempts to change it.
import { join } from 'node:path';
import type { App } from '../../../core';
import { createAsk, createTestApp, type TestApp } from '../../../core/testing';
import { testDatabases } from '../../../core/testing/databases';
import { until } from '../../../core/testing/until';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
type Any = any;

const PASSWORD = 'Passw0rd!';
const POST = 'api::post.post';

for (const database of testDatabases())
  describe(`audit on ${database}`, () => {
    let app: TestApp;
    const ask = createAsk(() => `${app.url}/api`);
    let admin = '';
    let shop: App | null = null;
    const entries = async (query = ''): Promise<Any[]> =>
      (await ask('GET', `/audit${query}`, 200, undefined, admin)).data;
    const verify = async (): Promise<Any> => (await ask('GET', '/audit/verify', 200, undefined, admin)).data;
    const sql = (text: string, values: unknown[] = []) =>
      app.kernel.database.transaction((tx) => tx.run(text, values));

    beforeAll(async () => {
      app = await createTestApp({
        database,
        plugins: [
          {
            name: 'shop',
            register: (own) => {
              shop = own;
            },
          },
        ],
        components: {
          'shared.seo': { info: { displayName: 'Seo' }, attributes: { text: { type: 'string' } } },
        },
        contentTypes: [
          {
            info: { singularName: 'post', pluralName: 'posts' },
            options: { draftAndPublish: true },
            attributes: {
              title: { type: 'string' },
              note: { type: 'string', private: true },
              seo: { type: 'component', component: 'shared.seo' },
              tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
            },
          },
          { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
        ],
        config: {
          server: { logs: { level: 'silent' } },
          plugins: {
            'draft-and-publish': true,
            graphql: true,
            'api-tokens': true,
            transfer: true,
            jobs: { enabled: true, config: { poll: 20 } },
            audit: {
              enabled: true,
              config: { secret: 'a secret of the audit log', ignore: ['api::tag.tag'], valueLength: 100 },
            },
            'users-permissions': {
              enabled: true,
              config: {
                jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK',
                ratelimit: { enabled: false },
                roles: { admin: { full: true } },
              },
            },
          },
        },
      });
      const role = (await app
        .documents('plugin::users-permissions.role')
        .findFirst({ filters: { type: 'admin' } })) as Any;
      const user = { username: 'root', email: 'root@example.com', password: PASSWORD, confirmed: true };
      await app
        .documents('plugin::users-permissions.user')
        .create({ data: { ...user, role: role.documentId } as Any });
      admin = (await ask('POST', '/auth/local', 200, { identifier: 'root', password: PASSWORD })).jwt;
    });
    afterAll(() => app.close());

    it('records a write with its caller, its request, and values before and after', async () => {
      const tag = (await ask('POST', '/tags', 201, { data: { name: 'x' } }, admin)).data.documentId;
      const data = { title: 'one', note: 'private-value', seo: { text: 'a' }, tags: [tag] };
      const id = (await ask('POST', '/posts', 201, { data }, admin)).data.documentId;
      await ask(
        'PUT',
        `/posts/${id}?status=draft`,
        200,
        { data: { title: 'two', seo: { text: 'b' }, tags: [], note: 'private-other' } },
        admin,
      );
      await ask('DELETE', `/posts/${id}`, 204, undefined, admin);
      const list = await entries(`?documentId=${id}`);
      expect(list.map(({ event }) => event)).toEqual([
        'document.delete',
        'document.update',
        'document.create',
      ]);
      expect(list[1]).toMatchObject({
        type: POST,
        actor: { kind: 'user', label: 'root' },
        ip: expect.stringContaining('127.0.0.1'),
        request: expect.any(String),
      });
      expect(list[1].details).toEqual([
        {
          axes: { status: 'draft' },
          became: 'updated',
          changes: [
            { path: 'title', from: 'one', to: 'two' },
            { path: 'note', from: '[hidden]', to: '[hidden]' },
            { path: 'seo.text', from: 'a', to: 'b' },
            { path: 'tags', from: [tag], to: null },
          ],
        },
      ]);
      expect(JSON.stringify(list)).not.toContain('private-');
      expect(await entries('?type=api::tag.tag')).toEqual([]);
    });

    it('keeps no entry of a write that is rolled back, and stores long values as their length', async () => {
      const before = (await entries()).length;
      const failing = app.documents.transaction(async () => {
        await app.documents(POST).create({ data: { title: 'gone' } as Any });
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect((await entries()).length).toBe(before);
      const { documentId } = await app.documents(POST).create({ data: { title: 'x'.repeat(200) } as Any });
      const [entry] = await entries(`?documentId=${documentId}`);
      expect(entry).toMatchObject({
        actor: { kind: 'code' },
        details: [{ changes: [{ to: { length: 202 } }] }, {}],
      });
    });

    it('records logins, refused ones too, without passwords', async () => {
      await ask('POST', '/auth/local', 400, { identifier: 'root', password: 'wrong-value' });
      await ask('POST', '/auth/local', 200, { identifier: 'root', password: PASSWORD });
      const [accepted] = await entries('?event=login.accepted');
      const [wrong] = await entries('?event=login.wrong');
      expect(accepted.details).toMatchObject({ user: expect.any(Number) });
      expect(wrong).toMatchObject({
        actor: { kind: 'anonymous' },
        details: { account: expect.stringContaining('root') },
      });
      expect(JSON.stringify(await entries('?pageSize=100'))).not.toMatch(/wrong-value|Passw0rd/);
    });

    it('records users, tokens and roles without their secrets, and actions of plugins', async () => {
      const made = await ask('POST', '/api-tokens', 201, { name: 'robot', type: 'full-access' }, admin);
      const all = JSON.stringify(await entries('?type=plugin::api-tokens.token'));
      expect(all).toContain('robot');
      expect(all).not.toContain(made.data.accessKey);
      await ask('POST', '/jobs', 201, { name: 'audit.clean' }, admin);
      await until(async () =>
        (await entries('?event=action')).some(({ details }) => details.path === '/api/jobs'),
      );
      expect((await entries('?type=plugin::users-permissions.user')).length).toBeGreaterThan(0);
    });

    it('names the caller of each permission and user that a change of a role writes', async () => {
      const permissions = (verbs: readonly string[]) => ({
        'api::post': {
          controllers: { post: Object.fromEntries(verbs.map((verb) => [verb, { enabled: true }])) },
        },
      });
      const roles = '/users-permissions/roles';
      const { accessKey } = (
        await ask('POST', '/api-tokens', 201, { name: 'rule maker', type: 'full-access' }, admin)
      ).data;
      const newest = async (type: string, count: number): Promise<Any[]> =>
        (await entries(`?type=plugin::users-permissions.${type}&pageSize=${count}`)).map(
          ({ event, actor }) => [event, actor.label],
        );
      const body = { name: 'Writers', type: 'writers', permissions: permissions(['find', 'create']) };
      await ask('POST', roles, 200, body, admin);
      expect(await newest('permission', 2)).toEqual([
        ['document.create', 'root'],
        ['document.create', 'root'],
      ]);
      const { documentId, id } = (await app
        .documents('plugin::users-permissions.role')
        .findFirst({ filters: { type: 'writers' } })) as Any;
      await ask('PUT', `${roles}/${id}`, 200, { permissions: permissions(['find', 'update']) }, accessKey);
      expect(await newest('permission', 2)).toEqual([
        ['document.create', 'rule maker'],
        ['document.delete', 'rule maker'],
      ]);
      const user = { username: 'writer', email: 'writer@example.com', password: PASSWORD, role: documentId };
      await app.documents('plugin::users-permissions.user').create({ data: user as Any });
      await ask('DELETE', `${roles}/${id}`, 200, undefined, admin);
      expect([await newest('permission', 2), await newest('user', 1)]).toEqual([
        [
          ['document.delete', 'root'],
          ['document.delete', 'root'],
        ],
        [['document.update', 'root']],
      ]);
    });

    it('returns one entry, and the entries of all callers of one kind', async () => {
      // An entry gets its place in the chain after its commit.
      await until(async () => (await entries())[0].seq !== null);
      const [first] = await entries();
      const one = await ask('GET', `/audit/${first.id}`, 200, undefined, admin);
      expect(one.data).toEqual(first);
      expect((await ask('GET', '/audit/999999', 404, undefined, admin)).error.message).toContain('No entry');
      await ask('GET', '/audit/first', 400, undefined, admin);
      await ask('GET', `/audit/${first.id}`, 403);
      const kinds = async (actor: string): Promise<Any[]> => [
        ...new Set((await entries(`?actor=${actor}&pageSize=100`)).map((each) => each.actor.kind)),
      ];
      expect([
        await kinds('user'),
        await kinds('api-tokens'),
        await kinds('code'),
        await kinds('use'),
      ]).toEqual([['user'], ['api-tokens'], ['code'], []]);
    });

    it('records changes of tables, exports, and what a plugin says, in its transaction', async () => {
      const [migration] = await entries('?event=migration.applied');
      expect(migration).toMatchObject({ actor: { kind: 'code' }, details: { count: expect.any(Number) } });
      const file = join(app.kernel.dir, 'all.tar.gz');
      const command = app.kernel.commands.get('export');
      const said = { words: [file], flags: {}, print: () => undefined, ask: async () => '' };
      expect(await command?.run(said)).toBe(0);
      const [written] = await entries('?event=transfer.export');
      expect(written.details).toMatchObject({ secrets: false, isEncrypted: false });
      await ask('GET', '/tags/actions/export?fields=name', 200, undefined, admin);
      const [table] = await entries('?event=transfer.export');
      expect(table).toMatchObject({
        actor: { kind: 'user' },
        details: { type: 'api::tag.tag', format: 'csv' },
      });
      const say = (event: string) => shop?.record(event, { order: 7 });
      await say('shop.refunded');
      const failing = app.documents.transaction(async () => {
        await say('shop.undone');
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect((await entries('?event=shop.refunded'))[0].details).toEqual({ order: 7 });
      expect(await entries('?event=shop.undone')).toEqual([]);
    });

    it('filters, exports JSON lines, and records the export', async () => {
      const newest = (await entries()).find(({ actor }) => actor.kind === 'user');
      expect(
        await entries(`?actor=${encodeURIComponent(`user ${newest.actor.id}`)}&from=2000-01-01T00:00:00Z`),
      ).not.toEqual([]);
      expect(await entries('?to=2000-01-01T00:00:00Z')).toEqual([]);
      await ask('GET', '/audit?from=yesterday', 400, undefined, admin);
      await ask('GET', '/audit?colour=red', 400, undefined, admin);
      const text: string = await ask('GET', '/audit/export', 200, undefined, admin);
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
      expect(lines.at(-1).event).toBe('audit.export');
      await ask('GET', '/audit', 403);
      await ask('GET', '/audit/export', 403);
      for (const method of ['PUT', 'DELETE', 'PATCH']) await ask(method, '/audit', 405, undefined, admin);
    });

    it('answers over GraphQL', async () => {
      const answer = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${admin}` },
        body: JSON.stringify({
          query: '{ auditEntries(event: "login.accepted", pageSize: 1) { event actor } }',
        }),
      });
      expect(((await answer.json()) as Any).data.auditEntries).toMatchObject([{ event: 'login.accepted' }]);
    });

    it('seals entries of parallel writes without gaps', async () => {
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => ask('POST', '/posts', 201, { data: { title: `p${n}` } }, admin)),
      );
      await until(async () => (await verify()).unsealed === 0);
      expect(await verify()).toMatchObject({ problem: null, entries: expect.any(Number) });
    });

    it.each([
      ['changed', 'event', "'nothing'", /the entry 3 .* was changed/],
      ['hidden from its filter', 'actor_key', "'nobody'", /the entry 3 .* has the key of another actor/],
      ['removed', 'seq', '900003', /entries from 3 to 3 are missing/],
    ])('notices an entry that was %s', async (_how, column, value, problem) => {
      await verify();
      const [[id, stored]] = (await app.kernel.database.transaction((tx) =>
        tx.all(`SELECT id, ${column} FROM audit_entries WHERE seq = 3`),
      )) as [[number, unknown]];
      const set = (to: unknown) => sql(`UPDATE audit_entries SET ${column} = ${to} WHERE id = ${id}`);
      await set(value);
      expect((await verify()).problem).toMatch(problem);
      await set(column === 'seq' ? stored : `'${stored}'`);
      expect((await verify()).problem).toBeNull();
    });

    it('notices a chain that was cut at its end', async () => {
      await verify();
      await sql('UPDATE audit_chain SET seq = seq + 2');
      expect((await verify()).problem).toContain('are missing');
      await sql('UPDATE audit_chain SET seq = seq - 2');
      expect((await verify()).problem).toBeNull();
    });

    it('verifies on the command line, also against an end of the chain that was noted', async () => {
      const printed: string[] = [];
      const command = app.kernel.commands.get('audit');
      const run = (words: string[], flags = {}) =>
        command?.run({ words, flags, print: (line) => void printed.push(line), ask: async () => '' });
      const { head } = await verify();
      expect(await run(['verify'], { head: `${head.seq}:${head.hash}` })).toBe(0);
      expect(await run(['verify'], { head: `${head.seq}:${'0'.repeat(64)}` })).toBe(1);
      expect(printed.at(-1)).toContain('does not contain the noted hash');
      expect(await run(['export'], { to: '2000-01-01' })).toBe(0);
      await expect(run(['verify'], { head: 'x' })).rejects.toThrow('The command failed');
      expect(await run(['remove'])).toBe(2);
    });

    it('removes old entries from the beginning; the rest stays verified', async () => {
      await verify();
      await sql("UPDATE audit_entries SET at = '2000-01-01T00:00:00.000Z' WHERE seq = 1");
      expect((await verify()).problem).toMatch(/the entry 1/);
      await ask('POST', '/jobs', 201, { name: 'audit.clean' }, admin);
      await until(async () => (await entries('?event=audit.retention')).length === 1);
      const [entry] = await entries('?event=audit.retention');
      expect(entry.details).toMatchObject({ removed: 1 });
      expect((await verify()).problem).toBeNull();
      // The beginning of the chain was cut by hand.
      const [[hash]] = (await app.kernel.database.transaction((tx) =>
        tx.all('SELECT hash FROM audit_entries WHERE seq = 4'),
      )) as [[string]];
      await sql('DELETE FROM audit_entries WHERE seq <= 4');
      await sql('UPDATE audit_chain SET first_seq = 4, first_hash = ?', [hash]);
      expect((await verify()).problem).toContain('the entries up to 4 were not removed by retention');
    });
  });
