// Rows that a plugin hides with request.visibility: routes that have no document in their address format still neither show nor change them.
import { definePlugin, limitRows } from '../../../core';
import { type TestApp, testDatabases } from '../../../core/testing';
import { bearer, createUsersApp, grant, MANAGING, register } from './app';

const ROLE = 'plugin::users-permissions.role';
const USER = 'plugin::users-permissions.user';
const TOKEN = 'plugin::api-tokens.token';
const LOCALE = 'plugin::i18n.locale';
const TYPES: ReadonlySet<string> = new Set([ROLE, TOKEN, LOCALE]);

const hider = definePlugin({
  name: 'hider',
  register: ({ hooks }) =>
    hooks.request.visibility((visibility) =>
      limitRows(visibility, 'not hidden', ({ uid }) => {
        if (uid === USER) return { username: { $ne: 'hidden' } };
        return TYPES.has(uid) ? { name: { $notContains: 'Hidden' } } : null;
      }),
    ),
});

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  let jwt: string;
  beforeAll(async () => {
    app = await createUsersApp(
      {},
      {
        database,
        plugins: [hider],
        config: { plugins: { 'api-tokens': true, i18n: { config: { locales: ['en', 'fr', 'de'] } } } },
      },
    );
    ({ jwt } = await register(app, 'ann'));
    await grant(app, 'authenticated', ...MANAGING, ...TOKENS, ...LOCALES);
  });
  afterAll(() => app?.close());

  const TOKENS = ['find', 'findOne', 'create', 'regenerate', 'revoke'].map((verb) => `${TOKEN}.${verb}`);
  const LOCALES = ['listLocales', 'createLocale', 'updateLocale', 'setDefaultLocale', 'deleteLocale'].map(
    (verb) => `plugin::i18n.locales.${verb}`,
  );
  const send = async (method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object) => {
    const request = app.agent[method](`/api${path}`).set('Authorization', bearer(jwt));
    return body ? request.send(body) : request;
  };
  const documents = (uid: string) => app.documents(uid);
  const whole = async (uid: string) => JSON.stringify(await documents(uid).findMany({ sort: 'id' }));

  it('roles', async () => {
    const data = { name: 'Hidden', description: '', type: 'hidden_role' };
    const { id, documentId } = await documents(ROLE).create({ data });
    const before = await whole(ROLE);
    for (const path of [id, documentId].map((each) => `/users-permissions/roles/${each}`))
      for (const answer of [
        await send('get', path),
        await send('put', path, { name: 'Other' }),
        await send('delete', path),
      ])
        expect(answer.status).toBe(404);
    expect((await send('get', '/users-permissions/roles')).text).not.toContain('Hidden');
    const shown = await documents(ROLE).create({ data: { ...data, name: 'Shown', type: 'shown_role' } });
    const own = `/users-permissions/roles/${shown.id}`;
    expect((await send('put', own, { name: 'Hidden too' })).status).toBe(403);
    expect((await send('post', '/users-permissions/roles', { name: 'Hidden too' })).status).toBe(403);
    expect((await send('put', own, { name: 'Other' })).status).toBe(200);
    expect((await send('delete', own)).status).toBe(200);
    expect(await whole(ROLE)).toBe(before);
  });

  it('users', async () => {
    const data = { username: 'hidden', email: 'hidden@example.com', password: 'Passw0rd!' };
    const { id } = await documents(USER).create({ data });
    const before = await whole(USER);
    expect((await send('put', `/users/${id}`, { username: 'other' })).status).toBe(404);
    expect((await send('delete', `/users/${id}`)).status).toBe(204);
    expect(await whole(USER)).toBe(before);
  });

  it('locales', async () => {
    const fr = (await documents(LOCALE).findFirst({ filters: { code: 'fr' } }))?.documentId ?? '';
    await documents(LOCALE).update({ documentId: fr, data: { name: 'Hidden' } });
    const before = await whole(LOCALE);
    for (const path of ['fr', fr].map((each) => `/i18n/locales/${each}`))
      for (const answer of [
        await send('put', path, { name: 'Other' }),
        await send('post', `${path}/actions/set-default`),
        await send('delete', path),
      ])
        expect(answer.status).toBe(404);
    expect((await send('get', '/i18n/locales')).text).not.toContain('Hidden');
    expect((await send('post', '/i18n/locales', { code: 'it', name: 'Hidden' })).status).toBe(403);
    expect((await send('put', '/i18n/locales/de', { name: 'Hidden' })).status).toBe(403);
    expect(await whole(LOCALE)).toBe(before);
    expect((await send('put', '/i18n/locales/de', { name: 'Deutsch' })).body.name).toBe('Deutsch');
    expect((await send('delete', '/i18n/locales/de')).status).toBe(204);
  });

  it('API tokens', async () => {
    const create = (name: string) =>
      send('post', '/api-tokens', { name, type: 'custom', actions: [`${TOKEN}.find`] });
    const { body } = await create('Shown');
    const { documentId } = body.data;
    expect((await create('Hidden too')).status).toBe(403);
    await documents(TOKEN).update({ documentId, data: { name: 'Hidden' } });
    const before = await whole(TOKEN);
    const path = `/api-tokens/${documentId}`;
    expect((await send('get', path)).status).toBe(404);
    expect((await send('post', `${path}/actions/regenerate`)).status).toBe(404);
    await send('delete', path);
    expect((await send('get', '/api-tokens')).text).not.toContain('Hidden');
    expect(await whole(TOKEN)).toBe(before);
  });
});
