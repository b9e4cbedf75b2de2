// The fields `createdBy` and `updatedBy`: who sets them, who reads them.
import { join } from 'node:path';
import { createAsk, createTestApp, type TestApp } from '../../../core/testing';
import { testDatabases } from '../../../core/testing/databases';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
type Any = any;

const POST = 'api::post.post';
const PLAIN = 'api::plain.plain';
const USER = 'plugin::users-permissions.user';
const TOKEN = 'plugin::api-tokens.token';
const PASSWORD = 'Passw0rd!';
const verbs = (uid: string, ...names: string[]) => names.map((name) => `${uid}.${name}`);
const ALL = [
  ...verbs(POST, 'find', 'findOne', 'create', 'update', 'readDraft', 'publish', 'createLocalization'),
  ...verbs(PLAIN, 'find', 'create'),
];

for (const database of testDatabases())
  describe(`authors on ${database}`, () => {
    let app: TestApp;
    const ask = createAsk(() => `${app.url}/api`);
    const person = async (username: string, role: string): Promise<string> => {
      const found = (await app
        .documents('plugin::users-permissions.role')
        .findFirst({ filters: { type: role } })) as Any;
      const user = { username, email: `${username}@example.com`, password: PASSWORD, confirmed: true };
      await app.documents(USER).create({ data: { ...user, role: found.documentId } as Any });
      return (await ask('POST', '/auth/local', 200, { identifier: username, password: PASSWORD })).jwt;
    };
    let anna = '';
    let ben = '';
    let admin = '';

    beforeAll(async () => {
      app = await createTestApp({
        database,
        contentTypes: [
          {
            info: { singularName: 'post', pluralName: 'posts' },
            options: { draftAndPublish: true, authors: true },
            pluginOptions: { i18n: { localized: true } },
            attributes: { title: { type: 'string', pluginOptions: { i18n: { localized: true } } } },
          },
          {
            info: { singularName: 'plain', pluralName: 'plains' },
            attributes: { title: { type: 'string' } },
          },
        ],
        config: {
          server: { logs: { level: 'silent' } },
          plugins: {
            'draft-and-publish': true,
            i18n: true,
            graphql: true,
            'api-tokens': true,
            authors: true,
            transfer: true,
            'users-permissions': {
              enabled: true,
              config: {
                jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK',
                ratelimit: { enabled: false },
                roles: {
                  editor: { actions: [...ALL, ...verbs(USER, 'find')] },
                  writer: { actions: ALL },
                  admin: { full: true },
                },
              },
            },
          },
        },
      });
      anna = await person('anna', 'editor');
      ben = await person('ben', 'writer');
      admin = await person('root', 'admin');
      await ask('POST', '/i18n/locales', 201, { code: 'de', name: 'German' }, admin);
    });
    afterAll(() => app.close());

    const authors = async (id: string, token = anna, query = ''): Promise<Any> => {
      const populate = 'populate[createdBy][fields]=username&populate[updatedBy][fields]=username';
      return (await ask('GET', `/posts/${id}?${populate}${query}`, 200, undefined, token)).data;
    };
    const create = async (token: string): Promise<string> =>
      (await ask('POST', '/posts', 201, { data: { title: 'a' } }, token)).data.documentId;

    it('names the user who created a document, and the one who changed it last', async () => {
      const id = await create(anna);
      expect(await authors(id)).toMatchObject({
        createdBy: { username: 'anna' },
        updatedBy: { username: 'anna' },
      });
      await ask('PUT', `/posts/${id}?status=draft`, 200, { data: { title: 'b' } }, ben);
      expect(await authors(id, anna, '&status=draft')).toMatchObject({
        createdBy: { username: 'anna' },
        updatedBy: { username: 'ben' },
      });
      expect((await authors(id)).updatedBy.username).toBe('anna');
      await ask('POST', `/posts/${id}/actions/publish`, 200, undefined, anna);
      expect((await authors(id)).updatedBy.username).toBe('ben');
    });

    it('has authors of each locale', async () => {
      const id = await create(anna);
      await ask('PUT', `/posts/${id}?locale=de`, 200, { data: { title: 'd' } }, ben);
      expect((await authors(id, anna, '&locale=de')).updatedBy.username).toBe('ben');
      expect((await authors(id)).updatedBy.username).toBe('anna');
    });

    it('filters and sorts by them', async () => {
      const id = await create(ben);
      const filters = 'filters[createdBy][username]=ben&sort=id:desc';
      const { data } = await ask('GET', `/posts?${filters}`, 200, undefined, anna);
      expect(data[0].documentId).toBe(id);
      const [others] = (await ask('GET', '/posts?filters[createdBy][username]=nobody', 200, undefined, anna))
        .data;
      expect(others).toBeUndefined();
    });

    it('shows them only to callers who may read users', async () => {
      const id = await create(anna);
      expect(
        (await ask('GET', `/posts/${id}?populate=createdBy`, 200, undefined, ben)).data,
      ).not.toHaveProperty('createdBy');
      await ask('GET', '/posts?filters[createdBy][username]=anna', 400, undefined, ben);
      const { data } = await ask('GET', `/posts/${id}?populate=*`, 200, undefined, ben);
      expect(data).not.toHaveProperty('createdBy');
    });

    it('refuses them in a body, and leaves other types alone', async () => {
      for (const name of ['createdBy', 'updatedBy', 'createdByToken'])
        await ask('POST', '/posts', 400, { data: { title: 'x', [name]: 1 } }, anna);
      const { data } = await ask('POST', '/plains?populate=*', 201, { data: { title: 'x' } }, anna);
      expect(data).not.toHaveProperty('createdBy');
    });

    it('names the token of a program', async () => {
      const token = await ask('POST', '/api-tokens', 201, { name: 'robot', type: 'full-access' }, admin);
      const id = await create(token.data.accessKey);
      const stored = (await app.documents(POST).findFirst({
        filters: { documentId: id },
        populate: { createdBy: true, createdByToken: { fields: ['name'] } },
      } as Any)) as Any;
      expect(stored).toMatchObject({ createdBy: null, createdByToken: { name: 'robot' } });
      await ask('PUT', `/posts/${id}`, 200, { data: { title: 'b' } }, anna);
      const changed = (await app.documents(POST).findFirst({
        filters: { documentId: id },
        populate: ['updatedBy', 'updatedByToken', 'createdByToken'],
      } as Any)) as Any;
      expect(changed).toMatchObject({
        updatedBy: { username: 'anna' },
        updatedByToken: null,
        createdByToken: { name: 'robot' },
      });
      expect(app.kernel.schema.types.get(TOKEN)).toBeDefined();
    });

    it('keeps them in writes of code, and without the user', async () => {
      const id = await create(anna);
      await app.documents(POST).update({ documentId: id, data: { title: 'by code' } as Any });
      expect((await authors(id)).updatedBy.username).toBe('anna');
      const gone = await person('gone', 'editor');
      const other = await create(gone);
      const user = (await app.documents(USER).findFirst({ filters: { username: 'gone' } })) as Any;
      await app.documents(USER).delete({ documentId: user.documentId });
      expect((await authors(other)).createdBy).toBeNull();
    });

    it('keeps them in an archive, and in the documents that an import puts in their place', async () => {
      const id = await create(anna);
      await ask('PUT', `/posts/${id}?status=draft`, 200, { data: { title: 'b' } }, ben);
      const before = [await authors(id), await authors(id, anna, '&status=draft')];
      const run = async (command: string, flags: Readonly<Record<string, string>>): Promise<void> => {
        const words = [join(app.kernel.dir, 'posts.tar.gz')];
        const given = { words, flags, print: () => undefined, ask: async () => '' };
        expect(await app.kernel.commands.get(command)?.run(given)).toBe(0);
      };
      await run('export', { only: POST });
      await app.documents(POST).delete({ documentId: id });
      await run('import', { replace: POST });
      expect([await authors(id), await authors(id, anna, '&status=draft')]).toEqual(before);
    });

    it('has them in GraphQL', async () => {
      await create(anna);
      const answer = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${anna}` },
        body: JSON.stringify({
          query:
            '{ posts(filters: { createdBy: { username: { eq: "anna" } } }, pagination: { limit: 1 }) { createdBy { username } } }',
        }),
      });
      expect(((await answer.json()) as Any).data.posts).toEqual([{ createdBy: { username: 'anna' } }]);
    });
  });
