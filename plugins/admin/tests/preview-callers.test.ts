// Preview links for callers of other plugins, before and after this one in the configuration.
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';
import { administrator, PAGE, PASSWORD, SECRET, userWith } from './admin-app';

const ARTICLE = 'api::article.article';
const READER = [`${ARTICLE}.find`, `${ARTICLE}.findOne`];
const WRITER = [...READER, `${ARTICLE}.readDraft`];
const OWN = { 'draft-and-publish': true };
const CALLERS = {
  'api-tokens': true,
  'users-permissions': { config: { jwtSecret: SECRET, ratelimit: { enabled: false } } },
  admin: true,
};

describe.each([
  ['after', { ...CALLERS, ...OWN }],
  ['before', { ...OWN, ...CALLERS }],
])('with draft-and-publish %s the plugins that recognise callers', (_, plugins) => {
  let app: TestApp;
  let path = '';
  let token = '';
  /** Caller → headers of the request. */
  const headers: Record<string, Readonly<Record<string, string>>> = { anonymous: {} };

  beforeAll(async () => {
    app = await createTestApp({
      database: testDatabases()[0],
      contentTypes: [
        {
          info: { singularName: 'article', pluralName: 'articles' },
          options: { draftAndPublish: true },
          attributes: { title: { type: 'string' } },
        },
      ],
      config: { plugins: { rest: true, ...plugins } },
    });
    const documents = app.documents(ARTICLE);
    const { documentId } = await documents.create({ data: { title: 'live' }, status: 'published' });
    await documents.update({ documentId, data: { title: 'pending' }, status: 'draft' });
    path = `/api/articles/${documentId}`;

    const admin = { ...PAGE, cookie: await administrator(app) };
    headers['the cookie of the admin'] = admin;
    for (const [name, actions] of Object.entries({ reader: READER, writer: WRITER })) {
      const key = { name, type: 'custom', actions };
      const made = await app.agent.post('/api/api-tokens').set(admin).send(key);
      headers[`the API token of a ${name}`] = { authorization: `Bearer ${made.body.data.accessKey}` };
      await userWith(app, name, actions);
      const { body } = await app.agent.post('/api/auth/local').send({ identifier: name, password: PASSWORD });
      headers[`the JWT of a ${name}`] = { authorization: `Bearer ${body.jwt}` };
    }
    const made = await app.agent.post(`${path}/preview-links`).set(admin).send({});
    token = made.body.data.token;
  });
  afterAll(() => app?.close());

  const get = (caller: string, query: string) => app.agent.get(`${path}?${query}`).set(headers[caller] ?? {});

  it.each([
    'the API token of a reader',
    'the API token of a writer',
    'the JWT of a reader',
    'the JWT of a writer',
    'the cookie of the admin',
  ])('reads the token for %s', async (caller) => {
    const { status, body } = await get(caller, `preview=${token}`);
    expect([status, body.data?.title]).toEqual([200, 'pending']);
    for (const wrong of ['zz', 'A'.repeat(43)])
      expect((await get(caller, `preview=${wrong}`)).status).toBe(404);
    expect((await get(caller, '')).body.data.title).toBe('live');
  });

  it('opens nothing to a caller without the permission', async () => {
    expect((await get('anonymous', `preview=${token}`)).status).toBe(403);
  });
});
