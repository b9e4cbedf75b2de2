// An editor in a real Chromium who narrows a list by state, links and a search.
import { type FilteredStories, openStories, STORY } from './filtered-stories';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

describeInChromium('filters of lists in the admin', (launch) => {
  let stories: FilteredStories;
  let { admin, page, open, listed, choose, send, remove } = {} as FilteredStories;
  beforeAll(async () => {
    stories = await openStories(launch);
    ({ admin, page, open, listed, choose, send, remove } = stories);
  });
  afterAll(() => admin?.close());

  test('a list shows the documents of one state, beside other conditions', async () => {
    await open();
    const state = page.getByLabel('State', { exact: true });
    await state.selectOption('draft');
    await listed('Never');
    await state.selectOption('published');
    await listed('Live');
    await state.selectOption('changed');
    await listed('Later');
    const value = await choose('Kind', 'is');
    expect(await value.locator('option').allTextContents()).toEqual(['–', 'news', 'guide']);
    await value.selectOption('news');
    await send();
    await page.getByText('No documents here.').waitFor();
    await state.selectOption('');
    await listed('Never');
    await remove('Kind');
    await listed('Later', 'Live', 'Never');
  });

  test('a search runs while a person types, and no late answer replaces the newest', async () => {
    await page.goto(`${admin.base}/admin`);
    await page.locator(`#rail a[href$="${STORY}"]`).click();
    await listed('Later', 'Live', 'Never');
    const entries = await page.evaluate('history.length');
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    const asked: string[] = [];
    await page.route(/_q=/, async (route) => {
      const text = new URL(route.request().url()).searchParams.get('_q') ?? '';
      if (!asked.includes(text)) asked.push(text);
      // An aborted request is gone when it is let through.
      if (text === 'L') await held;
      await route.continue().catch(() => undefined);
    });
    const field = page.getByRole('searchbox');
    await field.pressSequentially('L');
    await page.waitForURL(/q=L$/);
    await field.pressSequentially('ive');
    await listed('Live');
    release();
    await page.unrouteAll({ behavior: 'wait' });
    await listed('Live');
    expect(asked.filter((text) => text === 'L' || text === 'Live')).toEqual(['L', 'Live']);
    expect(await field.inputValue()).toBe('Live');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    await page.getByText('1 document found', { exact: true }).waitFor();
    await field.fill('Later');
    await field.press('Enter');
    await listed('Later');
    expect(await page.evaluate('history.length')).toBe(entries);
    await page.goBack();
    await page.getByRole('heading', { name: 'Recently edited' }).waitFor();
    await page.goForward();
    await listed('Later');
    expect(await field.inputValue()).toBe('Later');
  });

  test('a list shows the documents with a link, without it, and with none', async () => {
    await open();
    await choose('Topic', 'is');
    const target = page.getByRole('combobox', { name: 'Find Topic' });
    await target.fill('pon');
    await page.getByRole('option', { name: 'Ponds' }).waitFor();
    await target.press('Enter');
    await listed('Never');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Filter');
    await page.reload();
    await page.locator('.chip', { hasText: 'Topic is Ponds' }).waitFor();
    await listed('Never');
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await remove('Topic');
    await choose('Labels', 'is not');
    await page.getByRole('combobox', { name: 'Find Labels' }).fill('ponds');
    await page.getByRole('option', { name: 'Ponds' }).click();
    await listed('Later', 'Live');
    await remove('Labels');
    await choose('Topic', 'is empty');
    await send();
    await listed('Later');
    await remove('Topic');
    await choose('Topic', 'is not empty');
    await send();
    await listed('Live', 'Never');
  });

  test('a document says whether it is a draft, changed or published', async () => {
    await open();
    await page.getByRole('link', { name: 'Live' }).click();
    const state = page.locator('header .state');
    await state.getByText('Published').waitFor();
    // The menu has what can change something. It is there while it is closed.
    const offered = async (): Promise<readonly (string | undefined)[]> =>
      (await page.locator('.head .menu button').allTextContents()).filter((text) =>
        ['Review changes', 'Unpublish', 'Discard the draft'].includes(text),
      );
    expect(await offered()).toEqual(['Unpublish']);
    await page.getByLabel('Title').fill('Live again');
    await state.getByText('Changed').waitFor();
    expect(await offered()).toEqual(['Review changes', 'Unpublish', 'Discard the draft']);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await state.getByText('Published').waitFor();
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    await state.getByText('Draft').waitFor();
    // Its former version is not there any more.
    expect(await offered()).toEqual([]);
    await page.goto(`${admin.base}/admin/types/${STORY}/new`);
    await page.getByLabel('Title').waitFor();
    expect(await state.count()).toBe(0);
  });

  test('an unknown state is left out, and named', async () => {
    await page.goto(`${admin.base}/admin/types/${STORY}?filters=@state~$eq~lost`);
    await page.getByText('Unknown parts of the filter were left out: State lost.').waitFor();
    await listed('Later', 'Live again', 'Never');
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
