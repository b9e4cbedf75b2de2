// Explanations of verdicts: the missing permission, the rule that leaves a document out, and who may ask.
import type { TestApp } from '../../../core/testing';
import { GRANTS } from '../../users-permissions';
import { administrator, ask, createAdminApp, userWith } from './admin-app';

const OPEN = 'plugin::admin.app.open';
const ARTICLE = 'api::article.article';

let app: TestApp;
let ada: string;
beforeAll(async () => {
  app = await createAdminApp();
  ada = await administrator(app);
});
afterAll(() => app?.close());

const USER = 'plugin::users-permissions.user';
const userNamed = async (username: string) => {
  const user = await app.documents(USER).findFirst({ filters: { username } });
  return { id: String(user?.id), documentId: user?.documentId ?? '' };
};
const explain = (words: Record<string, string>, cookie = ada) =>
  ask(app, `/admin/api/explain?${new URLSearchParams(words)}`, { cookie });

it('names the missing permission, the rule, and the roles that have the action', async () => {
  await userWith(app, 'ann', [OPEN]);
  const grants = app.kernel.container.resolve(GRANTS);
  const role = await grants.roleOfType('ann');
  const rule = { where: { title: { $eq: 'Mine' } }, fields: ['title'] };
  await grants.grant(role?.documentId ?? '', [{ action: `${ARTICLE}.update`, rule }]);
  const { id: user, documentId: ann } = await userNamed('ann');
  const missing = await explain({ user, action: `${ARTICLE}.publish` });
  expect(missing.body.data).toMatchObject({
    user: { username: 'ann' },
    role: { name: 'Role ann', type: 'ann' },
    reason: 'missing',
    rule: null,
    roles: [{ name: 'Administrator', ruled: false }],
  });
  const [mine, other] = await Promise.all(
    ['Mine', 'Other'].map((title) =>
      app.documents(ARTICLE).create({ data: { title }, status: 'draft' } as never),
    ),
  );
  const update = { user, action: `${ARTICLE}.update` };
  const roles = [
    expect.objectContaining({ type: 'administrator' }),
    expect.objectContaining({ ruled: true }),
  ];
  expect((await explain({ ...update, documentId: mine?.documentId ?? '' })).body.data).toMatchObject({
    reason: 'allowed',
    rule,
    roles,
  });
  expect((await explain({ ...update, documentId: other?.documentId ?? '' })).body.data).toMatchObject({
    reason: 'row',
    rule,
  });
  await app.documents(USER).update({ documentId: ann, data: { blocked: true } });
  expect((await explain(update)).body.data).toMatchObject({ reason: 'blocked' });
  const grace = await userNamed('ada');
  expect((await explain({ user: grace.id, action: `${ARTICLE}.delete` })).body.data).toMatchObject({
    reason: 'allowed',
  });
});

it('explains the own verdicts to everyone, without rules and other roles', async () => {
  const rule = { where: { title: { $startsWith: 'Open' } } };
  const own = await person('own', [
    { action: `${ARTICLE}.find`, rule: null },
    { action: `${ARTICLE}.readDraft`, rule: null },
    { action: `${ARTICLE}.update`, rule },
  ]);
  const create = (title: string) =>
    app.documents(ARTICLE).create({ data: { title }, status: 'draft' } as never);
  const { documentId } = await create('Closed');
  const missing = await explain({ action: `${ARTICLE}.publish` }, own.cookie);
  expect(missing).toMatchObject({ status: 200, body: { data: { reason: 'missing', roles: [] } } });
  expect(missing.body.data).toMatchObject({ user: { username: 'own' }, role: { name: 'Role own' } });
  const asked = { user: own.id, action: `${ARTICLE}.update`, documentId };
  expect((await explain(asked, own.cookie)).body.data).toMatchObject({
    reason: 'row',
    rule: null,
    roles: [],
  });
  const other = await userNamed('ada');
  const refused = await explain({ user: other.id, action: `${ARTICLE}.update` }, own.cookie);
  expect(refused).toMatchObject({
    status: 403,
    body: { error: { message: expect.stringMatching(/only ask about you/) } },
  });
  expect((await explain({ action: `${ARTICLE}.update` }, '')).status).toBe(401);
});

/** A user with a role of these permissions. Returns the id of the user. */
const person = async (name: string, permissions: readonly { action: string; rule: object | null }[]) => {
  const grants = app.kernel.container.resolve(GRANTS);
  const cookie = await userWith(app, name, [OPEN]);
  await grants.grant((await grants.roleOfType(name))?.documentId ?? '', permissions);
  return { ...(await userNamed(name)), cookie };
};
const ROLE = 'plugin::users-permissions.role';

it('looks at the draft and at the published version', async () => {
  const rule = { where: { title: { $startsWith: 'Open' } } };
  const verbs = ['findOne', 'update', 'delete'].map((verb) => ({ action: `${ARTICLE}.${verb}`, rule }));
  const { id: user, cookie } = await person('drafter', verbs);
  const create = async (published: string | null, draft: string) => {
    const documents = app.documents(ARTICLE);
    const status = published === null ? 'draft' : 'published';
    const made = await documents.create({ data: { title: published ?? draft }, status } as never);
    const { documentId } = made;
    await documents.update({ documentId, data: { title: draft }, status: 'draft' } as never);
    return documentId;
  };
  const reasons = async (documentId: string) =>
    Promise.all(
      ['findOne', 'update', 'delete'].map(async (verb) => {
        const { body } = await explain({ user, action: `${ARTICLE}.${verb}`, documentId });
        return (body.data as { reason: string }).reason;
      }),
    );
  const onlyDraft = await create(null, 'Open draft');
  const changed = await create('Open', 'Closed');
  const opened = await create('Closed', 'Open');
  expect(await reasons(onlyDraft)).toEqual(['draft', 'allowed', 'allowed']);
  expect(await reasons(changed)).toEqual(['allowed', 'row', 'row']);
  expect(await reasons(opened)).toEqual(['row', 'allowed', 'row']);
  // As the requests of the user.
  const at = (documentId: string) => `/admin/api/documents/api.article.article/${documentId}`;
  const read = async (documentId: string) => (await ask(app, at(documentId), { cookie })).status;
  expect(await Promise.all([onlyDraft, changed, opened].map(read))).toEqual([404, 200, 404]);
  const change = async (documentId: string) => {
    const request = { method: 'PUT', body: { data: { body: 'x' } }, cookie } as const;
    return (await ask(app, `${at(documentId)}?status=draft`, request)).status;
  };
  expect(await Promise.all([onlyDraft, changed, opened].map(change))).toEqual([200, 404, 200]);
  const remove = async (documentId: string) =>
    (await ask(app, at(documentId), { method: 'DELETE', cookie })).status;
  expect(await Promise.all([changed, opened, onlyDraft].map(remove))).not.toContain(500);
  const grants = app.kernel.container.resolve(GRANTS);
  const role = (await grants.roleOfType('drafter'))?.documentId ?? '';
  await grants.grant(role, [{ action: `${ARTICLE}.readDraft`, rule: null }]);
  expect((await reasons(opened))[0]).toBe('allowed');
});

it('knows no user and no role that a rule hides from the caller', async () => {
  const { id: shown } = await person('shown', [{ action: `${ARTICLE}.find`, rule: null }]);
  const { id: hidden } = await person('veiled', [{ action: `${ARTICLE}.find`, rule: null }]);
  const statuses = async (cookie: string) =>
    Promise.all(
      [shown, hidden].map(
        async (user) => (await explain({ user, action: `${ARTICLE}.find` }, cookie)).status,
      ),
    );
  const sees = (action: string, rule: object | null) => ({ action, rule });
  const byUser = await person('byuser', [
    sees(`${USER}.findOne`, { where: { username: { $ne: 'veiled' } } }),
    sees(`${ROLE}.findOne`, null),
  ]);
  expect(await statuses(byUser.cookie)).toEqual([200, 404]);
  const byRole = await person('byrole', [
    sees(`${USER}.findOne`, null),
    sees(`${ROLE}.findOne`, { where: { type: { $ne: 'veiled' } } }),
  ]);
  expect(await statuses(byRole.cookie)).toEqual([200, 404]);
  const { body } = await explain({ user: shown, action: `${ARTICLE}.find` }, byRole.cookie);
  const types = (body.data as { roles: { type: string }[] }).roles.map(({ type }) => type);
  expect(types).toContain('shown');
  expect(types).not.toContain('veiled');
  const byField = await person('byfield', [
    sees(`${USER}.findOne`, { fields: ['username'] }),
    sees(`${ROLE}.findOne`, null),
  ]);
  expect(await statuses(byField.cookie)).toEqual([403, 403]);
});

it('answers only callers who may see roles and users, and names mistakes', async () => {
  const { id: user } = await userNamed('ada');
  const action = `${ARTICLE}.find`;
  const curious = await userWith(app, 'curious', [OPEN, 'plugin::users-permissions.role.findOne']);
  expect((await explain({ user, action }, curious)).status).toBe(403);
  const reader = await userWith(app, 'reader', [
    OPEN,
    'plugin::users-permissions.role.findOne',
    `${USER}.findOne`,
  ]);
  expect((await explain({ user, action }, reader)).status).toBe(200);
  // The caller may not read articles, so a document of them is not looked at.
  expect((await explain({ user, action, documentId: 'x' }, reader)).status).toBe(403);
  expect((await explain({ user, action, documentId: 'x' })).status).toBe(404);
  expect((await explain({ user, action: 'api::nothing.nothing.find' })).status).toBe(404);
  expect((await explain({ user: '999999', action })).status).toBe(404);
  // A token counts where the header of a page is missing.
  const headers = { authorization: 'Bearer nothing' };
  expect((await ask(app, `/admin/api/explain?user=${user}&action=${action}`, { headers })).status).toBe(401);
  expect((await explain({ user: 'ada', action })).status).toBe(400);
});
