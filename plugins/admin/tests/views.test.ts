// Saved views of lists: own ones, shared ones, and who may save and remove them.
import { type TestApp, testDatabases } from '../../../core/testing';
import { administrator, ask, createAdminApp, userWith } from './admin-app';

const FIND = ['plugin::admin.app.open', 'api::article.article.find'];
const AT = '/admin/api/views/api::article.article';

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  let ada: string;
  beforeAll(async () => {
    app = await createAdminApp({ database });
    ada = await administrator(app);
  });
  afterAll(() => app?.close());

  const save = (cookie: string, body: object) => ask(app, AT, { method: 'PUT', body, cookie });
  const remove = async (cookie: string, id: number) =>
    (await ask(app, `${AT}/${id}`, { method: 'DELETE', cookie })).status;
  const namesOf = async (cookie: string) =>
    ((await ask(app, AT, { cookie })).body.data as { name: string }[]).map(({ name }) => name);
  const view = (name: string, shared = false, words = {}) => ({ name, shared, words });

  it('keeps own and shared views, each for those who may see it', async () => {
    const ann = await userWith(app, 'ann', FIND);
    const words = { filters: 'rating~$gte~7', sort: 'title:asc', columns: 'title' };
    const own = await save(ann, view('Mine', false, words));
    expect(own.body.data).toMatchObject({ name: 'Mine', shared: false, own: true, words });
    // The same name again replaces it.
    const replaced = await save(ann, view('Mine', false, { q: 'pond' }));
    expect(replaced.body.data).toEqual({ ...(own.body.data as object), words: { q: 'pond' } });
    const { id } = (await save(ada, view('Ours', true))).body.data as { id: number };
    expect(await namesOf(ann)).toEqual(['Mine', 'Ours']);
    expect(await namesOf(ada)).toEqual(['Ours']);

    expect((await save(ann, view('Mine', true))).status).toBe(403);
    expect(await remove(ann, id)).toBe(403);
    expect(await remove(ada, (own.body.data as { id: number }).id)).toBe(404);
    const blind = await userWith(app, 'blind', FIND.slice(0, 1));
    expect((await ask(app, AT, { cookie: blind })).status).toBe(404);
    expect((await save(blind, view('x'))).status).toBe(404);

    const sharer = await userWith(app, 'sharer', [...FIND, 'plugin::admin.view.share']);
    expect(await remove(sharer, id)).toBe(204);
    expect(await namesOf(ann)).toEqual(['Mine']);
  });

  it('bounds names, words and the number of views', async () => {
    const ben = await userWith(app, 'ben', FIND);
    for (const body of [
      view(''),
      view('x'.repeat(61)),
      view('x', false, { filters: 'x'.repeat(2001) }),
      view('x', false, { other: 'x' }),
      { name: 'x' },
    ])
      expect((await save(ben, body)).status).toBe(400);
    const both = await Promise.all([save(ben, view('0', false, { q: 'a' })), save(ben, view('0'))]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    for (let n = 1; n < 49; n++) await save(ben, view(String(n)));
    const last = await Promise.all(['a', 'b', 'c', 'd'].map((name) => save(ben, view(name))));
    expect(last.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    expect((await save(ben, view('48', false, { q: 'b' }))).status).toBe(200);
    expect(await namesOf(ben)).toHaveLength(50);
  });

  it('removes all views and preferences of a deleted user', async () => {
    const leaver = await userWith(app, 'leaver', [...FIND, 'plugin::admin.view.share']);
    const preferences = { method: 'PUT', body: { data: { language: 'fr' } }, cookie: leaver } as const;
    await ask(app, '/admin/api/preferences', preferences);
    const both = await Promise.all([save(leaver, view('Theirs', true)), save(leaver, view('Own'))]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const users = app.documents('plugin::users-permissions.user');
    const user = await users.findFirst({ filters: { username: 'leaver' } });
    await users.delete({ documentId: user?.documentId ?? '' });
    const { knex } = app.kernel.database;
    const stored = ['admin_views', 'admin_preferences', 'admin_sessions'].map(
      async (table) => (await knex(table).where({ user: user?.id })).length,
    );
    expect(await Promise.all(stored)).toEqual([0, 0, 0]);
    expect(await namesOf(ada)).not.toContain('Theirs');
  });
});
