// An editor in a real Chromium who changes many documents of a list at once.
import type { Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const NOTE = 'api::note.note';
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'note', pluralName: 'notes' },
      options: { draftAndPublish: true },
      attributes: {
        name: { type: 'string' },
        kind: { type: 'string', required: true, pluginOptions: { admin: { label: 'Sort of note' } } },
        seo: { type: 'component', component: 'shared.seo' },
      },
    },
  ],
  components: {
    'shared.seo': {
      info: { displayName: 'Search' },
      attributes: { metaTitle: { type: 'string', required: true } },
    },
  },
} as object;
const COUNT = 230;
const LONG = 60_000;

describeInChromium('bulk actions of the admin', (launch) => {
  let admin: AdminInChromium;
  let page: Page;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
    const notes = admin.app.documents(NOTE);
    const items = Array.from({ length: COUNT }, (_, n) => ({
      operation: 'create',
      data: { name: `Note ${n}`, ...(n === 7 ? {} : { kind: n < 210 ? 'new' : 'other' }) },
    }));
    for (let start = 0; start < COUNT; start += 100)
      await notes.writeMany({ items: items.slice(start, start + 100), status: 'draft' } as never);
    page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(LONG);
  });
  afterAll(() => admin?.close());

  const chooseAll = async (count: number): Promise<void> => {
    await page.getByLabel('Choose all on this page').check();
    await page.getByRole('button', { name: `Choose all ${count} documents of this list` }).click();
    await page.getByText(`${count} documents chosen`, { exact: true }).first().waitFor();
  };
  const act = async (name: string): Promise<void> => {
    await page.locator('.bulk').getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  };

  test('all documents of a filtered list are chosen and changed, and each refused one is named', async () => {
    await page.goto(`${admin.base}/admin/types/${NOTE}?filters=kind~$ne~other`);
    await chooseAll(209);
    await expect(page.getByRole('button', { name: 'Choose all' }).count()).resolves.toBe(0);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Publish');
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await act('Publish');
    await page.getByRole('note').getByText('Done: 209 documents', { exact: true }).waitFor();
    await until(async () => (await page.evaluate('document.activeElement.tagName')) === 'H1');
    await page.goto(`${admin.base}/admin/types/${NOTE}?filters=@state~$eq~draft`);
    await page.getByRole('heading', { name: 'Note 21' }).waitFor();
  });

  test('an action on many documents stops after the part that runs', async () => {
    await page.goto(`${admin.base}/admin/types/${NOTE}`);
    await chooseAll(COUNT);
    let go = (): void => undefined;
    const held = new Promise<void>((done) => {
      go = done;
    });
    const sent: unknown[] = [];
    await page.route('**/actions/bulk*', async (route) => {
      sent.push(route.request().postDataJSON());
      await held;
      await route.continue();
    });
    await act('Unpublish');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    go();
    await page.getByText('130 documents chosen', { exact: true }).waitFor();
    await until(async () => (await page.evaluate('document.activeElement.textContent')) === 'Publish');
    expect(sent).toHaveLength(1);
    const done = page.getByRole('note').getByText('Done: 100 documents', { exact: true });
    await done.waitFor();
    await page
      .getByRole('checkbox', { name: /^Choose Note/ })
      .first()
      .click();
    await done.waitFor({ state: 'detached' });
    await page.unroute('**/actions/bulk*');
  });

  test('a field is changed only after a person chose it and entered a value, or chose to empty it', async () => {
    const notes = admin.app.documents(NOTE);
    const ids: string[] = [];
    for (const name of ['Kept one', 'Kept two'])
      ids.push((await notes.create({ data: { name, kind: 'old' }, status: 'draft' } as never)).documentId);
    await page.goto(`${admin.base}/admin/types/${NOTE}?q=Kept`);
    await page.getByLabel('Choose all on this page').check();
    await page.getByText('2 documents chosen', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Change a field …' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('Field', { exact: true });
    const change = dialog.getByRole('button', { name: 'Change', exact: true });
    const empty = dialog.getByRole('checkbox', { name: 'Empty this field' });
    await field.waitFor();
    await expect(field.inputValue()).resolves.toBe('');
    await expect(change.isDisabled()).resolves.toBe(true);
    await field.selectOption('Sort of note');
    await dialog.locator('#field-kind').waitFor();
    await expect(change.isDisabled()).resolves.toBe(true);
    await expect(empty.count()).resolves.toBe(0);
    await dialog.locator('#field-kind').fill('typed');
    await until(() => change.isEnabled());
    await dialog.locator('#field-kind').fill('');
    await until(() => change.isDisabled());
    await field.selectOption('Name');
    await empty.waitFor();
    await expect(change.isDisabled()).resolves.toBe(true);
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await empty.check();
    await dialog.locator('#field-name').waitFor({ state: 'detached' });
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await change.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('documents chosen').waitFor({ state: 'detached' });
    // The number of documents found is spoken, and the confirmation stays in sight.
    await page.getByText('0 documents found', { exact: true }).waitFor({ state: 'attached' });
    const done = page.getByRole('note').filter({ hasText: 'Done: 2 documents' });
    await done.waitFor();
    expect((await done.boundingBox())?.height).toBeGreaterThan(20);
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await page.getByRole('searchbox').fill('Note 21');
    await done.waitFor({ state: 'detached' });
    for (const documentId of ids)
      await expect(notes.findOne({ documentId, status: 'draft' } as never)).resolves.toMatchObject({
        name: null,
        kind: 'old',
      });
  });

  test('a refused document is a link, and its problems have the labels of the form', async () => {
    await admin.app.documents(NOTE).create({
      data: { name: 'Refused', seo: {} },
      status: 'draft',
    } as never);
    await page.goto(`${admin.base}/admin/types/${NOTE}?q=Refused`);
    await page.getByRole('checkbox', { name: 'Choose Refused', exact: true }).check();
    await act('Publish');
    const refused = page.locator('.bulk [role=alert]');
    await refused.waitFor();
    const problems = await refused.locator('li li').allInnerTexts();
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await refused.getByRole('link', { name: 'Refused', exact: true }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.locator('.field .issue').nth(1).waitFor();
    // The messages are those of the form.
    const messages = await page.locator('.field .issue').allInnerTexts();
    expect(problems).toEqual([`Sort of note: ${messages[0]}`, `Seo › Meta title: ${messages[1]}`]);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
