// What a form says about the values of its fields, in a real Chromium: limits, required fields, text that counts for nothing.
import type { Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const STORY = 'api::story.story';
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: 'string', required: true },
        teaser: { type: 'text', maxLength: 20, pluginOptions: { admin: { label: 'Short text' } } },
        body: { type: 'richtext', maxLength: 100 },
        notes: { type: 'json' },
        more: { type: 'json' },
        again: { type: 'json' },
        sections: { type: 'dynamiczone', components: ['shared.quote'] },
        others: { type: 'relation', relation: 'manyToMany', target: STORY },
      },
    },
  ],
  components: {
    'shared.quote': {
      info: { displayName: 'Quote' },
      attributes: { text: { type: 'text', required: true } },
    },
  },
} as object;

describeInChromium('messages of fields in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
  });
  afterAll(() => admin?.close());

  const open = async (data?: object): Promise<Page> => {
    const page = await admin.newPage({ viewport: { width: 1280, height: 600 } });
    const stories = admin.app.documents(STORY);
    const id = data ? (await stories.create({ data, status: 'draft' } as never)).documentId : 'new';
    await page.goto(`${admin.base}/admin/types/${STORY}/${id}`);
    await page.getByLabel('Title').waitFor();
    return page;
  };

  test('counts signs near the limit, and says once that a text is too long', async () => {
    const page = await open({ title: 'Long' });
    const teaser = page.locator('.field[data-name=teaser]');
    await teaser.getByRole('textbox').fill('x'.repeat(17));
    await expect(teaser.locator('.count').count()).resolves.toBe(0);
    await teaser.getByRole('textbox').fill('x'.repeat(18));
    await teaser.getByText('18 / 20', { exact: true }).waitFor();
    await page.locator('.field[data-name=body]').getByRole('textbox').fill('y'.repeat(90));
    await page.getByText('90 / 100', { exact: true }).waitFor();
    await teaser.getByRole('textbox').fill('x'.repeat(23));
    await page.getByLabel('Title').focus();
    const notice = page.locator('main .notice.error');
    await notice.waitFor();
    await expect(notice.innerText()).resolves.toMatch(
      /^1 field needs another value:\s+Short text: This text is too long\.$/,
    );
    await expect(teaser.locator('.issue').innerText()).resolves.toBe('At most 20 characters; now 23.');
    await expect(page.getByText('teaser').count()).resolves.toBe(0);
    await teaser.getByRole('textbox').fill('short');
    await notice.waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('names an empty required field in plain words, and brings it into view', async () => {
    const page = await open({ title: 'A', sections: [{ __component: 'shared.quote', text: null }] });
    await page.getByRole('button', { name: 'Publish' }).click();
    const notice = page.locator('main .notice.error');
    await notice.waitFor();
    await expect(notice.innerText()).resolves.toMatch(
      /^1 field needs another value:\s+Sections › entry 1 › Text: This field is required\.$/,
    );
    const text = page.locator('#field-sections-0-text');
    await until(async () => text.evaluate((box) => box === box.ownerDocument.activeElement));
    const box = await text.boundingBox();
    expect(box?.y).toBeGreaterThan(100);
    expect(box?.y).toBeLessThan(500);
    await expect(page.locator('.field .issue').allInnerTexts()).resolves.toEqual(['This field is required.']);
    await page.context().close();
  });

  test('a new document is new, and not saved', async () => {
    const page = await open();
    const state = page.locator('.save');
    await expect(state.innerText()).resolves.toBe('New');
    await page.getByLabel('Title').fill('First words');
    await page.getByLabel('Notes').focus();
    await page.getByText(/^Saved \d/).waitFor();
    await page.context().close();
  });

  test('text that chooses no document does not stay in a field of links', async () => {
    const page = await open({ title: 'Alone' });
    const links = page.getByRole('combobox');
    await links.fill('newtag');
    await page.getByText('Nothing found').waitFor();
    await page.getByLabel('Title').focus();
    await expect(links.inputValue()).resolves.toBe('');
    await page.context().close();
  });

  test('writes no error to the console', () => {
    expect(admin.problems).toEqual([]);
  });
});
