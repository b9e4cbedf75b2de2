// The server stores what a page sends, and the connection ends before the answer: nothing is stored twice, or over the text of others.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIResponse, Page, Route } from 'playwright-core';
import type { TestAppOptions } from '../../core/testing';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const STORY = 'api::story.story';
const FILE = 'plugin::upload.file';
const localized = { pluginOptions: { i18n: { localized: true } } };
const CONTENT: TestAppOptions = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      options: { draftAndPublish: true },
      ...localized,
      attributes: { title: { type: 'string', ...localized }, body: { type: 'text', ...localized } },
    },
    {
      info: { singularName: 'notice', pluralName: 'notices' },
      kind: 'singleType',
      attributes: { line: { type: 'string' }, body: { type: 'text' } },
    },
  ],
};

const PLUGINS = { i18n: { config: { locales: ['en', 'de'], defaultLocale: 'en' } }, upload: true };

type Loss = (route: Route, answer: APIResponse) => Promise<void>;
const LOSSES: Readonly<Record<string, Loss>> = {
  'a proxy says that the server does not answer': (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  'the connection ends within the answer': async (route, response) => {
    await route
      .request()
      .frame()
      .evaluate(`{
      const { text } = Response.prototype;
      Response.prototype.text = function () {
        return this.headers.has('x-cut') ? Promise.reject(new TypeError('network error')) : text.call(this);
      };
    }`);
    await route.fulfill({ response, headers: { ...response.headers(), 'x-cut': '1' } });
  },
};
const reset: Loss = (route) => route.abort('connectionreset');

/** The next request with this method is answered, but the page does not get the answer. Returns when this has happened. */
function loseAnswer(
  page: Page,
  method: string,
  meanwhile = async (): Promise<unknown> => undefined,
  lose = reset,
) {
  let done = (): void => undefined;
  const isLost = new Promise<void>((resolve) => {
    done = resolve;
  });
  let isOpen = true;
  void page.route(/\/(admin\/api\/documents|api\/upload)/, async (route) => {
    if (!isOpen || route.request().method() !== method) return route.fallback();
    isOpen = false;
    const answer = await route.fetch();
    await meanwhile();
    await lose(route, answer);
    done();
  });
  return isLost;
}

describeInChromium('lost answers in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, PLUGINS);
  });
  afterAll(() => admin?.close());

  const stories = () => admin.app.documents(STORY);
  const newStory = (title: string) =>
    stories().create({ data: { title }, locale: 'en', status: 'draft' } as never);
  const titled = (title: string) =>
    stories().findMany({ status: 'draft', locale: '*', filters: { title } } as never);
  const saved = (page: Page) => page.locator('.save.saved').waitFor();
  const address = (rest: string): string => `${admin.base}/admin/types/${STORY}/${rest}`;

  test('a new document is created once', async () => {
    const page = await admin.newPage();
    await page.goto(address('new'));
    const lost = loseAnswer(page, 'POST');
    await page.getByLabel('Title').fill('A pond');
    await lost;
    await page.getByLabel('Body').fill('typed meanwhile');
    await saved(page);
    await expect(titled('A pond')).resolves.toMatchObject([{ body: 'typed meanwhile' }]);
    expect(page.url()).toContain((await titled('A pond'))[0]?.documentId);
    await page.context().close();
  });

  test('a new document is created once, though the tab is closed before the page knows', async () => {
    const page = await admin.newPage();
    await page.goto(address('new'));
    const lost = loseAnswer(page, 'POST', () =>
      page.route('**/admin/api/documents/**', (route) => route.abort()),
    );
    await page.getByLabel('Title').fill('A lake');
    await lost;
    await page.locator('.save.offline').waitFor();
    await page.getByLabel('Title').fill('A lake in spring');
    await page.locator('.save.changed').waitFor();
    await page.locator('.save.offline').waitFor();
    const again = await page.context().newPage();
    admin.watch(again);
    await page.close();
    await again.goto(address('new'));
    await again.getByRole('button', { name: 'Use it' }).click();
    await saved(again);
    expect(await titled('A lake')).toEqual([]);
    await expect(titled('A lake in spring')).resolves.toHaveLength(1);
    await again.context().close();
  });

  test('a duplicate is created once', async () => {
    const { documentId } = await newStory('A river');
    const page = await admin.newPage();
    await page.goto(address(`new?copy=${documentId}`));
    const lost = loseAnswer(page, 'POST');
    await page.getByLabel('Body').fill('the copy');
    await lost;
    await page.waitForURL((url) => !url.pathname.endsWith('/new'));
    await saved(page);
    await expect(titled('A river (copy)')).resolves.toHaveLength(1);
    await page.context().close();
  });

  test.each([
    ['a second locale', 'de'],
    ['a single type', null],
  ] as const)('%s is created once, and the text of another person stays', async (_title, locale) => {
    const first = await newStory('The sea');
    const isStory = locale !== null;
    const page = await admin.newPage();
    await page.goto(
      isStory ? address(`${first.documentId}?locale=de`) : `${admin.base}/admin/types/api::notice.notice`,
    );
    const other = { documentId: first.documentId, locale: 'de', status: 'draft', data: { body: 'by Ben' } };
    const lost = loseAnswer(page, 'PUT', async () => {
      if (isStory) await stories().update(other as never);
      else {
        const notices = admin.app.documents('api::notice.notice');
        const found = await notices.findFirst({});
        await notices.update({ documentId: found?.documentId ?? '', data: { body: 'by Ben' } } as never);
      }
    });
    const field = page.getByLabel(isStory ? 'Title' : 'Line');
    await field.fill('Das Meer');
    if (!isStory) await page.getByRole('button', { name: 'Save', exact: true }).click();
    await lost;
    await field.fill('Das Meer im Winter');
    if (!isStory) await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved(page);
    expect(await page.getByLabel('Body').inputValue()).toBe('by Ben');
    const stored = isStory
      ? await stories().findOne({ documentId: first.documentId, locale: 'de', status: 'draft' } as never)
      : await admin.app.documents('api::notice.notice').findFirst({});
    expect(stored).toMatchObject({ [isStory ? 'title' : 'line']: 'Das Meer im Winter', body: 'by Ben' });
    await page.context().close();
  });

  test('of two people who write the first text in a locale, the second one is asked', async () => {
    const { documentId } = await newStory('The moor');
    const page = await admin.newPage();
    await page.goto(address(`${documentId}?locale=de`));
    await page.getByLabel('Title').waitFor();
    await stories().update({
      documentId,
      locale: 'de',
      status: 'draft',
      data: { title: 'Das Moor' },
    } as never);
    await page.getByLabel('Title').fill('Das Hochmoor');
    await page.getByRole('dialog', { name: /same fields/ }).waitFor();
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await saved(page);
    await expect(titled('Das Moor')).resolves.toHaveLength(1);
    await page.context().close();
  });

  test.each(Object.entries(LOSSES))(
    'a person who types on is asked nothing after %s',
    async (_title, lose) => {
      const { documentId } = await newStory('A fen');
      const page = await admin.newPage();
      await page.goto(address(documentId));
      const lost = loseAnswer(page, 'PUT', undefined, lose);
      await page.getByLabel('Title').fill('A fen in the fog');
      await lost;
      await page.locator('.save:is(.refused, .offline)').waitFor();
      await page.getByLabel('Title').fill('A fen in the sun');
      await saved(page);
      await expect(stories().findOne({ documentId, status: 'draft' } as never)).resolves.toMatchObject({
        title: 'A fen in the sun',
      });
      await page.context().close();
    },
  );

  test.each([502, 504])('a form saves again by itself after a proxy answers %s', async (status) => {
    const { documentId } = await newStory('A brook');
    const page = await admin.newPage();
    await page.goto(address(documentId));
    let attempts = 0;
    await page.route('**/admin/api/documents/**', async (route) => {
      if (route.request().method() !== 'PUT' || ++attempts > 2) return route.fallback();
      await route.fulfill({ status, contentType: 'text/html', body: '<h1>No answer</h1>' });
    });
    await page.getByLabel('Title').fill('A brook in May');
    await page.locator('.save.offline').waitFor();
    await saved(page);
    expect(attempts).toBe(3);
    await expect(page.locator('.notice').count()).resolves.toBe(0);
    await expect(stories().findOne({ documentId, status: 'draft' } as never)).resolves.toMatchObject({
      title: 'A brook in May',
    });
    await page.context().close();
  });

  test('a file is uploaded once', async () => {
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/media`);
    const file = join(admin.app.dir, 'note.txt');
    await writeFile(file, 'one');
    const input = page.locator('input[type=file]');
    const lost = loseAnswer(page, 'POST');
    await input.setInputFiles(file);
    await lost;
    await page.locator('.notice.error', { hasText: 'The server does not answer' }).waitFor();
    await input.setInputFiles(file);
    await page.getByText('1 file uploaded').waitFor({ state: 'attached' });
    expect(await admin.app.documents(FILE).count({})).toBe(1);
    // The same file once more, on purpose.
    await input.setInputFiles(file);
    await page.locator('.tiles li').nth(1).waitFor();
    expect(await admin.app.documents(FILE).count({})).toBe(2);
    await page.context().close();
  });

  test('writes no error to the console', () => {
    expect(admin.problems).toEqual([]);
  });
});
