// Structured text (`blocks`) in the admin, in a real Chromium: each node, keys, the toolbar, paste, and what the editor does not know.
import type { Page } from 'playwright-core';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const PAGE = 'api::page.page';
const CONTENT = {
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

const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more });
const paragraph = (...children: object[]) => ({ type: 'paragraph', children });
const item = (words: string) => ({ type: 'list-item', children: [text(words)] });
const list = (format: string, ...children: object[]) => ({ type: 'list', format, children });

describeInChromium('structured text in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { upload: true });
  });
  afterAll(() => admin?.close());

  const documents = () => admin.app.documents(PAGE);
  const stored = async (documentId: string) =>
    (await documents().findOne({ documentId, status: 'draft', populate: ['sections'] })) as unknown as {
      body: unknown;
      sections: { text: unknown }[];
    };
  async function open(
    body: unknown = null,
  ): Promise<{ page: Page; id: string; save: () => Promise<unknown> }> {
    const { documentId: id } = await documents().create({
      data: { title: 'A', body },
      status: 'draft',
    } as never);
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/${PAGE}/${id}`);
    await page.getByRole('textbox', { name: 'Body' }).waitFor();
    const save = async () => {
      // A field that is left is saved.
      await page.getByLabel('Title').focus();
      await page.locator('.save.saved').waitFor();
      return (await stored(id)).body;
    };
    return { page, id, save };
  }
  const body = (page: Page) => page.getByRole('textbox', { name: 'Body' });
  /** Puts the cursor behind the text. */
  async function behind(page: Page, words: string): Promise<void> {
    await page.getByText(words, { exact: true }).click();
    await page.keyboard.press('End');
  }

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

  test('keeps keys and nodes that it does not know, and untouched blocks', async () => {
    const blocks = [
      { id: 'x1', type: 'paragraph', children: [text('')], note: { b: 1, a: [2] } },
      { type: 'paragraph', align: 'end', children: [text('touched', { color: 'red', bold: false })] },
      paragraph(
        text(''),
        { type: 'link', rel: 'me', url: '/a', children: [text('in'), text('side', { code: true })] },
        text(''),
      ),
      { type: 'code', language: 'ts', children: [text('let a = 1;\n\n  a++;')] },
      { ...list('ordered', item('a'), { ...list('unordered', item('b')), indentLevel: 1 }) },
      { type: 'image', image: { url: '/uploads/no.png', name: 'no.png', size: 1 }, children: [text('')] },
      { type: 'quote', children: [{ type: 'link', url: '/empty', children: [text('')] }, text('q')] },
    ];
    const { page, save } = await open(blocks);
    await behind(page, 'touched');
    await page.keyboard.type('!');
    const touched = { ...blocks[1], children: [text('touched!', { color: 'red' })] };
    const expected = blocks.map((block, index) => (index === 1 ? touched : block));
    expect(JSON.stringify(await save())).toBe(JSON.stringify(expected));
    await page.context().close();
  });

  test('takes pasted HTML as blocks, without its scripts and styles', async () => {
    const { page, save } = await open();
    await body(page).click();
    await page.evaluate(`
      const data = new DataTransfer();
      data.setData('text/html', '<h2 style="color:red">Title</h2><p onclick="x()">A <b>bold</b> <a href="javascript:x()">bad</a> <a href="/ok">link</a><script>x()</script></p><ul><li>one</li><li>two<ul><li>deep</li></ul></li></ul><img src="/x.png" onerror="x()"><pre><code>a = 1;</code></pre>');
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    `);
    await expect(save()).resolves.toEqual([
      { type: 'heading', level: 2, children: [text('Title')] },
      paragraph(text('A '), text('bold', { bold: true }), text(' bad '), {
        type: 'link',
        url: '/ok',
        children: [text('link')],
      }),
      list('unordered', item('one'), item('two'), list('unordered', item('deep'))),
      { type: 'code', children: [text('a = 1;')] },
    ]);
    await page.context().close();
  });

  test('inserts an image of the files', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    const { page, save } = await open([paragraph(text('before'))]);
    await behind(page, 'before');
    await page.getByRole('button', { name: 'Image' }).click();
    await page.getByLabel('Upload').setInputFiles({
      name: 'dot.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(svg),
    });
    await body(page).locator('figure').waitFor();
    await expect(save()).resolves.toMatchObject([
      paragraph(text('before')),
      { type: 'image', image: { name: 'dot.svg' }, children: [text('')] },
      paragraph(text('')),
    ]);
    await page.context().close();
  });

  test('edits in an entry of a zone, and shows the change of another person', async () => {
    const { page, id } = await open([paragraph(text('old'))]);
    await page.getByRole('button', { name: 'Add section' }).click();
    await page
      .getByRole('group', { name: 'Kinds of sections' })
      .getByRole('button', { name: 'Text' })
      .click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).pressSequentially('inside');
    await documents().update({ documentId: id, data: { body: [paragraph(text('by Ben'))] } } as never);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Both changes are kept').waitFor();
    await expect(body(page).textContent()).resolves.toBe('by Ben');
    await page.locator('.save.saved').waitFor();
    await expect(stored(id)).resolves.toMatchObject({
      body: [paragraph(text('by Ben'))],
      sections: [{ text: [paragraph(text('inside'))] }],
    });
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

  test('writes no error to the console', () => {
    // The policy refuses styles and scripts in pasted HTML, and says so.
    const refused = /inline (style|event handler) violates/;
    expect(admin.problems.filter((line) => !refused.test(line))).toEqual([]);
  });
});
