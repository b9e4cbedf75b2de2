// Pages with structured text in the admin: opened in an editor, and read as they are stored.
import type { Locator, Page } from 'playwright-core';
import type { AdminInChromium } from './open-admin';

const PAGE = 'api::page.page';
export const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'page', pluralName: 'pages' },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: 'string' },
        body: { type: 'blocks' },
        sections: { type: 'dynamiczone', components: ['shared.text'] },
      },
    },
  ],
  components: {
    'shared.text': { info: { displayName: 'Text' }, attributes: { text: { type: 'blocks' } } },
  },
} as const;

export const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more });
export const paragraph = (...children: object[]) => ({ type: 'paragraph', children });
export const item = (words: string) => ({ type: 'list-item', children: [text(words)] });
export const list = (format: string, ...children: object[]) => ({ type: 'list', format, children });

export const documentsOf = ({ app }: AdminInChromium) => app.documents(PAGE);

export const stored = async (admin: AdminInChromium, documentId: string) =>
  (await documentsOf(admin).findOne({
    documentId,
    status: 'draft',
    populate: ['sections'],
  })) as unknown as { body: unknown; sections: { text: unknown }[] };

export interface OpenPage {
  readonly page: Page;
  readonly id: string;
  /** The stored text, after a save. */
  save(): Promise<unknown>;
}

export async function openPage(admin: AdminInChromium, blocks: unknown = null): Promise<OpenPage> {
  const { documentId: id } = await documentsOf(admin).create({
    data: { title: 'A', body: blocks },
    status: 'draft',
  } as never);
  const page = await admin.newPage();
  await page.goto(`${admin.base}/admin/types/${PAGE}/${id}`);
  await body(page).waitFor();
  const save = async () => {
    // A field that is left is saved.
    await page.getByLabel('Title').focus();
    await page.locator('.save.saved').waitFor();
    return (await stored(admin, id)).body;
  };
  return { page, id, save };
}

export const body = (page: Page): Locator => page.getByRole('textbox', { name: 'Body' });

/** Puts the cursor behind the text. */
export async function behind(page: Page, words: string): Promise<void> {
  await page.getByText(words, { exact: true }).click();
  await page.keyboard.press('End');
}
