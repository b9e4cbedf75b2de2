// A deletion says whether it deleted. Every DELETE route with an id is asked with each form of the id: either the thing is gone
// afterwards, or the answer says that there is no such thing.
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';
import { CONTENT, grant, register, SECRET } from './app';

interface Made {
  readonly id: unknown;
  readonly documentId: unknown;
  /** Other names of the same thing. */
  readonly also?: readonly string[];
  readonly isThere: () => Promise<boolean>;
}

/** Answers for an unknown id: 404, or the recorded 204 of the peer. */
type Unknown = 404 | 204;

interface Kind {
  readonly path: string;
  readonly unknown: Unknown;
  /** The only form of the id that the route knows. Absent: it knows all. */
  readonly by?: 'id' | 'documentId';
  readonly make: (call: Call, mark: string) => Promise<Made>;
}

type Call = (
  method: 'get' | 'post' | 'delete',
  path: string,
  body?: object,
  token?: string,
) => Promise<{ status: number; body: Readonly<Record<string, unknown>> }>;

const idsOf = (value: unknown): { id: unknown; documentId: unknown } => {
  const { id, documentId } = Object(value);
  return { id, documentId };
};
const payloadOf = (jwt: unknown): { sessionId: string } =>
  JSON.parse(Buffer.from(String(jwt).split('.')[1] ?? '', 'base64url').toString());
const registered = async (call: Call, mark: string) => {
  const user = { username: mark, email: `${mark}@example.com`, password: 'Passw0rd!' };
  const { body } = await call('post', '/auth/local/register', user, '');
  return { user: body.user, jwt: String(body.jwt) };
};

const KINDS: readonly Kind[] = [
  {
    path: '/api-tokens/:id',
    unknown: 404,
    async make(call, name) {
      const data = Object((await call('post', '/api-tokens', { name, type: 'read-only' })).body.data);
      const isThere = async () => (await call('get', '/articles', undefined, data.accessKey)).status === 200;
      return { ...idsOf(data), isThere };
    },
  },
  {
    path: '/users/:id',
    unknown: 204,
    async make(call, mark) {
      const { user, jwt } = await registered(call, mark);
      const isThere = async () => (await call('get', '/users/me', undefined, jwt)).status === 200;
      return { ...idsOf(user), isThere };
    },
  },
  {
    path: '/users-permissions/roles/:id',
    unknown: 404,
    async make(call, name) {
      await call('post', '/users-permissions/roles', { name, permissions: [] });
      const rolesNow = async () => {
        const { roles } = (await call('get', '/users-permissions/roles')).body;
        return (roles as { name: string }[]).filter((role) => role.name === name);
      };
      return { ...idsOf((await rolesNow())[0]), isThere: async () => (await rolesNow()).length === 1 };
    },
  },
  {
    path: '/i18n/locales/:locale',
    unknown: 404,
    async make(call, mark) {
      const code = `en-${mark}`;
      const { body } = await call('post', '/i18n/locales', { code });
      const isThere = async () => JSON.stringify((await call('get', '/i18n/locales')).body).includes(code);
      return { ...idsOf(body), also: [code], isThere };
    },
  },
  {
    path: '/upload/files/:id',
    unknown: 404,
    by: 'id',
    async make(call, mark) {
      const { body } = await call('post', '/upload', { file: mark });
      const ids = idsOf(Object(body)[0]);
      return { ...ids, isThere: async () => (await call('get', `/upload/files/${ids.id}`)).status === 200 };
    },
  },
  {
    path: '/upload/folders/:id',
    unknown: 404,
    by: 'documentId',
    async make(call, name) {
      const ids = idsOf((await call('post', '/upload/folders', { data: { name } })).body.data);
      const isThere = async () => (await call('get', `/upload/folders/${ids.documentId}`)).status === 200;
      return { ...ids, isThere };
    },
  },
  {
    path: '/articles/:documentId',
    unknown: 204,
    by: 'documentId',
    async make(call, title) {
      const ids = idsOf((await call('post', '/articles', { data: { title } })).body.data);
      const isThere = async () => (await call('get', `/articles/${ids.documentId}`)).status === 200;
      return { ...ids, isThere };
    },
  },
];
/** A route with the ids of one kind of things stands for the others of its plugin. */
const SAME = ['/categories/:documentId'];

describe.each(testDatabases())('deletions on %s', (database) => {
  let app: TestApp;
  let full: string;
  let marks = 0;
  beforeAll(async () => {
    app = await createTestApp({
      ...CONTENT,
      database,
      config: {
        plugins: {
          'users-permissions': {
            config: { jwtSecret: SECRET, jwtManagement: 'refresh', ratelimit: { enabled: false } },
          },
          'api-tokens': true,
          i18n: true,
          upload: true,
        },
      },
    });
    ({ jwt: full } = await register(app, 'manager'));
    await grant(app, 'authenticated', ...app.kernel.actions.names());
  });
  afterAll(() => app.close());

  const call: Call = async (method, path, body, token = full) => {
    const request = app.agent[method](`/api${path}`);
    if (token !== '') request.set('Authorization', `Bearer ${token}`);
    if (path === '/upload') request.attach('files', Buffer.from('text'), `${Object(body).file}.txt`);
    const { status, body: answer } = await (path === '/upload' ? request : request.send(body));
    return { status, body: answer };
  };
  const at = (path: string, id: unknown): string => path.replace(/:\w+/, String(id));

  it('cover every route', () => {
    const deletes = app.kernel.routes
      .map(({ definition }) => definition)
      .filter(({ method, path }) => method === 'DELETE' && path.includes(':'))
      .map(({ path }) => path.slice('/api'.length));
    const known = [...KINDS.map(({ path }) => path), ...SAME, '/auth/sessions/:id'];
    expect(deletes.sort()).toEqual(known.sort());
  });

  it.each(KINDS.map((kind) => [kind.path, kind] as const))(
    'DELETE %s',
    async (path, { make, unknown, by }) => {
      marks += 1;
      const { id, documentId, also = [] } = await make(call, `first${marks}`);
      const forms = ['id' as const, 'documentId' as const, ...also.map(() => 'also' as const)];
      expect([typeof id, typeof documentId]).toEqual(['number', 'string']);
      for (const form of forms) {
        marks += 1;
        const made = await make(call, `other${marks}`);
        expect(await made.isThere()).toBe(true);
        const name = form === 'also' ? made.also?.[0] : made[form];
        const { status } = await call('delete', at(path, name));
        const isThere = await made.isThere();
        // Documents are named by the documentId alone, as in the peer; `id` is unknown then.
        expect([form, isThere ? 'kept' : 'gone', status]).toEqual([
          form,
          ...(isThere ? ['kept', unknown] : ['gone', status < 300 ? status : 'an error']),
        ]);
        expect([form, isThere]).toEqual([form, by !== undefined && by !== form]);
        const again = await call('delete', at(path, name));
        expect([form, again.status]).toEqual([form, unknown]);
      }
      for (const name of ['999999', 'nobody', 'a'.repeat(24), '1e1', '-1', '0x1', '%20', '*'])
        expect([name, (await call('delete', at(path, name))).status]).toEqual([name, unknown]);
    },
  );

  it('DELETE /auth/sessions/:id', async () => {
    const { jwt } = await registered(call, 'session');
    const { sessionId } = payloadOf(jwt);
    for (const id of ['1', 'nobody', sessionId.toUpperCase(), `${sessionId}x`])
      expect((await call('delete', `/auth/sessions/${id}`, undefined, jwt)).status).toBe(404);
    expect((await call('get', '/users/me', undefined, jwt)).status).toBe(200);
    expect((await call('delete', `/auth/sessions/${sessionId}`, undefined, jwt)).status).toBe(200);
    expect((await call('get', '/users/me', undefined, jwt)).status).toBe(401);
  });

  it('of two equal deletions at once, one finds the thing', async () => {
    for (const { path, make, unknown, by = 'id' } of KINDS.filter(({ unknown: absent }) => absent === 404)) {
      marks += 1;
      const made = await make(call, `twice${marks}`);
      const answers = await Promise.all([1, 2].map(() => call('delete', at(path, made[by]))));
      const statuses = answers.map(({ status }) => status).sort();
      expect([path, statuses[0] === unknown ? 'wrong' : 'one', statuses[1]]).toEqual([path, 'one', unknown]);
    }
  });
});
