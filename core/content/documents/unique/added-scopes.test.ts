// `type.addScope`: unique values, generated uids and single types of several tenants, on one database.

import { definePlugin } from '../../../kernel/app/plugin';
import { createTestApp, type TestApp, testDatabases } from '../../../testing';
import { diagnose } from '../../doctor/diagnose';
import { limitRows, OPEN_VISIBILITY } from '../../model/compiled/visibility';

const tenancy = definePlugin({
  name: 'tenancy' as string,
  register(app) {
    app.hooks.schema.contentType((type) => {
      type.addAttribute('tenant', { type: 'string', writable: false });
      type.addScope('tenant', (caller) =>
        caller.kind === 'request' ? (caller.principal?.id ?? null) : null,
      );
    });
    app.hooks.request.authenticate((request) => {
      const id = request.header('x-tenant');
      return id === undefined ? undefined : { kind: 'tenant', id, label: id };
    });
    app.hooks.request.authorize(() => ({ allowed: true, visibility: OPEN_VISIBILITY }));
    app.hooks.request.visibility((visibility, { principal }) => {
      const tenant = principal?.id ?? '';
      return limitRows(visibility, { tenant }, () => ({ tenant }));
    });
  },
});

describe.each(testDatabases())('scopes on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      database,
      plugins: [tenancy],
      components: {
        'shared.tag': {
          info: { displayName: 'Tag' },
          attributes: { code: { type: 'string', unique: true } },
        },
      },
      contentTypes: [
        {
          info: { singularName: 'page', pluralName: 'pages' },
          attributes: {
            title: { type: 'string', unique: true },
            slug: { type: 'uid', targetField: 'title' },
            tag: { type: 'component', component: 'shared.tag' },
          },
        },
        {
          kind: 'singleType',
          info: { singularName: 'home', pluralName: 'homes' },
          attributes: { text: { type: 'string' } },
        },
      ],
      config: { plugins: { rest: true, graphql: true } },
    });
  });
  afterAll(() => app?.close());

  const as = (tenant: string) => ({
    send: async (method: 'post' | 'put' | 'get' | 'delete', path: string, data?: object) => {
      const { status, body } = await app.agent[method](`/api/${path}`)
        .set('x-tenant', tenant)
        .send(data && { data });
      return { status, data: body?.data, message: body?.error?.message };
    },
    ask: async (query: string) =>
      (await app.agent.post('/graphql').set('x-tenant', tenant).send({ query })).body,
  });
  const [acme, best] = [as('acme corp'), as('best')];

  it('compares unique values, also of components, and generated uids inside a scope', async () => {
    const page = { title: 'Start', tag: { code: 'x' } };
    const first = await acme.send('post', 'pages', page);
    const other = await best.send('post', 'pages', page);
    expect([first.data, other.data]).toMatchObject([
      { slug: 'start', tenant: 'acme corp' },
      { slug: 'start', tenant: 'best' },
    ]);
    expect(await best.send('post', 'pages', { ...page, slug: 'other' })).toMatchObject({ status: 400 });
    expect(await best.send('post', 'pages', { title: 'Next', slug: 'start' })).toMatchObject({
      status: 400,
      message: 'This attribute must be unique',
    });
    expect(await best.send('post', 'pages', { title: 'Next', tag: { code: 'x' } })).toMatchObject({
      status: 400,
    });
    // A value that a document gives up is free again, in its scope alone.
    await best.send('put', `pages/${other.data.documentId}`, { title: 'Moved' });
    expect((await best.send('post', 'pages', { title: 'Start' })).status).toBe(201);
    expect((await acme.send('post', 'pages', { title: 'Start' })).status).toBe(400);
    await app
      .documents('api::page.page')
      .update({ documentId: first.data.documentId, data: { title: 'Again' } });
    expect((await acme.send('post', 'pages', { title: 'Start' })).status).toBe(201);
  });

  it('a single type has a document in each scope', async () => {
    expect((await acme.send('get', 'home')).status).toBe(404);
    const written = [
      await acme.send('put', 'home', { text: 'A' }),
      await best.send('put', 'home', { text: 'B' }),
    ];
    expect(written.map(({ data }) => data.text)).toEqual(['A', 'B']);
    expect((await acme.send('put', 'home', { text: 'A2' })).data.documentId).toBe(
      written[0]?.data.documentId,
    );
    expect((await acme.send('get', 'home')).data.text).toBe('A2');
    expect(await best.ask('{ home { text } }')).toEqual({ data: { home: { text: 'B' } } });
    expect(await best.ask('mutation { updateHome(data: { text: "B2" }) { text } }')).toEqual({
      data: { updateHome: { text: 'B2' } },
    });
    expect((await acme.send('delete', 'home')).status).toBe(204);
    expect((await best.send('get', 'home')).data.text).toBe('B2');
    // Code has a document of its own, and reaches the others by their ids.
    const homes = app.documents('api::home.home');
    const documentId = String(written[1]?.data.documentId);
    expect(await homes.findOne({ documentId })).toMatchObject({ text: 'B2', tenant: 'best' });
    expect(await homes.update({ documentId: 'a'.repeat(24), data: { text: 'X' } })).toBeNull();
  });

  it('a document stays in its scope', async () => {
    const { data } = await acme.send('post', 'pages', { title: 'Stays' });
    const move = app
      .documents('api::page.page')
      .update({ documentId: data.documentId, data: { tenant: 'best' } });
    await expect(move).rejects.toThrow(/tenant/);
  });

  it('the doctor finds nothing', async () => {
    const log = { warn: () => undefined, info: () => undefined };
    const { checks } = await diagnose(app.kernel.database, app.kernel.schema, { log });
    expect(checks.filter(({ found }) => found > 0)).toEqual([]);
  });
});

it('refuses an attribute that cannot divide documents', async () => {
  const wrong = definePlugin({
    name: 'wrong' as string,
    register({ hooks }) {
      hooks.schema.contentType((type) => {
        type.addScope('tenant', () => null);
        type.addScope('body', () => null);
        Reflect.apply(type.addScope, type, ['title']);
      });
    },
  });
  const starting = createTestApp({
    plugins: [wrong],
    contentTypes: [
      {
        info: { singularName: 'page', pluralName: 'pages' },
        attributes: { title: { type: 'string' }, body: { type: 'json' } },
      },
    ],
  });
  await expect(starting).rejects.toThrow(/addScope\("tenant"\): there is no attribute of this name/);
  await expect(starting).rejects.toThrow(/addScope\("body"\): expected an attribute with a column of text/);
  await expect(starting).rejects.toThrow(/addScope\.valueFor|valueFor/);
});
