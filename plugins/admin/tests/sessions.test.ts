// The doors of the admin: one-time links, login, the cookie and its header.
import type { TestApp } from '../../../core/testing';
import { administrator, ask, createAdminApp, makeLink, PAGE, PASSWORD, SECRET, userWith } from './admin-app';

let app: TestApp;
beforeAll(async () => {
  app = await createAdminApp();
});
afterAll(() => app.close());

const MODEL = '/admin/api/model';
const login = (identifier: string, password = PASSWORD, headers: Record<string, string> = PAGE) =>
  ask(app, '/admin/api/login', { method: 'POST', body: { identifier, password }, headers });

describe('a one-time link', () => {
  it('makes the first administrator once', async () => {
    const isNew = async (): Promise<boolean> => (await app.agent.get('/admin')).text.includes(' data-new');
    expect(await isNew()).toBe(true);
    const secret = await makeLink(app);
    const body = { secret, username: 'ada', email: 'ada@example.org', password: PASSWORD };
    expect((await ask(app, '/admin/api/welcome/look', { method: 'POST', body: { secret } })).body).toEqual({
      username: null,
    });
    const short = await ask(app, '/admin/api/welcome', { method: 'POST', body: { ...body, password: 'x' } });
    expect(short).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('6') } } });
    const entered = await ask(app, '/admin/api/welcome', { method: 'POST', body });
    expect(entered.status).toBe(200);
    expect(await isNew()).toBe(false);
    const model = await ask(app, MODEL, { cookie: entered.cookie });
    expect(model.body.user).toMatchObject({ username: 'ada' });
    const again = await ask(app, '/admin/api/welcome', { method: 'POST', body });
    expect(again).toMatchObject({
      status: 410,
      body: { error: { message: expect.stringContaining('quire admin link') } },
    });
  });

  it('lets one of two parallel uses pass', async () => {
    const secret = await makeLink(app);
    const uses = await Promise.all(
      ['p1', 'p2'].map((username) =>
        ask(app, '/admin/api/welcome', {
          method: 'POST',
          body: { secret, username: `${username}x`, email: `${username}@example.org`, password: PASSWORD },
        }),
      ),
    );
    expect(uses.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  });

  it('gives a user a new password, and ends the other sessions', async () => {
    await userWith(app, 'recovered', ['plugin::admin.app.open']);
    const before = await login('recovered');
    const secret = await makeLink(app, { user: 'recovered' });
    const password = 'another-password';
    const entered = await ask(app, '/admin/api/welcome', { method: 'POST', body: { secret, password } });
    expect(entered.status).toBe(200);
    expect((await ask(app, MODEL, { cookie: before.cookie })).status).toBe(401);
    expect((await ask(app, MODEL, { cookie: entered.cookie })).status).toBe(200);
    expect((await login('recovered')).status).toBe(400);
  });
});

describe('the session', () => {
  let cookie: string;
  beforeAll(async () => {
    cookie = await administrator(app, 'grace');
  });

  it.each([
    ['without the header', { host: 'localhost', 'sec-fetch-site': 'same-origin' }],
    ['from another site', { ...PAGE, 'sec-fetch-site': 'cross-site' }],
    ['from a sibling host', { ...PAGE, 'sec-fetch-site': 'same-site' }],
    ['with a foreign origin', { host: 'localhost', 'quire-admin': '1', origin: 'http://evil.example' }],
    ['without origin and site', { host: 'localhost', 'quire-admin': '1' }],
  ])('does not count %s', async (_name, headers) => {
    expect((await ask(app, MODEL, { cookie, headers })).status).toBe(403);
    const write = { method: 'POST', body: { data: { name: 'x' } }, cookie, headers } as const;
    expect((await ask(app, '/admin/api/documents/api.author.author', write)).status).toBe(403);
  });

  it('counts for a browser that sends an origin only', async () => {
    const headers = { host: 'localhost', 'quire-admin': '1', origin: 'http://localhost' };
    expect((await ask(app, MODEL, { cookie, headers })).status).toBe(200);
  });

  it('has a cookie that scripts cannot read, limited to this machine or HTTPS', async () => {
    const answer = await app.agent
      .post('/admin/api/login')
      .set(PAGE)
      .send({ identifier: 'grace', password: PASSWORD });
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^quire-dev=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(await login('grace', PASSWORD, { ...PAGE, host: 'cms.example.org' })).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('server.proxy') } },
    });
  });

  it('refuses wrong passwords, and roles without the permission', async () => {
    expect((await login('grace', 'wrong')).status).toBe(400);
    await userWith(app, 'reader', ['api::article.article.find']);
    expect(await login('reader')).toMatchObject({ status: 403, cookie: null });
  });

  it('ends with the logout, and cannot be replayed', async () => {
    const { cookie: own } = await login('grace');
    expect((await ask(app, MODEL, { cookie: own })).status).toBe(200);
    expect((await ask(app, '/admin/api/logout', { method: 'POST', cookie: own })).status).toBe(204);
    expect((await ask(app, MODEL, { cookie: own })).status).toBe(401);
  });

  it('does not take the session of a cookie that another person chose', async () => {
    const chosen = `quire-dev=${'a'.repeat(43)}`;
    expect((await ask(app, MODEL, { cookie: chosen })).status).toBe(401);
    const entered = await ask(app, '/admin/api/login', {
      method: 'POST',
      body: { identifier: 'grace', password: PASSWORD },
      cookie: chosen,
    });
    expect(entered.cookie).not.toBe(chosen);
  });

  it('is listed, and ended from another session', async () => {
    const { cookie: other } = await login('grace');
    const sessions = (await ask(app, '/admin/api/sessions', { cookie })).body.data as {
      id: number;
      current: boolean;
    }[];
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    for (const { id, current } of sessions)
      if (!current) await ask(app, `/admin/api/sessions/${id}`, { method: 'DELETE', cookie });
    expect((await ask(app, MODEL, { cookie: other })).status).toBe(401);
    expect((await ask(app, MODEL, { cookie })).status).toBe(200);
  });

  it('ends when the user is blocked, and when the role loses the permission', async () => {
    const blocked = await userWith(app, 'leaver', ['plugin::admin.app.open']);
    expect((await ask(app, MODEL, { cookie: blocked })).status).toBe(200);
    const users = app.documents('plugin::users-permissions.user');
    const user = await users.findFirst({ filters: { username: 'leaver' } });
    await users.update({ documentId: user?.documentId ?? '', data: { blocked: true } });
    expect((await ask(app, MODEL, { cookie: blocked })).status).toBe(401);
    const demoted = await userWith(app, 'demoted', ['plugin::admin.app.open']);
    const permissions = app.documents('plugin::users-permissions.permission');
    const granted = await permissions.findFirst({ filters: { role: { type: 'demoted' } } });
    await permissions.delete({ documentId: granted?.documentId ?? '' });
    expect((await ask(app, MODEL, { cookie: demoted })).status).toBe(401);
  });

  it('takes the secure cookie only, where the connection is secure', async () => {
    const secure = await createAdminApp({ config: { server: { url: 'https://cms.example.org' } } });
    const entered = await administrator(secure);
    expect(entered).toMatch(/^__Host-quire=/);
    expect((await ask(secure, MODEL, { cookie: entered })).status).toBe(200);
    const foreign = entered.replace('__Host-quire', 'quire-dev');
    expect((await ask(secure, MODEL, { cookie: foreign })).status).toBe(401);
    await secure.close();
  });

  it('leaves a role named administrator as it is', async () => {
    const roles = { administrator: { actions: ['api::tag.tag.find'] } };
    const users = { config: { jwtSecret: SECRET, ratelimit: { enabled: false }, roles } };
    const other = await createAdminApp({ config: { plugins: { 'users-permissions': users } } });
    const count = (type: string) =>
      other
        .documents('plugin::users-permissions.permission')
        .count({ filters: { action: '*', role: { type } } });
    await expect(Promise.all(['administrator', 'administrator_1'].map(count))).resolves.toEqual([0, 1]);
    await other.close();
  });

  it('is weaker than a token in the header Authorization', async () => {
    const headers = { ...PAGE, authorization: 'Bearer nothing' };
    expect((await ask(app, MODEL, { cookie, headers })).status).toBe(401);
  });
});
