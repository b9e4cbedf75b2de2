// An auditor in a real Chromium: who did what, with values before and after; filters; and a download.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { ask, CONTENT, userWith } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';

const ARTICLE = 'api::article.article';
const OPEN = 'plugin::admin.app.open';
const READ = 'plugin::audit.entry.read';
const ROWS = 50;

describeInChromium('the audit log in the admin', (launch) => {
  let admin: AdminInChromium;
  let id: string;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { jobs: true, audit: { config: { valueLength: 60 } } });
    const verbs = ['find', 'findOne', 'readDraft', 'create', 'update', 'readPrivate'];
    const ann = await userWith(admin.app, 'ann', [OPEN, ...verbs.map((verb) => `${ARTICLE}.${verb}`)]);
    const at = '/admin/api/documents/api.article.article';
    const data = { title: 'A pond', notes: 'Hush' };
    const created = await ask(admin.app, `${at}?status=draft`, {
      method: 'POST',
      cookie: ann,
      body: { data },
    });
    id = (created.body.data as { readonly documentId: string }).documentId;
    const changed = { title: 'A pond in a month', notes: 'Still', body: 'x'.repeat(100) };
    await ask(admin.app, `${at}/${id}?status=draft`, {
      method: 'PUT',
      cookie: ann,
      body: { data: changed },
    });
  });
  afterAll(() => admin?.close());

  const rows = (page: Page): Locator => page.locator('tbody tr');
  const open = async (words = '', options = {}): Promise<Page> => {
    const page = await admin.newPage(options);
    await page.goto(`${admin.base}/admin/audit${words}`);
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    return page;
  };
  const total = (page: Page, count: number): Promise<void> => page.getByText(`Total: ${count}`).waitFor();

  test('an entry says who changed what, from where, and the values before and after', async () => {
    const page = await open(`?document=${id}`);
    await total(page, 2);
    expect(await rows(page).first().innerText()).toMatch(
      /Update\s+title, body, notes\s+article: A pond in a month\s+ann/,
    );
    expect(await rows(page).last().innerText()).toMatch(/Create/);
    await rows(page).first().getByRole('link').first().click();
    const dialog = page.getByRole('dialog', { name: 'Update' });
    const values = dialog.locator('tbody tr');
    await values.first().waitFor();
    expect((await values.allInnerTexts()).map((text) => text.split(/\s*[\t\n]\s*/))).toEqual([
      ['title', 'A pond', 'A pond in a month'],
      ['body', '–', 'not stored; length: 102'],
      ['notes', 'hidden', 'hidden'],
    ]);
    const facts = await dialog.locator('dl').innerText();
    expect(facts).toContain('127.0.0.1');
    expect(page.url()).toMatch(/entry=\d+/);
    // A save in the admin is one entry. The address opens it again.
    await page.reload();
    await values.first().waitFor();
    await dialog.getByRole('link', { name: 'All of this request' }).click();
    await dialog.waitFor({ state: 'detached' });
    await total(page, 1);
    await page.goBack();
    await dialog.getByRole('link', { name: 'A pond in a month' }).click();
    await page.getByRole('heading', { name: 'A pond in a month' }).waitFor();
    await page.goBack();
    await dialog.getByRole('link', { name: 'ann', exact: true }).click();
    await page.getByRole('button', { name: 'ann', exact: true }).waitFor();
    expect(page.url()).toContain('/admin/users?q=ann');
    await page.context().close();
  });

  test('permissions of a role name the person who changed it', async () => {
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/roles`);
    await page.getByRole('link', { name: 'Role ann' }).click();
    const group = page.getByRole('group', { name: /article/ });
    await group.getByLabel('Delete', { exact: true }).check();
    // The screen reads itself again after the save, and would end another navigation.
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Save' }).click()]);
    await until(async () => {
      await page.goto(`${admin.base}/admin/audit?type=plugin::users-permissions.permission&who=user`);
      await rows(page).or(page.locator('main p.nothing')).first().waitFor();
      return (await rows(page).count()) === 1;
    });
    expect(await rows(page).innerText()).toMatch(
      /Create\s+[\s\S]*Permission: api::article.article.delete[\s\S]*grace/,
    );
    await page.context().close();
  });

  test('filters are in the address; what cannot be used is left out, and named', async () => {
    const page = await open();
    const choose = (label: string, option: string): Promise<unknown> =>
      page.getByLabel(label, { exact: true }).selectOption(option);
    const types = await page.getByLabel('Content type', { exact: true }).locator('option').allInnerTexts();
    expect(types).toEqual(expect.arrayContaining(['File', 'Folder']));
    await page.getByRole('combobox', { name: 'One user' }).fill('ann');
    await page.getByRole('option', { name: 'ann' }).click();
    await choose('Event', 'Update');
    await total(page, 1);
    await expect(page.getByLabel('Who', { exact: true }).locator('option:checked').innerText()).resolves.toBe(
      'ann',
    );
    await choose('Who', 'The application');
    await choose('Event', 'Create');
    await choose('Content type', 'User');
    await total(page, 2);
    await rows(page).getByRole('link', { name: 'ann', exact: true }).waitFor();
    await page.getByLabel('Before', { exact: true }).fill('2001-02-03T04:05');
    await page.getByLabel('Before', { exact: true }).blur();
    await page.getByText('There are no such entries.').waitFor();
    expect(page.url()).toContain('to=2001-02-03T04');
    await page.getByRole('button', { name: 'Show all entries' }).click();
    await rows(page).first().waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.goto(`${admin.base}/admin/audit?from=yesterday&event=login.accepted`);
    await page.getByText('Unknown parts of the filter were left out: from yesterday.').waitFor();
    await rows(page).first().waitFor();
    await page.context().close();
  });

  test('the newest entries come first, in pages', async () => {
    const articles = admin.app.documents(ARTICLE);
    for (let count = 0; count <= ROWS; count += 1)
      await articles.create({ data: { title: `Article ${count}` }, status: 'draft' } as never);
    const page = await open(`?type=${ARTICLE}&who=code`);
    await total(page, ROWS + 1);
    await rows(page)
      .first()
      .getByRole('link', { name: `Article ${ROWS}`, exact: true })
      .waitFor();
    expect(await rows(page).count()).toBe(ROWS);
    await page.getByRole('button', { name: 'Next' }).click();
    await rows(page).getByRole('link', { name: 'Article 0', exact: true }).waitFor();
    expect(await rows(page).count()).toBe(1);
    await page.context().close();
  });

  test('a download has the entries of the filter, and is an entry itself', async () => {
    const page = await open(`?document=${id}`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('audit.jsonl');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
    const events = lines.map(
      (line) => JSON.parse(line) as { readonly event: string; readonly documentId: string },
    );
    expect(events.map((each) => [each.event, each.documentId])).toEqual([
      ['document.create', id],
      ['document.update', id],
    ]);
    await page.getByRole('button', { name: 'Show all entries' }).click();
    await rows(page).first().getByText('Download of the audit log').waitFor();
    await page.goto(`${admin.base}/admin/audit?entry=999999`);
    await page.getByRole('dialog').getByText('There is no such entry.').waitFor();
    await page.context().close();
  });

  test('a caller who may only read has no download, and others have no screen', async () => {
    const reader = await userWith(admin.app, 'bob', [OPEN, READ]);
    const page = await open('', { storageState: stateOf(reader) });
    await rows(page).first().waitFor();
    expect(await page.getByRole('button', { name: 'Download' }).count()).toBe(0);
    await page.context().close();
    const other = await userWith(admin.app, 'eve', [OPEN]);
    const closed = await admin.newPage({ storageState: stateOf(other) });
    await closed.goto(`${admin.base}/admin/audit`);
    await closed.getByText('Your role may not open this screen.').waitFor();
    expect(await closed.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await closed.context().close();
    expect(admin.problems).toEqual([]);
  });
});
