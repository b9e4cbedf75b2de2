// The admin in a real Chromium: the first minutes of an editor, two editors at once, a server that is gone, and every screen under axe.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { administrator, PASSWORD, userWith } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const ARTICLE = 'api::article.article';
const TAG = 'api::tag.tag';
const TAG_FILE = 'src/api/tag/content-types/tag/schema.json';

const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: 'string', required: true, maxLength: 60 },
        body: { type: 'richtext' },
        summary: { type: 'text' },
        story: { type: 'blocks' },
        rating: { type: 'integer', max: 10 },
        price: { type: 'decimal' },
        day: { type: 'date' },
        kind: { type: 'enumeration', enum: ['short', 'long'] },
        featured: { type: 'boolean' },
        facts: { type: 'json' },
        author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
        tags: { type: 'relation', relation: 'manyToMany', target: TAG },
        seo: { type: 'component', component: 'shared.seo' },
        sections: { type: 'dynamiczone', components: ['shared.quote'] },
      },
    },
    {
      info: { singularName: 'author', pluralName: 'authors', displayName: 'Author' },
      attributes: { name: { type: 'string', required: true } },
    },
    { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
  ],
  components: {
    'shared.quote': { info: { displayName: 'Quote' }, attributes: { text: { type: 'text' } } },
    'shared.seo': { info: { displayName: 'Seo' }, attributes: { metaTitle: { type: 'string' } } },
  },
} as const;

describeInChromium('the admin', (launch) => {
  let admin: AdminInChromium;
  let app: AdminInChromium['app'];
  let browser: AdminInChromium['browser'];
  let newPage: AdminInChromium['newPage'];
  let watch: AdminInChromium['watch'];
  let base: string;

  beforeAll(async () => {
    // The builder exists in development.
    const options = { ...CONTENT, env: { NODE_ENV: 'development' } };
    admin = await openAdmin(launch, options, { i18n: true, upload: true, 'api-tokens': true });
    ({ app, browser, newPage, watch, base } = admin);
  });
  afterAll(() => admin?.close());

  const linkOf = async (): Promise<string> => {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    await app.kernel.commands.get('admin')?.run({ words: ['link'], flags: {}, print, ask: async () => '' });
    return `${base}/admin/welcome#${lines[0]?.split('#')[1]}`;
  };
  const saved = (page: Page) => page.locator('.save.saved').waitFor();
  const draftOf = (documentId: string) =>
    app
      .documents(ARTICLE)
      .findOne({ documentId, status: 'draft', populate: ['author', 'tags', 'seo', 'sections'] });
  const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const newArticle = async (data: object): Promise<string> =>
    (await app.documents(ARTICLE).create({ data, status: 'draft' } as never)).documentId;

  test('leads from the one-time link to a published document', async () => {
    const page = await (await browser.newContext()).newPage();
    watch(page);
    await app.documents('api::author.author').create({ data: { name: 'Ines Marlow' } });
    await page.goto(await linkOf());
    await page.getByLabel('Name').fill('ada');
    await page.getByLabel('E-mail').fill('ada@example.org');
    await page.getByLabel('Password').fill('secret-secret');
    await page.getByRole('button', { name: 'Create and open' }).click();
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: 'Article', exact: true })
      .click();
    await page.getByRole('button', { name: 'New' }).click();
    await page.getByLabel(/^Title/).pressSequentially('A pond in a weekend');
    await page.getByLabel('Rating').fill('8');
    await page.getByLabel('Price').fill('12.50');
    await page.getByLabel('Day').fill('2026-05-01');
    await page.getByLabel('Kind', { exact: true }).selectOption('long');
    await page.getByLabel('Yes').check();
    await page.getByRole('combobox', { name: 'Find author' }).pressSequentially('ines');
    await page.getByRole('option', { name: 'Ines Marlow' }).click();
    await page.getByRole('button', { name: 'Add Seo' }).click();
    await page.getByLabel('Meta title').fill('Ponds');
    await page.getByRole('button', { name: 'Add section' }).click();
    await page
      .getByRole('group', { name: 'Kinds of sections' })
      .getByRole('button', { name: 'Quote' })
      .click();
    await page.getByLabel('Text', { exact: true }).fill('Dig twice.');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published', { exact: true }).waitFor({ state: 'attached' });
    const published = await app.documents(ARTICLE).findOne({
      documentId: idIn(page),
      populate: ['author', 'seo', 'sections'],
    });
    expect(published).toMatchObject({
      title: 'A pond in a weekend',
      rating: 8,
      price: 12.5,
      day: '2026-05-01',
      kind: 'long',
      featured: true,
      author: { name: 'Ines Marlow' },
      seo: { metaTitle: 'Ponds' },
      sections: [{ text: 'Dig twice.' }],
    });
    // A change inside of a section is in the review.
    await page.getByLabel('Text', { exact: true }).fill('Dig three times.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved(page);
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Review changes' }).click();
    const marked = page.getByRole('dialog').locator('mark');
    await marked.first().waitFor();
    await expect(marked.allTextContents()).resolves.toEqual(['twice', 'three times']);
    await page.context().close();
  });

  test('saves by itself, and loses no letter of fast typing', async () => {
    const page = await newPage();
    const id = await newArticle({ title: 'Fast' });
    await page.goto(`${base}/admin/types/${ARTICLE}/${id}`);
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(10);
    await page.getByLabel('Summary').pressSequentially(text);
    await page.getByLabel(/^Title/).focus();
    await saved(page);
    await expect(draftOf(id)).resolves.toMatchObject({ summary: text });
    await page.context().close();
  });

  test('keeps the changes of two editors, and asks about the same field', async () => {
    const id = await newArticle({ title: 'Both', body: 'old' });
    const other = { storageState: stateOf(await administrator(app, 'ben')) };
    const [ann, ben] = await Promise.all([newPage(), newPage(other)]);
    const pages = [ann, ben] as const;
    for (const page of pages) {
      await page.goto(`${base}/admin/types/${ARTICLE}/${id}`);
      await page.getByLabel(/^Title/).waitFor();
    }
    await ann.getByText('Also here: ben').waitFor();
    await ben.getByText('Also here: grace').waitFor();
    await ann.getByLabel('Summary').fill('by Ann');
    await ann.getByRole('button', { name: 'Save', exact: true }).click();
    await saved(ann);
    await ben.getByLabel('Rating').fill('7');
    await ben.getByRole('button', { name: 'Save', exact: true }).click();
    await ben.getByText('Both changes are kept').waitFor();
    await saved(ben);
    await expect(draftOf(id)).resolves.toMatchObject({ summary: 'by Ann', rating: 7 });
    await expect(ben.getByLabel('Summary').inputValue()).resolves.toBe('by Ann');

    await ben.getByRole('textbox', { name: 'Body' }).fill('by Ben');
    await ben.getByRole('button', { name: 'Save', exact: true }).click();
    await saved(ben);
    await ann.getByRole('textbox', { name: 'Body' }).fill('by Ann, too');
    await ann.getByRole('button', { name: 'Save', exact: true }).click();
    await ann.getByRole('dialog', { name: /same fields/ }).waitFor();
    await expect(draftOf(id)).resolves.toMatchObject({ body: 'by Ben' });
    await ann.getByRole('button', { name: 'Keep yours' }).click();
    await saved(ann);
    await expect(draftOf(id)).resolves.toMatchObject({ body: 'by Ann, too', rating: 7 });
    for (const page of pages) await page.context().close();
  });

  test('keeps the text in the browser while the server is gone', async () => {
    const id = await newArticle({ title: 'Offline' });
    const page = await newPage();
    await page.goto(`${base}/admin/types/${ARTICLE}/${id}`);
    await page.getByLabel('Summary').waitFor();
    // The editor for structured text is loaded, too.
    await page.getByLabel('Kind of block').waitFor();
    await page.context().setOffline(true);
    await page.getByLabel('Summary').fill('written offline');
    await page.locator('.save.offline').waitFor();
    // The tab is closed in the middle of it. Another tab has the text.
    const again = await page.context().newPage();
    watch(again);
    await page.close();
    await again.context().setOffline(false);
    await again.goto(`${base}/admin/types/${ARTICLE}/${id}`);
    await again.getByText('was not saved').waitFor();
    await again.getByRole('button', { name: 'Use it' }).click();
    await saved(again);
    await expect(draftOf(id)).resolves.toMatchObject({ summary: 'written offline' });
    await again.context().close();
  });

  test('asks for the password over the form when the session has ended, and saves then', async () => {
    const id = await newArticle({ title: 'Session' });
    const page = await newPage();
    await page.goto(`${base}/admin/types/${ARTICLE}/${id}`);
    await page.getByLabel('Summary').waitFor();
    await page.context().clearCookies();
    await page.getByLabel('Summary').fill('typed before the end');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    // A person who types on does not see the dialog at once.
    const name = await dialog.getByLabel('Name or address').inputValue();
    await page.keyboard.type('typed on ');
    expect(await dialog.getByLabel('Name or address').inputValue()).toBe(name);
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await saved(page);
    await expect(draftOf(id)).resolves.toMatchObject({ summary: 'typed before the end' });
    await page.context().close();
  });

  test('shows the refusal of the server at its field, and clears nothing', async () => {
    const id = await newArticle({ title: 'Refused' });
    const page = await newPage();
    await page.goto(`${base}/admin/types/${ARTICLE}/${id}`);
    await page.getByLabel('Rating').fill('eleven');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.save.refused').waitFor();
    await page.locator('[data-name=rating] .issue').waitFor();
    await expect(page.getByLabel('Rating').inputValue()).resolves.toBe('eleven');
    await page.context().close();
  });

  test('publishes chosen documents at once, and names those that are refused', async () => {
    const ready = await newArticle({ title: 'Bulk ready' });
    const refused = await newArticle({ summary: 'Bulk, without a title' });
    const page = await newPage();
    await page.goto(`${base}/admin/types/${ARTICLE}?q=Bulk`);
    for (const name of ['Choose Bulk ready', 'Choose Without a title']) await page.getByLabel(name).check();
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') writes.push(new URL(request.url()).pathname);
    });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('1 document failed:').waitFor();
    const untitled = page.getByRole('link', { name: 'Without a title', exact: true });
    await page.getByRole('listitem').filter({ has: untitled, hasText: 'Title' }).waitFor();
    await page.getByText('1 document chosen').waitFor();
    expect(writes).toEqual(['/admin/api/documents/api.article.article/actions/bulk']);
    const published = (documentId: string) => app.documents(ARTICLE).findOne({ documentId });
    await expect(published(ready)).resolves.toMatchObject({ title: 'Bulk ready' });
    await expect(published(refused)).resolves.toBeNull();
    await page.context().close();
  });

  test('saves a view of a list, and opens it without what the type does not have', async () => {
    await newArticle({ title: 'In a view', rating: 9 });
    const page = await newPage();
    const at = `${base}/admin/types/${ARTICLE}`;
    await page.goto(`${at}?filters=rating~$gte~9`);
    await page.getByText('Columns', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Kind' }).uncheck();
    await page.getByText('View', { exact: true }).click();
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByLabel('Name').fill('Best');
    await page.getByLabel('For', { exact: true }).selectOption('all');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\?view=\d+$/);
    await page.getByRole('button', { name: 'Remove the condition on Rating' }).waitFor();
    // Another browser of the user: the columns are a preference, and the view is there.
    const other = await newPage();
    await other.goto(at);
    await other.getByRole('columnheader', { name: 'Rating' }).waitFor();
    await expect(other.getByRole('columnheader', { name: 'Kind' }).count()).resolves.toBe(0);
    await other.goto(`${at}?columns=title,gone,publishedAt&sort=lost:asc&view=999&filters=rating~$gte~%`);
    await other
      .getByText(
        /no such view.*Rating is at least.*columns were left out: Gone, Published at.*sorted by Lost/,
      )
      .waitFor();
    await other.getByRole('link', { name: 'In a view' }).waitFor();
    for (const each of [page, other]) await each.context().close();
  });

  test('shows the admin as a role sees it', async () => {
    await userWith(app, 'reader', ['plugin::admin.app.open', `${ARTICLE}.find`, `${ARTICLE}.findOne`]);
    const filters = { type: 'reader' };
    const role = await app.documents('plugin::users-permissions.role').findFirst({ filters });
    const page = await newPage();
    await page.goto(`${base}/admin/roles/${String(role?.id)}`);
    await page.getByRole('button', { name: 'See as this role' }).click();
    await page.getByText('as the role Role reader').waitFor();
    const rail = page.getByRole('navigation', { name: 'Screens' });
    await rail.getByRole('link', { name: 'Article' }).waitFor();
    await expect(rail.getByRole('link', { name: /Users|Author/ }).count()).resolves.toBe(0);
    await page.getByRole('button', { name: 'See it as yourself' }).click();
    await rail.getByRole('link', { name: 'Users' }).waitFor();
    await page.context().close();
  });

  const SCREENS = [
    '',
    `types/${ARTICLE}`,
    `types/${ARTICLE}?filters=title~$containsi~a`,
    `types/${ARTICLE}/new`,
    'media',
    'users',
    'roles',
    'roles/1',
    `explain?user=1&action=${ARTICLE}.publish`,
    'tokens',
    'locales',
    'model',
    'account',
    'builder',
    `builder?file=${TAG_FILE}`,
  ];
  const LOOKS = [
    { axe: { width: 320, colorScheme: 'dark' }, other: 1280, locale: 'de-AT', dir: 'ltr' },
    { axe: { width: 1280, colorScheme: 'light' }, other: 320, locale: 'ar-EG', dir: 'rtl' },
  ] as const;

  test.each(LOOKS)('is readable on each screen: %o', async ({ axe, other, locale, dir }) => {
    const { width, colorScheme } = axe;
    const page = await newPage({ colorScheme, locale, reducedMotion: 'reduce' });
    const found: string[] = [];
    const measure = async (screen: string, at: number): Promise<void> => {
      await page.setViewportSize({ width: at, height: 900 });
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (overflow > 0) found.push(`${screen} at ${at} px: ${overflow} px too wide`);
    };
    for (const screen of SCREENS) {
      await page.goto(`${base}/admin/${screen}`);
      await page.locator('h1').first().waitFor();
      await page.waitForLoadState('networkidle');
      await measure(screen, other);
      await measure(screen, width);
      await page.evaluate(AXE);
      const result = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
        `axe.run({ resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })`,
      );
      for (const { id, nodes } of result.violations) found.push(`${screen}: ${id} ${nodes[0]?.html}`);
      const shown = await page.evaluate('[document.documentElement.lang, document.documentElement.dir]');
      expect(shown).toEqual([locale, dir]);
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  test('speaks the language of the browser, and the one that the user chooses', async () => {
    const german = await (await browser.newContext({ locale: 'de-DE' })).newPage();
    watch(german);
    await german.goto(`${base}/admin`);
    await german.getByRole('button', { name: 'Anmelden' }).waitFor();
    await german.context().close();

    const page = await newPage({ locale: 'en-GB' });
    await page.goto(`${base}/admin/account`);
    const stored = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByLabel('Language').selectOption('fr');
    await stored;
    await page.getByRole('heading', { name: 'Mon compte' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Mon compte' }).waitFor();
    // Another browser of the same user.
    const other = await newPage({ locale: 'es' });
    await other.goto(`${base}/admin/types/${ARTICLE}`);
    await other.getByRole('button', { name: 'Créer' }).waitFor();
    await other.goto(`${base}/admin/account`);
    await other.getByLabel('Langue').selectOption('');
    await other.getByRole('heading', { name: 'Mi cuenta' }).waitFor();
    for (const each of [page, other]) await each.context().close();
  });

  test('writes no error to the console', () => {
    expect(admin.problems).toEqual([]);
  });
});
