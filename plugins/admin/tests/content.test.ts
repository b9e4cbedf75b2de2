// What the page asks: the model for the caller, documents with private attributes, states, uses and preferences.
import { createTestApp, type TestApp } from '../../../core/testing';
import { administrator, ask, CONTENT, createAdminApp, userWith } from './admin-app';

const OPEN = 'plugin::admin.app.open';
const ARTICLE = 'api::article.article';
const AT = '/admin/api/documents/api.article.article';

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await createAdminApp();
  cookie = await administrator(app);
});
afterAll(() => app.close());

const create = async (data: object): Promise<Record<string, unknown>> =>
  (await ask(app, `${AT}?status=draft`, { method: 'POST', body: { data }, cookie })).body.data as Record<
    string,
    unknown
  >;

describe('the model', () => {
  it('names the types, attributes and actions of the caller, and no secret', async () => {
    const { body } = await ask(app, '/admin/api/model', { cookie });
    const types = body.types as {
      uid: string;
      titleField: string;
      actions: string[];
      attributes: { name: string }[];
    }[];
    const article = types.find(({ uid }) => uid === ARTICLE);
    expect(article).toMatchObject({ titleField: 'title' });
    expect(article?.actions).toEqual(
      expect.arrayContaining(['find', 'create', 'publish', 'readDraft', 'readPrivate']),
    );
    expect(article?.attributes.map(({ name }) => name)).toEqual([
      'title',
      'body',
      'notes',
      'author',
      'tags',
      'sections',
    ]);
    expect(JSON.stringify(body)).not.toContain('password');
  });

  it('leaves out types and attributes that the role may not use', async () => {
    const own = await userWith(app, 'tagger', [OPEN, 'api::tag.tag.find']);
    const { body } = await ask(app, '/admin/api/model', { cookie: own });
    expect((body.types as { uid: string }[]).map(({ uid }) => uid)).toEqual(['api::tag.tag']);
    expect(body.actions).toEqual([OPEN]);
  });

  it('says which attributes a create and an update may write', async () => {
    const own = await userWith(app, 'limited', [
      OPEN,
      `${ARTICLE}.find`,
      { action: `${ARTICLE}.create`, rule: { fields: ['title', 'body'] } },
      { action: `${ARTICLE}.update`, rule: { fields: ['body', 'tags'] } },
    ]);
    const { body } = await ask(app, '/admin/api/model', { cookie: own });
    const types = body.types as { uid: string; attributes: Record<string, unknown>[] }[];
    const found = types.find(({ uid }) => uid === ARTICLE)?.attributes ?? [];
    expect(found.map(({ name, readOnly, readOnlyInCreate }) => [name, readOnly, readOnlyInCreate])).toEqual([
      ['title', true, false],
      ['body', false, false],
      ['sections', true, true],
    ]);
  });

  it('needs the permission', async () => {
    expect((await ask(app, '/admin/api/model')).status).toBe(401);
    expect((await ask(app, '/admin/api/model', { headers: {} })).status).toBe(403);
  });
});

describe('documents', () => {
  it('shows private attributes to callers with readPrivate, here only', async () => {
    const { documentId } = await create({ title: 'With notes', notes: 'for us' });
    const at = `/${documentId}?status=draft`;
    expect((await ask(app, AT + at, { cookie })).body.data).toMatchObject({ notes: 'for us' });
    expect((await ask(app, `/api/articles${at}`, { cookie })).body.data).not.toHaveProperty('notes');
    const editor = [OPEN, `${ARTICLE}.find`, `${ARTICLE}.findOne`, `${ARTICLE}.readDraft`];
    const own = await userWith(app, 'noprivate', editor);
    expect((await ask(app, AT + at, { cookie: own })).body.data).not.toHaveProperty('notes');
    const seeing = await userWith(app, 'withprivate', [...editor, `${ARTICLE}.readPrivate`]);
    expect((await ask(app, AT + at, { cookie: seeing })).body.data).toMatchObject({ notes: 'for us' });
    // A page asks for the attributes of the model, and the routes refuse those that the caller may not see.
    const namesOf = async (person: string): Promise<string[]> => {
      const { body } = await ask(app, '/admin/api/model', { cookie: person });
      const types = body.types as { uid: string; attributes: { name: string }[] }[];
      return types.find(({ uid }) => uid === ARTICLE)?.attributes.map(({ name }) => name) ?? [];
    };
    expect(await namesOf(own)).not.toContain('notes');
    expect(await namesOf(seeing)).toContain('notes');
    const listOf = async (person: string) => {
      const fields = (await namesOf(person)).filter((name) => ['title', 'body', 'notes'].includes(name));
      const query = fields.map((name, index) => `fields[${index}]=${name}`).join('&');
      return (await ask(app, `${AT}?status=draft&${query}`, { cookie: person })).status;
    };
    expect([await listOf(own), await listOf(seeing)]).toEqual([200, 200]);
  });

  it('are closed to callers who may not open the admin, whatever they may do over the API', async () => {
    const permissions = app.documents('plugin::users-permissions.permission');
    const role = await app
      .documents('plugin::users-permissions.role')
      .findFirst({ filters: { type: 'public' } });
    await permissions.create({ data: { action: `${ARTICLE}.find`, role: role?.documentId } });
    expect((await ask(app, '/api/articles', { headers: {} })).status).toBe(200);
    expect((await ask(app, AT, { headers: {} })).status).toBe(403);
  });

  it('shows no private attribute of another type to a holder of readPrivate', async () => {
    const author = await app
      .documents('api::author.author')
      .create({ data: { name: 'Hidden', secret: 'own' } });
    await create({ title: 'Linked', notes: 'x', author: author.documentId });
    const actions = [
      OPEN,
      `${ARTICLE}.find`,
      `${ARTICLE}.readDraft`,
      `${ARTICLE}.readPrivate`,
      'api::author.author.find',
    ];
    const own = await userWith(app, 'oneprivate', actions);
    const at = `${AT}?status=draft&filters[title]=Linked&populate=author`;
    const { body } = await ask(app, at, { cookie: own });
    const [found] = body.data as { notes: string; author: object }[];
    expect(found).toMatchObject({ notes: 'x', author: { name: 'Hidden' } });
    expect(found?.author).not.toHaveProperty('secret');
    const asked = await ask(app, `${AT}?status=draft&filters[author][secret]=own`, { cookie: own });
    expect(asked.status).toBe(400);
  });

  it('refuses each action that the role lacks', async () => {
    const { documentId } = await create({ title: 'Kept' });
    const own = await userWith(app, 'onlyfind', [OPEN, `${ARTICLE}.find`]);
    const requests = [
      ['POST', ''],
      ['PUT', `/${documentId}`],
      ['DELETE', `/${documentId}`],
      ['POST', `/${documentId}/actions/publish`],
    ] as const;
    for (const [method, at] of requests) {
      const answer = await ask(app, AT + at, { method, body: { data: { title: 'Taken' } }, cookie: own });
      expect([method, at, answer.status]).toEqual([method, at, 403]);
    }
  });

  it('answers 412 to a save that has seen an older draft', async () => {
    const { documentId } = await create({ title: 'One' });
    const at = `${AT}/${documentId}?status=draft`;
    const { etag } = await ask(app, at, { cookie });
    const first = await app.agent
      .put(at)
      .set(headersWith(etag))
      .send({ data: { title: 'Two' } });
    expect(first.status).toBe(200);
    const stale = await app.agent
      .put(at)
      .set(headersWith(etag))
      .send({ data: { body: 'lost?' } });
    expect(stale.status).toBe(412);
    const fresh = await app.agent
      .put(at)
      .set(headersWith(first.headers.etag ?? ''))
      .send({ data: { body: 'kept' } });
    expect(fresh.body.data).toMatchObject({ title: 'Two', body: 'kept' });
  });
});

const headersWith = (etag: string | null): Record<string, string> => ({
  'quire-admin': '1',
  'sec-fetch-site': 'same-origin',
  host: 'localhost',
  cookie,
  'if-match': etag ?? '',
});

it('says the state of each document', async () => {
  const [draft, live, changed] = await Promise.all(['a', 'b', 'c'].map((title) => create({ title })));
  const idOf = (document: Record<string, unknown> | undefined): string => String(document?.documentId);
  for (const document of [live, changed])
    await ask(app, `${AT}/${idOf(document)}/actions/publish`, { method: 'POST', cookie });
  await ask(app, `${AT}/${idOf(changed)}?status=draft`, {
    method: 'PUT',
    body: { data: { title: 'c2' } },
    cookie,
  });
  const ids = [draft, live, changed].map(idOf);
  const { body } = await ask(app, `/admin/api/states/${ARTICLE}?ids=${ids.join(',')}`, { cookie });
  const states = body.data as Record<string, { state: string }[]>;
  expect(ids.map((id) => states[id]?.map(({ state }) => state))).toEqual([
    ['draft'],
    ['published'],
    ['changed'],
  ]);
});

it('says where a document is used, as far as the caller may read', async () => {
  const author = await app.documents('api::author.author').create({ data: { name: 'Ines' } });
  const { documentId } = await create({ title: 'By Ines', author: author.documentId });
  const at = `/admin/api/uses/api::author.author/${author.documentId}`;
  expect((await ask(app, at, { cookie })).body.data).toEqual([
    { uid: ARTICLE, attribute: 'author', count: 1, first: [{ documentId, title: 'By Ines' }] },
  ]);
  const blind = await userWith(app, 'blind', [OPEN, 'api::author.author.find']);
  expect((await ask(app, at, { cookie: blind })).body.data).toEqual([]);
});

it('keeps the preferences of each user, within a bound', async () => {
  const at = '/admin/api/preferences';
  await ask(app, at, { method: 'PUT', body: { data: { columns: ['title'] } }, cookie });
  expect((await ask(app, at, { cookie })).body).toEqual({ data: { columns: ['title'] } });
  const other = await userWith(app, 'other', [OPEN]);
  expect((await ask(app, at, { cookie: other })).body).toEqual({ data: {} });
  const large = { data: { text: 'x'.repeat(20_000) } };
  expect((await ask(app, at, { method: 'PUT', body: large, cookie })).status).toBe(400);
});

describe('the last user with every permission', () => {
  it('cannot be deleted, blocked or demoted', async () => {
    const users = app.documents('plugin::users-permissions.user');
    const roles = app.documents('plugin::users-permissions.role');
    const user = await users.findFirst({ filters: { username: 'ada' } });
    const role = await roles.findFirst({ filters: { type: 'authenticated' } });
    const documentId = user?.documentId ?? '';
    const id = String(user?.id);
    const requests = [
      ['DELETE', {}],
      ['PUT', { blocked: true }],
      ['PUT', { role: role?.id }],
    ] as const;
    for (const [method, body] of requests) {
      const answer = await ask(app, `/api/users/${id}`, { method, body, cookie });
      expect([method, body, answer.status]).toEqual([method, body, 400]);
      expect(JSON.stringify(answer.body)).toContain('last active user');
    }
    await expect(roles.delete({ documentId: await roleOf('administrator') })).rejects.toThrow(
      'last active user',
    );
    const second = await administrator(app, 'second');
    const [one, two] = await Promise.all([
      ask(app, `/api/users/${id}`, { method: 'PUT', body: { blocked: true }, cookie: second }),
      users
        .findFirst({ filters: { username: 'second' } })
        .then((found) =>
          ask(app, `/api/users/${String(found?.id)}`, { method: 'PUT', body: { blocked: true }, cookie }),
        ),
    ]);
    expect([one.status, two.status]).toContain(200);
    const filters = { blocked: { $ne: true }, username: { $in: ['ada', 'second'] } };
    expect(await users.count({ filters })).toBe(1);
    await users.update({ documentId, data: { blocked: false } });
  });

  const roleOf = async (type: string): Promise<string> =>
    (await app.documents('plugin::users-permissions.role').findFirst({ filters: { type } }))?.documentId ??
    '';
});

it('is handed out by callers with every permission only', async () => {
  const users = 'plugin::users-permissions.user';
  const own = await userWith(app, 'manager', [OPEN, `${users}.update`, `${users}.find`]);
  const me = await app.documents(users).findFirst({ filters: { username: 'manager' } });
  const role = await app
    .documents('plugin::users-permissions.role')
    .findFirst({ filters: { type: 'administrator' } });
  const answer = await ask(app, `/api/users/${String(me?.id)}`, {
    method: 'PUT',
    body: { role: role?.id },
    cookie: own,
  });
  expect(answer.status).toBe(403);
});

it('serves the page with a strict policy, and its files', async () => {
  const page = await app.agent.get('/admin/types/api::article.article').expect(200);
  expect(page.headers['content-security-policy']).toMatch(
    /default-src 'none'.*require-trusted-types-for 'script'/,
  );
  const [, script = ''] = /src="([^"]+)"/.exec(page.text) ?? [];
  const file = await app.agent.get(script).expect(200);
  expect(file.headers['cache-control']).toContain('immutable');
});

it('leaves no route, table or permission when it is disabled', async () => {
  const off = await createTestApp({
    ...CONTENT,
    config: { plugins: { rest: true, 'draft-and-publish': true, admin: false } },
  });
  expect(off.kernel.routes.filter(({ definition: { path } }) => path.startsWith('/admin'))).toEqual([]);
  expect(off.kernel.actions.names().filter((name) => /admin|readPrivate/.test(name))).toEqual([]);
  await off.close();
});
