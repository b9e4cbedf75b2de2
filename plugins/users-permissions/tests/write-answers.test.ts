// The answers of writes: a caller who may not read the written document gets `data: null`. Field rules of user routes.
import type { TestApp } from '../../../core/testing';
import { bearer, createUsersApp, PASSWORD, register } from './app';

const ARTICLE = 'api::article.article';
const USER = 'plugin::users-permissions.user';

describe('answers of writes', () => {
  let app: TestApp;
  let jwt: string;
  beforeAll(async () => {
    const where = { notes: 'open' };
    app = await createUsersApp({
      roles: {
        authenticated: {
          actions: [
            { action: `${ARTICLE}.find`, where },
            { action: `${ARTICLE}.findOne`, where },
            `${ARTICLE}.create`,
            `${ARTICLE}.update`,
          ],
        },
      },
    });
    ({ jwt } = await register(app, 'ann'));
  });
  afterAll(() => app?.close());
  const send = (method: 'post' | 'put', path: string, data: object) =>
    app.agent[method](`/api${path}`).set('Authorization', bearer(jwt)).send({ data });

  it('show no document that the caller may not read', async () => {
    const { documentId } = await app
      .documents(ARTICLE)
      .create({ data: { title: 'secret', notes: 'closed' } });
    const { body, headers } = await send('put', `/articles/${documentId}`, { title: 'changed' }).expect(200);
    expect(body.data).toBeNull();
    expect(headers.etag).toBeUndefined();
    expect(await app.documents(ARTICLE).findOne({ documentId })).toMatchObject({ title: 'changed' });
    const made = await send('post', '/articles', { title: 'new', notes: 'closed' }).expect(201);
    expect(made.body.data).toBeNull();
  });

  it('show a document that the caller may read after the write', async () => {
    const { documentId } = await app
      .documents(ARTICLE)
      .create({ data: { title: 'secret', notes: 'closed' } });
    const { body } = await send('put', `/articles/${documentId}`, { notes: 'open' }).expect(200);
    expect(body.data).toMatchObject({ title: 'secret', notes: 'open' });
  });
});

describe('the rule of user.update', () => {
  const open = (...actions: unknown[]) =>
    createUsersApp({
      user: { attributes: { bio: { type: 'text' } } },
      roles: { authenticated: { actions } },
    });
  const own = { action: `${USER}.update`, where: { id: '$user.id' }, fields: ['bio', 'username'] };

  it('lets a user without user.find update the own record', async () => {
    const app = await open(own);
    const { jwt, id } = await register(app, 'ann');
    const other = await register(app, 'ben');
    const put = (user: number, body: object) =>
      app.agent.put(`/api/users/${user}`).set('Authorization', bearer(jwt)).send(body);
    const changed = await put(id, { bio: 'hello' });
    const foreign = await put(other.id, { bio: 'x' });
    const refused = await put(id, { bio: 'x', email: 'new@example.com', password: PASSWORD });
    await app.close();
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining({ id, bio: 'hello' })]);
    expect(foreign.status).toBe(404);
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain('email, password');
    expect(refused.body.error.details.keys).toEqual(['email', 'password']);
  });

  it('shows no user that user.find hides', async () => {
    const hidden = { action: `${USER}.find`, where: { username: { $startsWith: 'z' } } };
    const app = await open(`${USER}.update`, hidden);
    const { jwt, id } = await register(app, 'ann');
    const answer = await app.agent
      .put(`/api/users/${id}`)
      .set('Authorization', bearer(jwt))
      .send({ bio: 'hello' });
    const stored = await app.documents(USER).findFirst({ filters: { id } });
    await app.close();
    expect([answer.status, answer.body]).toEqual([200, null]);
    expect(stored?.bio).toBe('hello');
  });
});
