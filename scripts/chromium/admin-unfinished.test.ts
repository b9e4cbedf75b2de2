// Half a date and half a JSON text in the admin, in a real Chromium: the form says that it has not saved them, and loses none.
import type { Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const EVENT = 'api::event.event';
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'event', pluralName: 'events' },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: 'string' },
        day: { type: 'date' },
        extra: { type: 'json' },
        parts: { type: 'component', repeatable: true, component: 'shared.part' },
      },
    },
  ],
  components: {
    'shared.part': { info: { displayName: 'Part' }, attributes: { start: { type: 'date' } } },
  },
} as object;

describeInChromium('fields of the admin that are not finished', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
  });
  afterAll(() => admin?.close());

  async function openNew(title: string): Promise<{ readonly page: Page; readonly documentId: string }> {
    const { documentId } = await admin.app
      .documents(EVENT)
      .create({ data: { title, day: '2026-05-06', extra: { a: 1 } }, status: 'draft' } as never);
    const page = await admin.newPage({ locale: 'en-US' });
    await page.goto(`${admin.base}/admin/types/${EVENT}/${documentId}`);
    await page.getByLabel('Day').waitFor();
    return { page, documentId };
  }
  const published = async (documentId: string) =>
    admin.app.documents(EVENT).findOne({ documentId, status: 'published' } as never);
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  test('half a date is not published, and the form leads to it', async () => {
    const { page, documentId } = await openNew('A fair');
    await page.getByLabel('Day').focus();
    await page.keyboard.press('Delete');
    await page.locator('.save.refused', { hasText: 'A field is not finished' }).waitFor();
    for (const name of ['Publish', 'Save']) {
      await button(page, name).click();
      await until(async () => (await page.evaluate('document.activeElement?.id')) === 'field-day');
    }
    expect(await published(documentId)).toBeNull();
    await page.getByLabel('Day').fill('2026-07-08');
    await button(page, 'Publish').click();
    await page.getByText('Published', { exact: true }).first().waitFor();
    expect(await published(documentId)).toMatchObject({ day: '2026-07-08' });
    expect(admin.problems).toEqual([]);
  });

  test('half a JSON text is there again after another screen', async () => {
    const { page, documentId } = await openNew('A market');
    const extra = page.getByLabel('Extra');
    await extra.fill('{ "a": 1, "b": [');
    await page.locator('.save.refused').waitFor();
    await page.locator('.edit').getByRole('link', { name: 'Event' }).first().click();
    await page.getByRole('table').waitFor();
    await page.goBack();
    await page.getByLabel('Day').waitFor();
    expect(await extra.inputValue()).toBe('{ "a": 1, "b": [');
    await page.locator('.save.refused').waitFor();
    await extra.fill('{ "a": 1, "b": [2] }');
    await page.locator('.save.saved').waitFor();
    const stored = await admin.app.documents(EVENT).findOne({ documentId, status: 'draft' } as never);
    expect(stored).toMatchObject({ extra: { a: 1, b: [2] } });
    expect(admin.problems).toEqual([]);
  });

  test('a text of a new document does not come back in the next one', async () => {
    const page = await admin.newPage();
    const opened = async (): Promise<void> => {
      await page.goto(`${admin.base}/admin/types/${EVENT}`);
      await page.getByRole('button', { name: 'New', exact: true }).first().click();
      await page.getByLabel('Extra').waitFor();
    };
    await opened();
    await page.getByLabel('Extra').fill('{');
    await page.getByLabel('Title').fill('Made meanwhile');
    await until(async () => !page.url().endsWith('/new'));
    await page.getByLabel('Extra').fill('{}');
    await page.locator('.save.saved').waitFor();
    await page.locator('.edit').getByRole('link', { name: 'Event' }).first().click();
    await page.getByRole('button', { name: 'New', exact: true }).first().click();
    await page.getByLabel('Extra').waitFor();
    await until(async () => page.url().endsWith('/new'));
    expect(await page.getByLabel('Extra').inputValue()).toBe('');
    await expect(page.locator('.save.refused').count()).resolves.toBe(0);
    await page.context().close();
  });

  test('an entry with half a date stays open', async () => {
    const { page, documentId } = await openNew('A parade');
    await page.getByRole('button', { name: 'Add Part' }).click();
    const start = page.getByLabel('Start');
    await start.focus();
    for (const key of '05') await page.keyboard.type(key);
    await page.locator('.save.refused').waitFor();
    await page.locator('.entry-head button').first().click();
    await button(page, 'Publish').click();
    await until(async () => (await page.evaluate('document.activeElement?.id')) === 'field-parts-0-start');
    expect(await published(documentId)).toBeNull();
    await start.fill('2026-05-06');
    await page.locator('.save.saved').waitFor();
    await page.locator('.entry-head button').first().click();
    await start.waitFor({ state: 'detached' });
    expect(admin.problems).toEqual([]);
  });

  test('the browser asks before it closes a page with half a value', async () => {
    const { page } = await openNew('A race');
    await page.getByLabel('Extra').press('{');
    // The page listens soon after it has drawn the state.
    const isKept = "dispatchEvent(new Event('beforeunload', { cancelable: true })) === false";
    await until(async () => (await page.evaluate(isKept)) === true);
    const asked = page.waitForEvent('dialog');
    const closed = page.close({ runBeforeUnload: true });
    await (await asked).accept();
    await closed;
  });
});
