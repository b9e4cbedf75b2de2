// The content of structured text (`blocks`) in the admin, in a real Chromium: what the editor does not know, paste, images, zones.
import {
  behind,
  body,
  CONTENT,
  documentsOf,
  item,
  list,
  openPage,
  paragraph,
  stored,
  text,
} from './blocks-page';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

describeInChromium('the content of structured text in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { upload: true });
  });
  afterAll(() => admin?.close());

  const open = (blocks?: unknown) => openPage(admin, blocks);

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
    // The next keys do not replace the image.
    await page.keyboard.type('on');
    await expect(save()).resolves.toMatchObject([
      paragraph(text('before')),
      { type: 'image', image: { name: 'dot.svg' }, children: [text('')] },
      paragraph(text('on')),
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
    await documentsOf(admin).update({ documentId: id, data: { body: [paragraph(text('by Ben'))] } } as never);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Both changes are kept').waitFor();
    await expect(body(page).textContent()).resolves.toBe('by Ben');
    await page.locator('.save.saved').waitFor();
    await expect(stored(admin, id)).resolves.toMatchObject({
      body: [paragraph(text('by Ben'))],
      sections: [{ text: [paragraph(text('inside'))] }],
    });
    await page.context().close();
  });

  test('writes no error to the console', () => {
    // The policy refuses styles and scripts in pasted HTML, and says so.
    const refused = /inline (style|event handler) violates/;
    expect(admin.problems.filter((line) => !refused.test(line))).toEqual([]);
  });
});
