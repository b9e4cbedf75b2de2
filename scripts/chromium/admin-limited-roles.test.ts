// Roles that may not read drafts, or may write some values only: the forms of the admin send what the role may write, and no request again
// and again.
import type { Page } from 'playwright-core';
import { userWith } from '../../plugins/admin/tests/admin-app';
import { GRANTS } from '../../plugins/users-permissions';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';

const STORY = 'api::story.story';
const localized = { pluginOptions: { i18n: { localized: true } } };
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      options: { draftAndPublish: true },
      ...localized,
      attributes: { title: { type: 'string', ...localized }, number: { type: 'integer' } },
    },
  ],
} as const;
const PLUGINS = { i18n: { config: { locales: ['en', 'de'], defaultLocale: 'en' } } };
const DOCUMENTS = '**/admin/api/documents/**';
const verbs = (...names: readonly string[]): string[] => names.map((name) => `${STORY}.${name}`);

/** Waits for the part. A form that asks without a pause fails at once. */
async function calmly(page: Page, selector: string): Promise<void> {
  let count = 0;
  const hasMany = new Promise<never>((_done, fail) => {
    page.on('request', (request) => {
      if (request.url().includes('/admin/api/documents/') && ++count > 30)
        fail(new Error(`more than 30 requests before ${selector}`));
    });
  });
  await Promise.race([page.locator(selector).waitFor(), hasMany]);
}

describeInChromium('roles with limits', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, PLUGINS);
  });
  afterAll(() => admin?.close());

  const person = async (name: string, actions: Parameters<typeof userWith>[2]) => {
    const locales = 'plugin::i18n.locales.listLocales';
    const cookie = await userWith(admin.app, name, ['plugin::admin.app.open', locales, ...actions]);
    const page = await admin.newPage({ storageState: stateOf(cookie) });
    const grants = admin.app.kernel.container.resolve(GRANTS);
    return { page, grants, role: (await grants.roleOfType(name))?.documentId ?? '' };
  };
  const address = (rest: string): string => `${admin.base}/admin/types/${STORY}/${rest}`;

  test('a new document whose answer is lost names the missing permission', async () => {
    const { page } = await person('ann', verbs('find', 'findOne', 'create', 'update'));
    await page.goto(address('new'));
    let isLost = false;
    await page.route(DOCUMENTS, async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.fallback();
      isLost = true;
      await route.fetch();
      await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway Timeout</h1>' });
    });
    await page.getByLabel('Title').fill('A pond');
    await calmly(page, '.save.refused');
    const why = page.locator('main .notice.error').getByRole('link', { name: 'Why not?' });
    await expect(why.getAttribute('href')).resolves.toContain(encodeURIComponent(`${STORY}.readDraft`));
    await expect(
      admin.app.documents(STORY).findMany({ status: 'draft', filters: { title: 'A pond' } } as never),
    ).resolves.toHaveLength(1);
    await page.context().close();
  });

  test('a new document is saved with its later changes', async () => {
    const { page } = await person('ben', verbs('find', 'findOne', 'create', 'update'));
    await page.goto(address('new'));
    await page.getByLabel('Title').fill('A lake');
    await calmly(page, '.save.saved');
    const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByLabel('Title').fill('A lake in May');
    expect((await answer).status()).toBe(200);
    await calmly(page, '.save.saved');
    await page.context().close();
  });

  test('a form that only shows the published version takes no kept text', async () => {
    const { documentId } = await admin.app
      .documents(STORY)
      .create({ data: { title: 'A river' }, locale: 'en', status: 'published' } as never);
    const { page, grants, role } = await person('cleo', verbs('find', 'findOne', 'readDraft', 'update'));
    await page.goto(address(documentId));
    await page.getByLabel('Title').waitFor();
    await page.route(DOCUMENTS, (route) => route.abort());
    await page.getByLabel('Title').fill('A river in flood');
    await page.locator('.save.offline').waitFor();
    await page.unroute(DOCUMENTS);
    await grants.revoke(role, verbs('readDraft'));
    await page.reload();
    await page.getByRole('button', { name: 'Discard it' }).waitFor();
    await expect(page.getByRole('button', { name: 'Use it' }).count()).resolves.toBe(0);
    await expect(page.getByLabel('Title').isDisabled()).resolves.toBe(true);
    await page.context().close();
  });

  test('a form that is never up to date waits between its attempts', async () => {
    const { documentId } = await admin.app
      .documents(STORY)
      .create({ data: { title: 'A bog' }, locale: 'en', status: 'draft' } as never);
    const { page } = await person('dan', verbs('find', 'findOne', 'readDraft', 'update'));
    await page.goto(address(documentId));
    await page.getByLabel('Title').waitFor();
    let isStale = true;
    await page.route(DOCUMENTS, (route) =>
      isStale && route.request().method() === 'PUT'
        ? route.fulfill({ status: 412, json: { error: { status: 412, message: 'Stale' } } })
        : route.fallback(),
    );
    await page.getByLabel('Title').fill('A bog in fog');
    await calmly(page, '.save.offline');
    isStale = false;
    await calmly(page, '.save.saved');
    await expect(
      admin.app.documents(STORY).findOne({ documentId, locale: 'en', status: 'draft' } as never),
    ).resolves.toMatchObject({ title: 'A bog in fog' });
    await page.context().close();
  });

  test('a value that only a create may write is complete before the document is stored', async () => {
    const { page } = await person('eve', [
      ...verbs('find', 'findOne', 'readDraft', 'create'),
      { action: `${STORY}.update`, rule: { fields: ['title'] } },
    ]);
    await page.goto(address('new'));
    await page.getByLabel('Number').fill('7');
    // Leaving a field saves other forms at once.
    await page.getByLabel('Title').fill('A marsh');
    await page.getByLabel('Number').fill('71');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.save.saved').waitFor();
    await expect(page.getByLabel('Number').isDisabled()).resolves.toBe(true);
    await page.getByLabel('Title').fill('A marsh in May');
    await calmly(page, '.save.changed');
    await calmly(page, '.save.saved');
    await expect(
      admin.app.documents(STORY).findMany({ status: 'draft', filters: { number: 71 } } as never),
    ).resolves.toMatchObject([{ title: 'A marsh in May' }]);
    await page.context().close();
  });

  test('writes no error to the console', () => {
    expect(admin.problems).toEqual([]);
  });
});
