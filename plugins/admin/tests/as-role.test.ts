// "See as a role": reads as the role, never more than the caller's own, and no write.
import type { TestApp } from '../../../core/testing';
import { GRANTS } from '../../users-permissions';
import { administrator, ask, createAdminApp, PAGE, userWith } from './admin-app';

const OPEN = 'plugin::admin.app.open';
const PREVIEW = 'plugin::admin.role.preview';
const ARTICLE = 'api::article.article';
const AT = '/admin/api/documents/api.article.article';
const EDITOR = [OPEN, `${ARTICLE}.find`, `${ARTICLE}.findOne`, `${ARTICLE}.readDraft`];

let app: TestApp;
let ada: string;
beforeAll(async () => {
  app = await createAdminApp({ config: { plugins: { 'api-tokens': true } } });
  ada = await administrator(app);
});
afterAll(() => app?.close());

const idOf = async (type: string): Promise<string> => {
  const filters = { type };
  return String((await app.documents('plugin::users-permissions.role').findFirst({ filters }))?.id);
};
const roleWith = async (type: string, grants: readonly { action: string; rule: object | null }[]) => {
  await app.kernel.container.resolve(GRANTS).createRole({ type, name: type, description: '' }, grants);
  return idOf(type);
};
const seen = (path: string, role: string, cookie: string | null, more: object = {}) =>
  ask(app, path, { cookie, headers: { ...PAGE, 'quire-as-role': role }, ...more });

it('shows lists, documents and the model as the role would see them', async () => {
  const create = (title: string) =>
    ask(app, `${AT}?status=draft`, { method: 'POST', body: { data: { title, notes: 'us' } }, cookie: ada });
  await create('Shown');
  const hidden = (await create('Hidden')).body.data as { documentId: string };
  const rule = { where: { title: { $eq: 'Shown' } }, fields: ['title'] };
  const ruled = [`${ARTICLE}.find`, `${ARTICLE}.findOne`].map((action) => ({ action, rule }));
  const free = [OPEN, `${ARTICLE}.readDraft`].map((action) => ({ action, rule: null }));
  const role = await roleWith('limited', [...free, ...ruled]);
  const list = await seen(`${AT}?status=draft`, role, ada);
  expect((list.body.data as object[]).map((each) => Object.keys(each))).toEqual([
    expect.not.arrayContaining(['notes', 'body']),
  ]);
  expect((list.body.data as { title: string }[]).map(({ title }) => title)).toEqual(['Shown']);
  expect((await seen(`${AT}/${hidden.documentId}?status=draft`, role, ada)).status).toBe(404);
  expect((await seen('/admin/api/documents/api.tag.tag', role, ada)).status).toBe(403);
  const { body } = await seen('/admin/api/model', role, ada);
  expect(
    (body.types as { uid: string; actions: string[] }[]).map(({ uid, actions }) => [uid, actions]),
  ).toEqual([[ARTICLE, ['find', 'findOne', 'readDraft']]]);
  // Without the header nothing has changed.
  expect((await ask(app, `${AT}/${hidden.documentId}?status=draft`, { cookie: ada })).status).toBe(200);
});

it('refuses writes, tokens, callers without the permission, and roles that may do more', async () => {
  await userWith(app, 'editor', EDITOR);
  const editor = await idOf('editor');
  const statusOf = async (...asked: Parameters<typeof seen>) => (await seen(...asked)).status;
  expect(await statusOf(AT, editor, ada)).toBe(200);
  for (const method of ['POST', 'PUT', 'DELETE'] as const)
    expect(
      await statusOf(method === 'POST' ? AT : `${AT}/x`, editor, ada, { method, body: { data: {} } }),
    ).toBe(403);
  expect(await statusOf(AT, '999999', ada)).toBe(403);
  expect(await statusOf(AT, 'editor', ada)).toBe(403);
  // May not open the admin.
  expect(await statusOf(AT, await idOf('authenticated'), ada)).toBe(403);

  const plain = await userWith(app, 'plain', EDITOR);
  expect(await statusOf(AT, editor, plain)).toBe(403);
  const previewer = await userWith(app, 'previewer', [...EDITOR, PREVIEW]);
  expect(await statusOf(AT, editor, previewer)).toBe(200);
  expect(await statusOf(AT, await idOf('administrator'), previewer)).toBe(403);
  await userWith(app, 'stronger', [...EDITOR, `${ARTICLE}.delete`]);
  expect(await statusOf(AT, await idOf('stronger'), previewer)).toBe(403);

  // A rule of the caller holds: the role lacks it, or shows the rest by another action.
  const rule = { fields: ['title'] };
  const grants = [...EDITOR, PREVIEW].map((action) => ({
    action,
    rule: action.endsWith('.find') ? rule : null,
  }));
  const ruled = await userWith(app, 'ruled', [OPEN]);
  const own = app.kernel.container.resolve(GRANTS);
  const role = await own.roleOfType('ruled');
  await own.grant(role?.documentId ?? '', grants);
  expect(await statusOf(AT, editor, ruled)).toBe(403);
  await userWith(
    app,
    'onlyone',
    EDITOR.filter((action) => !action.endsWith('.find')),
  );
  expect(await statusOf('/admin/api/model', await idOf('onlyone'), ruled)).toBe(403);

  // A rule on writes shows nothing, so weaker roles may be seen.
  const writer = await userWith(app, 'writer', [...EDITOR, PREVIEW]);
  const { documentId = '' } = (await own.roleOfType('writer')) ?? {};
  await own.grant(documentId, [{ action: `${ARTICLE}.update`, rule: { fields: ['title'] } }]);
  expect(await statusOf(AT, editor, writer)).toBe(200);

  const made = await ask(app, '/api/api-tokens', {
    method: 'POST',
    body: { name: 'ci', type: 'full-access', lifespan: null },
    cookie: ada,
  });
  const { accessKey } = made.body.data as { accessKey: string };
  const authorization = `Bearer ${accessKey}`;
  const withToken = (headers: Record<string, string>) => ask(app, '/api/articles', { headers });
  expect((await withToken({ authorization })).status).toBe(200);
  expect((await withToken({ authorization, 'quire-as-role': editor })).status).toBe(403);
  expect((await withToken({ 'quire-as-role': editor })).status).toBe(403);
});
