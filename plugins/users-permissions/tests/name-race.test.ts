// Names and addresses stay unique when parallel requests ask for the same one.
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';
import { bearer, CONTENT, grant, MANAGING, PASSWORD, register, SECRET } from './app';

const USER = 'plugin::users-permissions.user';
const NAMES = ['daniela', 'Daniela', 'DANIELA', 'dANIELA', 'danieLa', 'DanielA'];

describe.each(testDatabases())('parallel requests for one name on %s', (database) => {
  let app: TestApp;
  let jwt: string;
  let mine: number;
  beforeEach(async () => {
    const plugins = { 'users-permissions': { config: { jwtSecret: SECRET, ratelimit: { enabled: false } } } };
    app = await createTestApp({ ...CONTENT, database, config: { plugins } });
    ({ jwt, id: mine } = await register(app, 'manager'));
    await grant(app, 'authenticated', ...MANAGING, `${USER}.updateMe`);
  });
  afterEach(() => app.close());

  const asked = async (
    method: 'post' | 'put',
    path: string,
    token: string | null,
    body: object,
  ): Promise<string> => {
    const request = app.agent[method](path);
    if (token !== null) request.set('Authorization', bearer(token));
    const answer = await request.send(body);
    return answer.status < 300 ? 'done' : `${answer.status}: ${answer.body.error.message}`;
  };
  const tokens = (): Promise<{ jwt: string; id: number }[]> =>
    Promise.all(NAMES.map((_, place) => register(app, `person${place}`)));
  const held = async (name: 'username' | 'email', value: string): Promise<number> =>
    app.documents(USER).count({ filters: { [name]: { $eqi: value } } });

  const emailOf = (name: string, place: number): object => ({
    username: `user${place}`,
    email: `${name}@example.com`,
  });
  const usernameOf = (name: string, place: number): object => ({
    username: name,
    email: `user${place}@example.com`,
  });
  const wants = [
    ['username', usernameOf],
    ['email', emailOf],
  ] as const;
  const expected = { username: 'daniela', email: 'daniela@example.com' };

  const lost = (message: string): string[] => [...NAMES.slice(1).map(() => `400: ${message}`), 'done'];

  it.each(wants)('give it to one registration: %s', async (what, bodyOf) => {
    const answers = await Promise.all(
      NAMES.map((name, place) =>
        asked('post', '/api/auth/local/register', null, { ...bodyOf(name, place), password: PASSWORD }),
      ),
    );
    expect(answers.sort()).toEqual(lost('Email or Username are already taken'));
    expect(await held(what, expected[what])).toBe(1);
  });

  it.each([
    ['username', usernameOf, 'This attribute must be unique'],
    ['email', emailOf, 'Email already taken'],
  ] as const)('give it to one created user: %s', async (what, bodyOf, message) => {
    const answers = await Promise.all(
      NAMES.map((name, place) =>
        asked('post', '/api/users', jwt, { ...bodyOf(name, place), password: PASSWORD, role: 1 }),
      ),
    );
    expect(answers.sort()).toEqual(lost(message));
    expect(await held(what, expected[what])).toBe(1);
  });

  it.each([
    ['username', 'Username already taken'],
    ['email', 'Email already taken'],
  ] as const)('give it to one updated user: %s', async (what, message) => {
    const people = await tokens();
    const answers = await Promise.all(
      people.map(({ id }, place) => {
        const name = NAMES[place] ?? '';
        return asked('put', `/api/users/${id}`, jwt, {
          [what]: what === 'email' ? `${name}@example.com` : name,
        });
      }),
    );
    expect(answers.sort()).toEqual(lost(message));
    expect(await held(what, expected[what])).toBe(1);
  });

  it.each(['username', 'email'] as const)('give it to one PUT /users/me: %s', async (what) => {
    const people = await tokens();
    const answers = await Promise.all(
      people.map(({ jwt: own }, place) => {
        const name = NAMES[place] ?? '';
        return asked('put', '/api/users/me', own, {
          [what]: what === 'email' ? `${name}@example.com` : name,
        });
      }),
    );
    expect(answers.sort()).toEqual(lost('Email or Username are already taken'));
    expect(await held(what, expected[what])).toBe(1);
  });

  const ADDRESS = 'daniela@example.com';

  it('give an address to one registration, as a name or as an address', async () => {
    const bodies = [
      { username: 'daniela', email: ADDRESS },
      { username: ADDRESS, email: 'other@example.com' },
      { username: 'Daniela@Example.com', email: 'third@example.com' },
      { username: 'dana', email: 'DANIELA@example.com' },
    ];
    const answers = await Promise.all(
      bodies.map((body) => asked('post', '/api/auth/local/register', null, { ...body, password: PASSWORD })),
    );
    expect(answers.sort()).toEqual([...Array(3).fill('400: Email or Username are already taken'), 'done']);
  });

  it('give an address to one of two users who change at once, as a name or as an address', async () => {
    const [one, two, three, four] = await tokens();
    const answers = await Promise.all([
      asked('put', '/api/users/me', one?.jwt ?? '', { email: ADDRESS }),
      asked('put', '/api/users/me', two?.jwt ?? '', { username: ADDRESS }),
      asked('put', `/api/users/${three?.id}`, jwt, { email: ADDRESS }),
      asked('put', `/api/users/${four?.id}`, jwt, { username: ADDRESS }),
    ]);
    expect(answers.filter((answer) => answer === 'done')).toEqual(['done']);
    expect(answers.filter((answer) => answer.startsWith('400: '))).toHaveLength(3);
  });

  it('give an address to one user whom programs create at once', async () => {
    const users = app.documents(USER);
    const bodies = [
      { username: 'daniela', email: ADDRESS },
      { username: ADDRESS, email: 'other@example.com' },
    ];
    const made = await Promise.allSettled(bodies.map((data) => users.create({ data })));
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('let one account have its address as its name', async () => {
    const body = { username: ADDRESS, email: ADDRESS, password: PASSWORD };
    expect(await asked('post', '/api/auth/local/register', null, body)).toBe('done');
  });

  it('keep two older accounts with equal names usable, and either can be renamed', async () => {
    const other = await register(app, 'MANAGER2');
    const { knex } = app.kernel.database;
    await knex('up_users').where({ id: other.id }).update({ username: 'MANAGER' });
    await knex('quire_unique')
      .where({ document_id: other.documentId, scope: `${USER}.username` })
      .delete();
    const login = await app.agent.post('/api/auth/local').send({ identifier: 'MANAGER', password: PASSWORD });
    expect([login.status, login.body.user.id]).toEqual([200, other.id]);
    const own: string = login.body.jwt;
    const change = { currentPassword: PASSWORD, password: 'Another1!', passwordConfirmation: 'Another1!' };
    const changed = await app.agent
      .post('/api/auth/change-password')
      .set('Authorization', bearer(own))
      .send(change);
    expect(changed.status).toBe(200);
    expect(await asked('put', `/api/users/${mine}`, changed.body.jwt, { blocked: false })).toBe('done');
    expect(await asked('put', '/api/users/me', changed.body.jwt, { username: 'Manager' })).toMatch(/^400/);
    expect(await asked('put', '/api/users/me', changed.body.jwt, { username: 'second' })).toBe('done');
  });

  it('log in the owner of an address that is the name of another user', async () => {
    const victim = await register(app, 'victim');
    await app.kernel.database.knex('up_users').where({ id: mine }).update({ username: 'victim@example.com' });
    const login = { identifier: 'victim@example.com', password: PASSWORD };
    const { status, body } = await app.agent.post('/api/auth/local').send(login);
    expect([status, body.user.id]).toEqual([200, victim.id]);
  });
});
