// An editor in a real Chromium who asks what a save has changed: words, structured text, entries, links and files.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { STORED_FILES } from '../../plugins/upload';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const STORY = 'api::story.story';
const AUTHOR = 'api::author.author';
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: 'string', required: true },
        body: { type: 'blocks' },
        cover: { type: 'media', multiple: false },
        author: { type: 'relation', relation: 'manyToOne', target: AUTHOR },
        sections: { type: 'dynamiczone', components: ['shared.quote'] },
        facts: { type: 'json' },
      },
    },
    {
      info: { singularName: 'author', pluralName: 'authors' },
      attributes: { name: { type: 'string', required: true } },
    },
  ],
  components: {
    'shared.quote': {
      info: { displayName: 'Quote' },
      attributes: {
        text: { type: 'text' },
        by: { type: 'relation', relation: 'oneToOne', target: AUTHOR },
      },
    },
  },
} as object;

const text = (words: string, style = {}) => ({ type: 'text', text: words, ...style });
const paragraph = (...children: object[]) => ({ type: 'paragraph', children });
const list = (...items: string[]) => ({
  type: 'list',
  format: 'ordered',
  children: items.map((item) => ({ type: 'list-item', children: [text(item)] })),
});

describeInChromium('what a save has changed, in the admin', (launch) => {
  let admin: AdminInChromium;
  let page: Page;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { jobs: true, history: true, upload: true });
    page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
  });
  afterAll(() => admin?.close());

  test('each changed field is shown with its former value, and the words that differ are marked', async () => {
    const authorNamed = async (name: string) =>
      (await admin.app.documents(AUTHOR).create({ data: { name } } as never)).documentId;
    const [ann, ben] = [await authorNamed('Ann'), await authorNamed('Ben')];
    const fileNamed = async (name: string): Promise<number> => {
      const path = join(admin.app.dir, name);
      await writeFile(path, name);
      return (await admin.app.kernel.container.resolve(STORED_FILES).add(path)).id as number;
    };
    const stories = admin.app.documents(STORY);
    const quote = (words: string, by: string) => ({ __component: 'shared.quote', text: words, by });
    const { documentId } = await stories.create({
      data: {
        title: 'Bees',
        body: [paragraph(text('They fly far.')), list('first', 'second')],
        cover: await fileNamed('old.txt'),
        author: ann,
        sections: [quote('Kept', ann), quote('Honey is sweet', ann)],
        facts: { 'legs.all': 6 },
      },
      status: 'draft',
    } as never);
    const update = (data: object) => stories.update({ documentId, data, status: 'draft' } as never);
    await update({
      body: [
        paragraph(text('They '), text('fly', { bold: true }), text(' far.')),
        list('zeroth', 'first', 'second'),
      ],
      cover: await fileNamed('new.txt'),
      author: ben,
      sections: [quote('Kept', ann), quote('Honey is golden', ben)],
      facts: { 'legs.all': 8 },
    });
    await update({ title: 'All bees' });
    await update({ title: 'قال كتاب النحل' });
    await update({ title: 'قال كاتب النحل' });
    await page.goto(`${admin.base}/admin/types/${STORY}/${documentId}`);
    await page.locator('summary', { hasText: 'More' }).click();
    await page.getByRole('button', { name: 'Versions' }).click();
    const dialog = page.getByRole('dialog');
    const shown = dialog.getByRole('button', { name: 'What changed' });
    await shown.nth(3).waitFor();
    // The first save has nothing before it.
    await expect(shown.count()).resolves.toBe(4);
    await shown.nth(3).click();
    await dialog.getByText('Before this save').first().waitFor();
    await dialog.locator('mark', { hasText: 'Ben' }).first().waitFor();
    const changed = (await dialog.locator('h3').evaluateAll((headings) =>
      headings.map((heading) => [
        heading.textContent,
        [...(heading.parentElement?.querySelectorAll('pre') ?? [])].map((pre) => ({
          text: pre.textContent,
          marks: [...pre.querySelectorAll('mark')].map((mark) => mark.textContent),
        })),
      ]),
    )) as [string, { text: string; marks: string[] }[]][];
    expect(Object.fromEntries(changed)).toEqual({
      Body: [
        { text: 'They fly far.\n1. first\n1. second', marks: [] },
        {
          text: 'They **fly** far.\n1. zeroth\n1. first\n1. second',
          marks: ['**', '**', expect.stringContaining('zeroth')],
        },
      ],
      Cover: [
        { text: 'old.txt', marks: ['old'] },
        { text: 'new.txt', marks: ['new'] },
      ],
      Author: [
        { text: 'Ann', marks: ['Ann'] },
        { text: 'Ben', marks: ['Ben'] },
      ],
      Sections: [
        {
          text: 'Quote\n  Text: Kept\n  By: Ann\nQuote\n  Text: Honey is sweet\n  By: Ann',
          marks: ['sweet', 'Ann'],
        },
        {
          text: 'Quote\n  Text: Kept\n  By: Ann\nQuote\n  Text: Honey is golden\n  By: Ben',
          marks: ['golden', 'Ben'],
        },
      ],
      Facts: [
        { text: '{\n  "legs.all": 6\n}', marks: ['6'] },
        { text: '{\n  "legs.all": 8\n}', marks: ['8'] },
      ],
    });
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    const marked = () => dialog.locator('mark').allTextContents();
    await shown.nth(3).click();
    await shown.nth(2).click();
    await dialog.getByRole('heading', { name: 'Title' }).waitFor();
    await expect(marked()).resolves.toEqual(['Bees', 'All bees']);
    await shown.nth(2).click();
    // Whole words, also in other scripts.
    await shown.first().click();
    await dialog.locator('mark', { hasText: 'كاتب' }).waitFor();
    await expect(marked()).resolves.toEqual(['كتاب', 'كاتب']);
    // The titles of both sides are those of the same comparison.
    await dialog.getByRole('button', { name: 'Compare with now' }).last().click();
    await dialog.getByText('Then', { exact: true }).first().waitFor();
    await dialog.locator('mark', { hasText: 'Bees' }).waitFor();
    expect(admin.problems).toEqual([]);
  });
});
