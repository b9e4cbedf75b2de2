// What other programs put into structured text of the admin, in a real Chromium: text of a word processor, tables, files.
import { userWith } from '../../plugins/admin/tests/admin-app';
import { body, CONTENT, documentsOf, item, list, openPage, paragraph, text } from './blocks-page';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';

const DOT = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Dispatches an event with files or HTML at the field that has the focus. */
const give = (kind: 'paste' | 'drop', fill: string): string => `
  const data = new DataTransfer();
  const file = (name, type) =>
    data.items.add(new File([Uint8Array.from(atob('${DOT}'), (sign) => sign.charCodeAt(0))], name, { type }));
  ${fill}
  const target = document.activeElement;
  const { left, top } = target.getBoundingClientRect();
  const more = { bubbles: true, cancelable: true, clientX: left + 20, clientY: top + 20 };
  target.dispatchEvent(
    '${kind}' === 'paste'
      ? new ClipboardEvent('paste', { clipboardData: data, ...more })
      : new DragEvent('drop', { dataTransfer: data, ...more }),
  );`;
const giveHtml = (html: string): string =>
  give('paste', `data.setData('text/html', ${JSON.stringify(html)});`);

const inList = (marker: string, words: string, level = 1, more = ''): string =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'>` +
  `<![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}` +
  `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p>${more}</p>`;

describeInChromium('text and files of other programs in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { upload: true });
  });
  afterAll(() => admin?.close());

  test('makes lists of the list paragraphs of a word processor', async () => {
    const { page, save } = await openPage(admin);
    await body(page).click();
    const lines = [
      '<p class=MsoNormal>before</p>',
      inList('·', 'one'),
      inList('·', 'two <b>bold</b>'),
      inList('o', 'deep', 2),
      inList('·', 'three'),
      '<p class=MsoNormal>between</p>',
      inList('1.', 'first'),
      inList('2.', 'second'),
      '<p class=MsoListParagraph>no item</p>',
    ];
    await page.evaluate(giveHtml(lines.join('\n')));
    await expect(save()).resolves.toEqual([
      paragraph(text('before')),
      list(
        'unordered',
        item('one'),
        { type: 'list-item', children: [text('two '), text('bold', { bold: true })] },
        list('unordered', item('deep')),
        item('three'),
      ),
      paragraph(text('between')),
      list('ordered', item('first'), item('second')),
      paragraph(text('no item')),
    ]);
    await page.context().close();
  });

  test('keeps items and quotes whole whose HTML has paragraphs', async () => {
    const { page, save } = await openPage(admin);
    await body(page).click();
    await page.evaluate(
      giveHtml(
        '<p>before</p><ol><li><p>one</p></li><li><p>two</p><p>more</p><ul><li><p>deep</p></li></ul></li></ol>' +
          '<blockquote>\n<p>said</p>\n<p>twice</p>\n</blockquote>',
      ),
    );
    await expect(save()).resolves.toEqual([
      paragraph(text('before')),
      list('ordered', item('one'), item('two\nmore'), list('unordered', item('deep'))),
      { type: 'quote', children: [text('said\ntwice')] },
    ]);
    await page.context().close();
  });

  test('takes the weight of a pasted text from its style', async () => {
    const { page, save } = await openPage(admin);
    await body(page).click();
    await page.evaluate(
      giveHtml(
        '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:400">plain </span>' +
          '<span style="font-weight:700">heavy</span><span style="font-style:italic"> slanted</span></p></b>',
      ),
    );
    await expect(save()).resolves.toEqual([
      paragraph(text('plain '), text('heavy', { bold: true }), text(' slanted', { italic: true })),
    ]);
    await page.context().close();
  });

  test('keeps the cells of a pasted table apart, one row in a line', async () => {
    const { page, save } = await openPage(admin);
    await body(page).click();
    await page.evaluate(
      giveHtml(
        '<p>before</p><table><tr><th>City</th><th>Pond</th></tr>' +
          '<tr><td><p><b>Riga</b></p></td><td><p>one</p><p>two</p></td></tr></table>',
      ),
    );
    await expect(save()).resolves.toEqual([
      paragraph(text('before')),
      paragraph(text('City | Pond')),
      paragraph(text('Riga', { bold: true }), text(' | one two')),
    ]);
    await page.context().close();
  });

  test.each(['paste', 'drop'] as const)('uploads and inserts the image of a %s', async (kind) => {
    const { page, save } = await openPage(admin, [paragraph(text('before'))]);
    await body(page).click();
    await page.keyboard.press('Control+End');
    await page.evaluate(give(kind, `file('dot.gif', 'image/gif');`));
    await body(page).locator('figure').waitFor();
    const blocks = (await save()) as { type: string; image?: unknown }[];
    expect(blocks.find(({ type }) => type === 'image')).toMatchObject({ image: { name: 'dot.gif' } });
    expect(JSON.stringify(blocks)).toContain('before');
    await page.context().close();
  });

  test('inserts the good images of a drop, and names the damaged one', async () => {
    const { page, save } = await openPage(admin);
    await body(page).click();
    const files = `file('one.gif', 'image/gif'); file('damaged.jpg', 'image/jpeg'); file('two.gif', 'image/gif');`;
    await page.evaluate(give('drop', files));
    await page.getByRole('alert').getByText('1 file was not uploaded:').waitFor();
    await page.getByRole('alert').getByRole('listitem').filter({ hasText: 'damaged.jpg' }).waitFor();
    const blocks = (await save()) as { image?: { name: string } }[];
    expect(blocks.flatMap(({ image }) => image?.name ?? [])).toEqual(['one.gif', 'two.gif']);
    await page.context().close();
  });

  test('says that a file is no image, and that a role may not upload', async () => {
    const { page } = await openPage(admin);
    await body(page).click();
    await page.evaluate(give('paste', `file('a.pdf', 'application/pdf');`));
    await page.getByRole('alert').getByText('Only images can be part of the text.').waitFor();
    await page.keyboard.type('on');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.context().close();

    const { documentId } = await documentsOf(admin).create({
      data: { title: 'B' },
      status: 'draft',
    } as never);
    const actions = ['find', 'findOne', 'update', 'readDraft'].map((action) => `api::page.page.${action}`);
    const cookie = await userWith(admin.app, 'ines', ['plugin::admin.app.open', ...actions]);
    const limited = await admin.newPage({ storageState: stateOf(cookie) });
    await limited.goto(`${admin.base}/admin/types/api::page.page/${documentId}`);
    await body(limited).click();
    await limited.evaluate(give('paste', `file('dot.gif', 'image/gif');`));
    await limited.getByRole('alert').getByText('Your role may not upload files.').waitFor();
    await limited.context().close();
  });

  test('writes no error to the console', () => {
    // The policy refuses styles in pasted HTML, and says so.
    expect(admin.problems.filter((line) => !/inline style violates/.test(line))).toEqual([]);
  });
});
