// Structured text (`blocks`) in the admin, in a real Chromium: typing, keys, lists, the toolbar and undo.
import type { Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { behind, body, CONTENT, item, list, openPage, paragraph, text } from './blocks-page';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

describeInChromium('structured text in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
  });
  afterAll(() => admin?.close());

  const open = (blocks?: unknown) => openPage(admin, blocks);

  test('loses no letter of fast typing', async () => {
    const { page, save } = await open();
    const words = 'The quick brown fox jumps over the lazy dog. '.repeat(10).trim();
    await body(page).pressSequentially(words);
    await page.keyboard.press('Enter');
    await page.keyboard.type(words);
    await expect(save()).resolves.toEqual([paragraph(text(words)), paragraph(text(words))]);
    await page.context().close();
  });

  test('loses no letter while it saves', async () => {
    const { page, save } = await open();
    const words = 'one two three four five six seven eight nine ten ';
    for (let round = 0; round < 8; round++) {
      await body(page).pressSequentially(words, { delay: 5 });
      await page.evaluate(
        `[...document.querySelectorAll('button')].find((b) => b.textContent === 'Save').click()`,
      );
    }
    await expect(save()).resolves.toEqual([paragraph(text(words.repeat(8)))]);
    await page.context().close();
  });

  test('writes headings, styles, line breaks and links with keys', async () => {
    const { page, save } = await open();
    await body(page).click();
    await page.keyboard.press('Control+Alt+2');
    await page.keyboard.type('Ponds');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Dig ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('twice');
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('see ');
    await page.keyboard.press('Control+k');
    await page.getByLabel('Address').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Set link' }).click();
    await page.getByText('This is no address for a link').waitFor();
    await page.getByLabel('Address').fill('https://example.org/a');
    await page.getByRole('button', { name: 'Set link' }).click();
    await page.keyboard.type(' now');
    await expect(save()).resolves.toEqual([
      { type: 'heading', level: 2, children: [text('Ponds')] },
      paragraph(
        text('Dig '),
        text('twice', { bold: true }),
        text('\nsee '),
        { type: 'link', url: 'https://example.org/a', children: [text('https://example.org/a')] },
        text(' now'),
      ),
    ]);
    await page.context().close();
  });

  test('stores a host name as an address of the web, and leaves other addresses', async () => {
    const { page, save } = await open();
    await body(page).click();
    const addresses = [
      ['www.example.org', 'https://www.example.org'],
      [' example.org/page?a=1#b ', 'https://example.org/page?a=1#b'],
      ['example.org:8080', 'https://example.org:8080'],
      ['/about', '/about'],
      ['#part', '#part'],
      ['mailto:ines@example.org', 'mailto:ines@example.org'],
      ['next/page.html', 'next/page.html'],
      ['about.html', 'about.html'],
    ] as const;
    for (const [typed] of addresses) {
      await page.keyboard.press('Control+k');
      await page.getByLabel('Address').fill(typed);
      await page.getByRole('button', { name: 'Set link' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
    }
    const links = addresses.map(([, url]) => paragraph({ type: 'link', url, children: [text(url)] }));
    await expect(save()).resolves.toEqual([...links, paragraph(text(''))]);
    await page.context().close();
  });

  test('nests lists, and leaves them', async () => {
    const { page, save } = await open();
    await body(page).pressSequentially('one');
    await page.getByRole('button', { name: 'Bulleted list' }).click();
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Control+]');
    await page.keyboard.press('Enter');
    await page.keyboard.type('three');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('four');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('after');
    await expect(save()).resolves.toEqual([
      list('unordered', item('one'), list('unordered', item('two'), item('three')), item('four')),
      paragraph(text('after')),
    ]);
    await behind(page, 'one');
    await page.getByRole('button', { name: 'Numbered list' }).click();
    await behind(page, 'four');
    await page.getByLabel('Kind of block').selectOption('Quote');
    await expect(save()).resolves.toEqual([
      list('ordered', item('one'), list('unordered', item('two'), item('three'))),
      { type: 'quote', children: [text('four')] },
      paragraph(text('after')),
    ]);
    await page.context().close();
  });

  /** The editor joins changes of half a second. On a slow machine, keys are further apart. */
  const stopClock = (page: Page): Promise<void> => page.clock.setFixedTime(Date.now());

  test('undoes one paragraph of fast typing', async () => {
    const { page, save } = await open();
    await body(page).click();
    await stopClock(page);
    for (const words of ['First', 'Second', 'Third']) {
      if (words !== 'First') await page.keyboard.press('Enter');
      await page.keyboard.type(words);
    }
    await page.keyboard.press('Control+z');
    await expect(save()).resolves.toEqual([paragraph(text('First')), paragraph(text('Second'))]);
    await page.context().close();
  });

  test('undoes and repeats, also after a save', async () => {
    const { page, save } = await open([paragraph(text('first'))]);
    await behind(page, 'first');
    await stopClock(page);
    await page.keyboard.type(' second');
    await expect(save()).resolves.toEqual([paragraph(text('first second'))]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(save()).resolves.toEqual([paragraph(text('first'))]);
    await body(page).focus();
    await page.keyboard.press('Control+y');
    await expect(body(page).textContent()).resolves.toBe('first second');
    await page.context().close();
  });

  test('the toolbar is one stop of Tab, and arrows move in it', async () => {
    const { page } = await open();
    await page.getByLabel('Kind of block').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.evaluate('document.activeElement.title')).resolves.toBe('Italic');
    await page.keyboard.press('Tab');
    await expect(page.evaluate('document.activeElement.id')).resolves.toBe('field-body');
    await page.context().close();
  });

  test('keeps the toolbar below the header of the document', async () => {
    const lines = Array.from({ length: 80 }, (_, index) => paragraph(text(`line ${index}`)));
    const { page } = await open(lines);
    // Ends in the frame in which the toolbar stands at the edge of the header, or of the window.
    const scrolled = (edge: string): Promise<unknown> =>
      page.evaluate(`new Promise((done) => {
        const toolbar = document.querySelector('.blocks .toolbar');
        scrollTo(0, 0);
        scrollTo(0, toolbar.getBoundingClientRect().top + 60);
        const header = document.querySelector('.edit > .head');
        const look = () => {
          const { top } = toolbar.getBoundingClientRect();
          if (Math.abs(top - ${edge}) < 1) done(true);
          else requestAnimationFrame(look);
        };
        look();
      })`);
    await page.setViewportSize({ width: 1280, height: 500 });
    await scrolled('header.getBoundingClientRect().bottom');
    // Here the header has two rows.
    await page.setViewportSize({ width: 820, height: 500 });
    await scrolled('header.getBoundingClientRect().bottom');
    // Here it scrolls away.
    await page.setViewportSize({ width: 412, height: 700 });
    await scrolled('0');
    await page.context().close();
  });

  test.each([1280, 320])(
    'shows the line of the cursor below the bars while a person types: %i px',
    async (width) => {
      const { page } = await open([paragraph(text('A short text'))]);
      await page.setViewportSize({ width, height: 500 });
      const line = body(page).locator('p');
      const bar = page.locator('.blocks .toolbar').first();
      const edges = async () => ({ line: await line.boundingBox(), bar: await bar.boundingBox() });
      const isHidden = async (): Promise<boolean> => {
        const { line: words, bar: above } = await edges();
        return words !== null && above !== null && words.y < above.y + above.height;
      };
      await page.evaluate(`
      document.querySelector('main').style.paddingBottom = '60rem';
      const top = parseFloat(getComputedStyle(document.querySelector('.blocks .toolbar')).top);
      scrollBy(0, document.querySelector('.ProseMirror p').getBoundingClientRect().top - top - 5);`);
      await until(isHidden);
      const box = await body(page).boundingBox();
      if (!box) throw new Error('no editor');
      await page.mouse.click(box.x + box.width / 2, box.y + box.height - 10);
      await page.keyboard.type(', and more');
      await expect(line.innerText()).resolves.toBe('A short text, and more');
      await until(async () => !(await isHidden()));
      await page.context().close();
    },
  );

  test('writes no error to the console', () => {
    expect(admin.problems).toEqual([]);
  });
});
