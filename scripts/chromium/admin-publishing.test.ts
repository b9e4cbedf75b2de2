// What a person publishes, in a real Chromium: the buttons stay in place, and only what the person has seen goes live.
import type { Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const STORY = 'api::story.story';
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      options: { draftAndPublish: true },
      pluginOptions: { admin: { preview: 'https://site.test/{documentId}' } },
      attributes: {
        title: { type: 'string' },
        summary: { type: 'text' },
        rating: { type: 'integer', max: 10 },
      },
    },
  ],
} as never;
const DOCUMENTS = '**/admin/api/documents/**';
const TITLE = 'City council approves the budget of the new year';

describeInChromium('publishing in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
  });
  afterAll(() => admin?.close());

  const stories = () => admin.app.documents(STORY);
  const draftOf = (documentId: string) => stories().findOne({ documentId, status: 'draft' } as never);
  const liveOf = (documentId: string) => stories().findOne({ documentId, status: 'published' } as never);
  async function openStory(title = TITLE): Promise<{ readonly page: Page; readonly id: string }> {
    const { documentId: id } = await stories().create({ data: { title }, status: 'published' } as never);
    const page = await admin.newPage({ locale: 'en-US' });
    await page.goto(`${admin.base}/admin/types/${STORY}/${id}`);
    await page.getByLabel('Title').waitFor();
    return { page, id };
  }
  const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true });

  test.each([1024, 1280])('buttons stay where they are at %i px', async (width) => {
    const { page } = await openStory();
    await page.setViewportSize({ width, height: 900 });
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(DOCUMENTS, async (route) => {
      if (route.request().method() === 'PUT') await gate;
      await route.continue();
    });
    const places = async (): Promise<unknown[]> => {
      const boxes = ['Save', 'Publish', 'Preview'].map((name) =>
        page.getByRole('button', { name, exact: true }).boundingBox(),
      );
      return (await Promise.all(boxes)).map((box) => box && [box.x, box.y]);
    };
    await publish(page).waitFor();
    const before = await places();
    expect(before).not.toContain(null);
    await page.getByLabel('Summary').pressSequentially('Half a sent');
    await page.locator('.save.changed').waitFor();
    expect(await places()).toEqual(before);
    await page.locator('.save.saving').waitFor();
    expect(await places()).toEqual(before);
    go();
    await page.locator('.save.saved').waitFor();
    expect(await places()).toEqual(before);
    await page.getByLabel('Rating').fill('55');
    await page.getByLabel('Title').focus();
    await page.locator('.save.refused').waitFor();
    expect((await places()).map((place) => (place as number[])[0])).toEqual(
      before.map((place) => (place as number[])[0]),
    );
  });

  test('what a colleague has saved meanwhile is shown first, and not published', async () => {
    const { page, id } = await openStory();
    const meanwhile = { documentId: id, status: 'draft', data: { summary: 'Unchecked' } };
    await page.route(
      DOCUMENTS,
      async (route) => {
        await stories().update(meanwhile as never);
        await route.continue();
      },
      { times: 1 },
    );
    // At once: the form must not save itself in between.
    await page.evaluate(`{
      const title = document.getElementById('field-title');
      title.value = 'An edited headline';
      title.dispatchEvent(new Event('input', { bubbles: true }));
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Publish').click();
    }`);
    await page.getByText('Summary: changed elsewhere. Look at it, and repeat the action.').waitFor();
    expect(await page.getByLabel('Summary').inputValue()).toBe('Unchecked');
    expect(await draftOf(id)).toMatchObject({ title: 'An edited headline', summary: 'Unchecked' });
    expect(await liveOf(id)).toMatchObject({ title: TITLE, summary: null });
    await publish(page).click();
    await page.getByText('Published', { exact: true }).first().waitFor();
    await until(async () => (await liveOf(id))?.summary === 'Unchecked');
    expect(await page.getByText('changed elsewhere').count()).toBe(0);
  });

  test('a publication without an answer says that it was not done', async () => {
    const { page, id } = await openStory();
    await page.context().setOffline(true);
    const place = await publish(page).boundingBox();
    await page.getByLabel('Summary').fill('A corrected figure');
    await page.getByLabel('Title').focus();
    await page.getByText('The server does not answer.').waitFor();
    // A press that began before is a press of the same button.
    expect(await publish(page).boundingBox()).toEqual(place);
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await publish(page).click();
    await page.getByText('Your text is not saved yet. Repeat the action when it is.').waitFor();
    await page.context().setOffline(false);
    await page.locator('.save.saved').waitFor();
    expect(await page.getByText('Repeat the action').count()).toBe(1);
    expect(await liveOf(id)).toMatchObject({ summary: null });
    await publish(page).click();
    await until(async () => (await liveOf(id))?.summary === 'A corrected figure');
  });
});
