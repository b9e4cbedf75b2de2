// What other programs put into structured text of the admin, in a real Chromium: text of a word processor and tables.
import { body, CONTENT, item, list, openPage, paragraph, text } from './blocks-page';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

/** Pastes at the field that has the focus. */
const giveHtml = (html: string): string => `
  const data = new DataTransfer();
  data.setData('text/html', ${JSON.stringify(html)});
  document.activeElement.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
  );`;

const inList = (marker: string, words: string, level = 1, more = ''): string =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'>` +
  `<![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}` +
  `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p>${more}</p>`;

describeInChromium('text of other programs in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
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

  test('writes no error to the console', () => {
    // The policy refuses styles in pasted HTML, and says so.
    expect(admin.problems.filter((line) => !/inline style violates/.test(line))).toEqual([]);
  });
});
