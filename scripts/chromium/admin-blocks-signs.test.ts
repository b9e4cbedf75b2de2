// Signs of Markdown in structured text, in a real Chromium: they become blocks as they are typed. Backspace takes that back.
import { body, CONTENT, item, list, openPage, paragraph, text } from './blocks-page';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const block = (type: string, words: string, more = {}) => ({ type, ...more, children: [text(words)] });

describeInChromium('typed signs in structured text', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
  });
  afterAll(() => admin?.close());

  test.each([
    ['# ', block('heading', 'Pond', { level: 1 })],
    ['### ', block('heading', 'Pond', { level: 3 })],
    ['####### ', paragraph(text('####### Pond'))],
    ['> ', block('quote', 'Pond')],
    ['```', block('code', 'Pond')],
    ['- ', list('unordered', item('Pond'))],
    ['* ', list('unordered', item('Pond'))],
    ['1. ', list('ordered', item('Pond'))],
    ['2. ', paragraph(text('2. Pond'))],
    ['a - ', paragraph(text('a - Pond'))],
  ])('%s', async (signs, expected) => {
    const { page, save } = await openPage(admin);
    await body(page).click();
    await page.keyboard.type(`${signs}Pond`);
    await expect(save()).resolves.toEqual([expected]);
    await page.context().close();
  });

  test('Backspace at once brings the signs back', async () => {
    const { page, save } = await openPage(admin);
    await body(page).click();
    await page.keyboard.type('1. ');
    await body(page).locator('ol').waitFor();
    await page.keyboard.press('Backspace');
    await page.keyboard.type('May');
    await expect(save()).resolves.toEqual([paragraph(text('1. May'))]);
    await page.context().close();
  });

  test('signs before words that are there make a block of them, and signs in a heading stay signs', async () => {
    const blocks = [paragraph(text('Pond')), block('heading', 'Frogs', { level: 2 })];
    const { page, save } = await openPage(admin, blocks);
    await body(page).locator('p').click();
    await page.keyboard.press('Home');
    await page.keyboard.type('## ');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await page.keyboard.type('- ');
    await expect(save()).resolves.toEqual([
      block('heading', 'Pond', { level: 2 }),
      block('heading', '- Frogs', { level: 2 }),
    ]);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
