// What the admin refuses in a real Chromium: each refusal links to the explanation of the verdict.
import type { Page } from 'playwright-core';
import { CONTENT, userWith } from '../../plugins/admin/tests/admin-app';
import { GRANTS } from '../../plugins/users-permissions';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';

const ARTICLE = 'api::article.article';
const TAG = 'api::tag.tag';
const verbs = (...names: readonly string[]): string[] => names.map((name) => `${ARTICLE}.${name}`);

describeInChromium('refusals of the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
  });
  afterAll(() => admin?.close());

  const article = (title: string) =>
    admin.app.documents(ARTICLE).create({ data: { title }, status: 'draft' } as never);
  /** A page of a user with a role of these actions, and changes of the role. */
  const personWith = async (name: string, actions: readonly string[]) => {
    const cookie = await userWith(admin.app, name, ['plugin::admin.app.open', ...actions]);
    const page = await admin.newPage({ storageState: stateOf(cookie) });
    const grants = admin.app.kernel.container.resolve(GRANTS);
    const role = (await grants.roleOfType(name))?.documentId ?? '';
    return { page, grants, role };
  };
  const explained = async (page: Page, permission: string, sentence: string): Promise<void> => {
    await page.locator('main').getByRole('link', { name: 'Why not?' }).first().click();
    await page.getByRole('heading', { name: 'Why not?' }).waitFor();
    await page.getByText(sentence).waitFor();
    await expect(page.locator('.facts code').first().textContent()).resolves.toBe(permission);
  };

  test('a button that the server refuses', async () => {
    const { documentId } = await article('A pond');
    const { page, grants, role } = await personWith(
      'ann',
      verbs('find', 'findOne', 'readDraft', 'update', 'publish'),
    );
    await page.goto(`${admin.base}/admin/types/${ARTICLE}/${documentId}`);
    await page.getByRole('button', { name: 'Publish' }).waitFor();
    await grants.revoke(role, verbs('publish'));
    await page.getByRole('button', { name: 'Publish' }).click();
    await explained(page, `${ARTICLE}.publish`, 'The role Role ann of ann does not have the permission.');
    await page.getByText('An administrator can change this.').waitFor();
    await page.context().close();
  });

  test('a save that a rule of the role refuses', async () => {
    const { documentId } = await article('Closed');
    const { page, grants, role } = await personWith('rose', verbs('find', 'findOne', 'readDraft'));
    await grants.grant(role, [{ action: `${ARTICLE}.update`, rule: { where: { title: { $eq: 'Open' } } } }]);
    await page.goto(`${admin.base}/admin/types/${ARTICLE}/${documentId}`);
    await page.locator('#field-body').fill('words');
    await page.getByRole('button', { name: 'Save' }).click();
    await explained(page, `${ARTICLE}.update`, 'its rule leaves this document out');
    await page.context().close();
  });

  test('documents that the server refuses in an action on several', async () => {
    const { documentId } = await article('Many');
    const { page, grants, role } = await personWith(
      'mary',
      verbs('find', 'findOne', 'readDraft', 'publish', 'bulk'),
    );
    await page.goto(`${admin.base}/admin/types/${ARTICLE}?q=Many`);
    await page.getByRole('checkbox').last().check();
    await grants.revoke(role, verbs('publish'));
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await explained(page, `${ARTICLE}.publish`, 'does not have the permission');
    expect(page.url()).toContain(documentId);
    await page.context().close();
  });

  test('screens and types without rights, by their addresses', async () => {
    const { page } = await personWith('tom', verbs('find'));
    await page.goto(`${admin.base}/admin/types/${TAG}`);
    await explained(page, `${TAG}.find`, 'does not have the permission');
    await page.goto(`${admin.base}/admin/users`);
    await page.getByText('Your role may not open this screen.').waitFor();
    await explained(page, 'plugin::users-permissions.user.find', 'does not have the permission');
    // The choice of other people is for those who may see them.
    await expect(page.getByLabel('User', { exact: true }).count()).resolves.toBe(0);
    await page.goto(`${admin.base}/admin/types/${ARTICLE}/unknown`);
    await explained(page, `${ARTICLE}.findOne`, 'does not have the permission');
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
