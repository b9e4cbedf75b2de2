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
  expect((await explain({ user: 'ada', action })).status).toBe(400);
});
