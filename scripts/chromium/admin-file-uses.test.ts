// The documents that the dialog of a file names in a real Chromium: also those whose texts show it, by their titles in the usual locale.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { STORED_FILES } from '../../plugins/upload';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';
import { PIXEL } from './pixel';

const ESSAY = 'api::essay.essay';
const STORY = 'api::story.story';
const localized = { pluginOptions: { i18n: { localized: true } } };
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'essay', pluralName: 'essays' },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: 'string' },
        body: { type: 'blocks' },
        notes: { type: 'richtext' },
        parts: { type: 'component', component: 'shared.part', repeatable: true },
      },
    },
    {
      kind: 'singleType',
      info: { singularName: 'imprint', pluralName: 'imprints' },
      attributes: { title: { type: 'string' }, notes: { type: 'richtext' } },
    },
    {
      info: { singularName: 'story', pluralName: 'stories' },
      ...localized,
      attributes: { title: { type: 'string', ...localized }, cover: { type: 'media', ...localized } },
    },
  ],
  components: {
    'shared.part': { info: { displayName: 'Part' }, attributes: { notes: { type: 'richtext' } } },
  },
} as object;

describeInChromium('the uses of a file in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    const config = { locales: ['en', 'de', 'ar'], defaultLocale: 'en' };
    admin = await openAdmin(launch, CONTENT, { upload: true, i18n: { config } });
  });
  afterAll(() => admin?.close());

  const addFile = async (name: string) => {
    const path = join(admin.app.dir, name);
    await writeFile(path, PIXEL);
    return admin.app.kernel.container.resolve(STORED_FILES).add(path);
  };
  const openFile = async (page: Page, name: string): Promise<Locator> => {
    await page.goto(`${admin.base}/admin/media`);
    await page.locator('main button.tile', { hasText: name }).click();
    return page.getByRole('dialog');
  };
  const newPage = async (): Promise<Page> => {
    const page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(20_000);
    return page;
  };

  test('a file that only texts show names their documents, before a deletion, too', async () => {
    const file = await addFile('in-texts.png');
    const { url } = file as unknown as { readonly url: string };
    const essays = admin.app.documents(ESSAY);
    const text = { type: 'text', text: '' };
    const body = [{ type: 'image', image: { ...file, alternativeText: '' }, children: [text] }];
    await essays.create({ data: { title: 'An image in a draft', body }, status: 'draft' } as never);
    const notes = `Before ![a pond](${url}) after`;
    const live = await essays.create({ data: { title: 'Markdown', notes } } as never);
    await essays.publish({ documentId: live.documentId } as never);
    // The published version still shows it.
    await essays.update({ documentId: live.documentId, data: { notes: '' }, status: 'draft' } as never);
    await essays.create({ data: { title: 'In a part', parts: [{ notes }] }, status: 'draft' } as never);
    await essays.create({ data: { title: 'Other texts', notes: 'A pond' } } as never);
    const page = await newPage();
    // The single type has no document yet.
    const dialog = await openFile(page, 'in-texts.png');
    await dialog.getByRole('link', { name: 'Markdown', exact: true }).waitFor();
    await admin.app.documents('api::imprint.imprint').create({ data: { title: 'Imprint', notes } } as never);
    await openFile(page, 'in-texts.png');
    await dialog.getByRole('link', { name: 'Imprint', exact: true }).waitFor();
    const names = await dialog.locator('.uses a').allInnerTexts();
    expect(names.toSorted()).toEqual(['An image in a draft', 'Imprint', 'In a part', 'Markdown']);
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByRole('alert').getByText('4 documents use this file.', { exact: true }).waitFor();
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });

  test('documents have their titles of the usual locale, and all of them can be opened', async () => {
    const { id } = await addFile('in-locales.png');
    const stories = admin.app.documents(STORY);
    for (let index = 0; index < 12; index++) {
      const { documentId } = await stories.create({
        data: { title: `Lisbon ${index}`, cover: index === 0 ? null : id },
        locale: 'en',
      } as never);
      for (const locale of ['de', 'ar'])
        await stories.update({
          documentId,
          locale,
          data: { title: `${locale} ${index}`, cover: id },
        } as never);
    }
    const page = await newPage();
    const dialog = await openFile(page, 'in-locales.png');
    await dialog.getByRole('button', { name: '2 more documents', exact: true }).click();
    const links = dialog.locator('.uses a');
    await links.nth(11).waitFor();
    const only = dialog.getByRole('listitem').filter({ hasText: /^Lisbon 0\b/ });
    await only.getByText('German (de)').waitFor();
    expect(await only.getByRole('link').getAttribute('href')).toMatch(/\?locale=de$/);
    const names = (await links.allInnerTexts()).map((name) => name.replace(/\d+/, ''));
    expect(new Set(names)).toEqual(new Set(['Lisbon ']));
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });

  test('a file of a form is opened there, and its description is changed', async () => {
    const { id } = await addFile('in-a-form.png');
    const { documentId } = await admin.app
      .documents(STORY)
      .create({ data: { title: 'With a cover', cover: id }, locale: 'en' } as never);
    const page = await newPage();
    await page.goto(`${admin.base}/admin/types/${STORY}/${documentId}`);
    await page.getByRole('button', { name: 'in-a-form.png', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'in-a-form.png' });
    await dialog.getByRole('link', { name: 'With a cover' }).waitFor();
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await dialog.getByLabel('Description for people who do not see it').fill('A pond');
    await dialog.getByLabel('Name', { exact: true }).fill('pond.png');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    // The form shows it, and has nothing to save.
    await page.getByRole('button', { name: 'pond.png', exact: true }).waitFor();
    await page.locator('.media').getByAltText('A pond').waitFor();
    await expect(page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).resolves.toBe(true);
    const files = admin.app.documents('plugin::upload.file');
    await expect(files.findFirst({ filters: { id } } as never)).resolves.toMatchObject({
      name: 'pond.png',
      alternativeText: 'A pond',
    });
    // A file that another person has removed.
    await admin.app.kernel.container.resolve(STORED_FILES).remove(id as never);
    await page.getByRole('button', { name: 'pond.png', exact: true }).click();
    await page.getByText('The file is gone, or you may not see it.').waitFor();
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
