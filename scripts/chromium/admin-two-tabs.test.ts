// One person has a document open in two tabs. Each tab keeps its own text; the text of a tab that has ended is offered by the other one.
import type { BrowserContext, Page } from 'playwright-core';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const STORY = 'api::story.story';
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      options: { draftAndPublish: true },
      attributes: { title: { type: 'string' }, body: { type: 'text' }, note: { type: 'text' } },
    },
  ],
} as never;
const DOCUMENTS = '**/admin/api/documents/**';

describeInChromium('two tabs', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
  });
  afterAll(() => admin?.close());

  const stories = () => admin.app.documents(STORY);
  const newStory = async (title: string): Promise<string> =>
    (await stories().create({ data: { title }, status: 'draft' } as never)).documentId;
  const draftOf = (documentId: string) => stories().findOne({ documentId, status: 'draft' } as never);
  const saved = (page: Page) => page.locator('.save.saved').waitFor();

  async function openTab(context: BrowserContext, id: string): Promise<Page> {
    const page = await context.newPage();
    admin.watch(page);
    await page.goto(`${admin.base}/admin/types/${STORY}/${id}`);
    await page.getByLabel('Title').waitFor();
    return page;
  }
  async function twoTabs(id: string): Promise<readonly [BrowserContext, Page, Page]> {
    const context = (await admin.newPage()).context();
    return [context, await openTab(context, id), await openTab(context, id)];
  }
  /** Types while no write of the tab reaches the server, and waits until the text is kept. */
  async function typeUnsaved(page: Page, label: string, text: string): Promise<void> {
    await page.route(DOCUMENTS, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    await page.getByLabel(label).fill(text);
    await page.locator('.save.offline').waitFor();
  }
  /** Requests with this method wait for the call of the returned function. */
  async function holdRequests(page: Page, method: string): Promise<() => void> {
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(DOCUMENTS, async (route) => {
      if (route.request().method() === method) await gate;
      await route.continue();
    });
    return () => go();
  }
  const useIt = (page: Page) => page.getByRole('button', { name: 'Use it' });

  test('the text of each tab is kept, and a save of one does not remove that of the other', async () => {
    const id = await newStory('Two');
    const [context, one, two] = await twoTabs(id);
    await typeUnsaved(one, 'Body', 'from the first tab');
    await two.getByLabel('Note').fill('from the second tab');
    await saved(two);
    expect(await useIt(two).count()).toBe(0);
    await one.close();
    // The tab that is still open offers it.
    await useIt(two).click();
    await saved(two);
    await expect(draftOf(id)).resolves.toMatchObject({
      body: 'from the first tab',
      note: 'from the second tab',
    });
    const third = await openTab(context, id);
    expect(await useIt(third).count()).toBe(0);
    await context.close();
  });

  test('texts of two tabs that end are offered one after the other, and differing ones are asked about', async () => {
    const id = await newStory('Ends');
    const [context, one, two] = await twoTabs(id);
    await typeUnsaved(one, 'Body', 'first');
    await typeUnsaved(two, 'Body', 'second');
    await one.close({ runBeforeUnload: false });
    await two.close({ runBeforeUnload: false });
    const again = await openTab(context, id);
    await useIt(again).click();
    await useIt(again).click();
    const dialog = again.getByRole('dialog', { name: /same fields/ });
    await dialog.waitFor();
    const texts = await dialog.locator('pre').allTextContents();
    expect(texts.map((text) => text.trim())).toEqual(['second', 'first']);
    await dialog.getByRole('button', { name: 'Keep yours' }).click();
    await saved(again);
    await expect(draftOf(id)).resolves.toMatchObject({ body: 'second' });
    await context.close();
  });

  test('a discarded text is gone, and the next one is offered', async () => {
    const id = await newStory('Discard');
    const [context, one, two] = await twoTabs(id);
    await typeUnsaved(one, 'Body', 'not wanted');
    await typeUnsaved(two, 'Note', 'wanted');
    for (const page of [one, two]) await page.close();
    const again = await openTab(context, id);
    await again.getByText('was not saved: Body.').waitFor();
    await again.getByRole('button', { name: 'Discard it' }).click();
    await again.getByText('was not saved: Note.').waitFor();
    await useIt(again).click();
    await saved(again);
    await expect(draftOf(id)).resolves.toMatchObject({ body: null, note: 'wanted' });
    await context.close();
  });

  test('a text that waits for an answer survives the save of its form', async () => {
    const id = await newStory('Waits');
    const [context, one, two] = await twoTabs(id);
    await typeUnsaved(one, 'Body', 'waits');
    await one.close();
    await useIt(two).waitFor();
    await two.getByLabel('Note').fill('other words');
    await saved(two);
    await two.close();
    const again = await openTab(context, id);
    await useIt(again).click();
    await saved(again);
    await expect(draftOf(id)).resolves.toMatchObject({ body: 'waits', note: 'other words' });
    await context.close();
  });

  test('a reload offers the own text, and not that of the other tab', async () => {
    const id = await newStory('Reload');
    const [context, one, two] = await twoTabs(id);
    await typeUnsaved(one, 'Body', 'mine');
    await typeUnsaved(two, 'Note', 'other');
    await one.reload();
    await one.getByText('was not saved: Body.').waitFor();
    // Not before: the next attempt of the form could save the text before the reload.
    await one.unroute(DOCUMENTS);
    await useIt(one).click();
    await saved(one);
    expect(await useIt(one).count()).toBe(0);
    await two.unroute(DOCUMENTS);
    await two.getByText('Also changed elsewhere: Body').waitFor();
    await saved(two);
    await expect(draftOf(id)).resolves.toMatchObject({ body: 'mine', note: 'other' });
    await context.close();
  });

  test('new documents in two tabs are two documents', async () => {
    const [context, one, two] = await twoTabs('new');
    await typeUnsaved(one, 'Title', 'New one');
    await typeUnsaved(two, 'Title', 'New two');
    for (const page of [one, two]) await page.close();
    for (const title of ['New one', 'New two']) {
      const page = await openTab(context, 'new');
      await useIt(page).click();
      expect(await page.getByLabel('Title').inputValue()).toBe(title);
      await saved(page);
      await page.close();
    }
    const filters = { title: { $startsWith: 'New ' } };
    const all = await stories().findMany({ status: 'draft', filters, sort: 'title' } as never);
    expect(all.map(({ title }) => title)).toEqual(['New one', 'New two']);
    await context.close();
  });

  test('a form that is left while it saves shows its text when it is opened again', async () => {
    const id = await newStory('Left');
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/${STORY}/${id}`);
    const go = await holdRequests(page, 'PUT');
    await page.getByLabel('Body').fill('on its way');
    await page.getByRole('link', { name: 'story', exact: true }).first().click();
    await page.locator('.save').waitFor({ state: 'detached' });
    await page.goBack();
    go();
    await saved(page);
    expect(await page.getByLabel('Body').inputValue()).toBe('on its way');
    expect(await useIt(page).count()).toBe(0);
    await page.context().close();
  });

  test('a new form that is left while it is created changes no address', async () => {
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/${STORY}/new`);
    const go = await holdRequests(page, 'POST');
    await page.getByLabel('Title').fill('Left behind');
    await page.getByRole('link', { name: 'story', exact: true }).first().click();
    await page.locator('.save').waitFor({ state: 'detached' });
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    go();
    await answer;
    await page.goto(`${page.url()}?q=Left`);
    await page.getByRole('link', { name: 'Left behind' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/admin/types/${STORY}`);
    await page.context().close();
  });

  test('writes no error to the console', () => {
    expect(admin.problems).toEqual([]);
  });
});
