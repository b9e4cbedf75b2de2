// What the admin sends again by itself after a failure, and what it leaves to the person.
import type { Page } from 'playwright-core';
import { userWith } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';

const STORY = 'api::story.story';
const NOTE = 'api::note.note';
const attributes = { title: { type: 'string' } } as const;
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      options: { draftAndPublish: true },
      attributes,
    },
    { info: { singularName: 'note', pluralName: 'notes' }, attributes },
  ],
} as const;

/** The next requests with the method, at an address with the text, fail. Returns how many came. */
async function failNext(page: Page, method: string, text: string, statuses: readonly number[]) {
  let count = 0;
  await page.route('**/admin/api/documents/**', async (route) => {
    const request = route.request();
    if (request.method() !== method || !request.url().includes(text)) return route.fallback();
    const status = statuses[count++];
    if (status === undefined) return route.fallback();
    if (status === 0) return route.abort();
    await route.fulfill({ status, json: { error: { status, message: `Failure ${status}` } } });
  });
  return () => count;
}

describeInChromium('failed requests of the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
  });
  afterAll(() => admin?.close());

  const open = async (page: Page, uid: string, id: string): Promise<void> => {
    await page.goto(`${admin.base}/admin/types/${uid}/${id}`);
    await page.getByLabel('Title').waitFor();
  };
  const newStory = async (title: string): Promise<string> =>
    (await admin.app.documents(STORY).create({ data: { title }, status: 'draft' } as never)).documentId;
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const failure = (page: Page) => page.locator('main .notice.error', { hasText: 'The action failed' });
  const published = (documentId: string) =>
    admin.app.documents(STORY).findOne({ documentId, status: 'published' } as never);

  test('a type without drafts: what the person has saved is sent again', async () => {
    const { documentId } = await admin.app.documents(NOTE).create({ data: { title: 'Milk' } });
    const page = await admin.newPage();
    await open(page, NOTE, documentId);
    const count = await failNext(page, 'PUT', documentId, [504, 503]);
    await page.getByLabel('Title').fill('Milk and bread');
    await press(page, 'Save');
    await page.locator('.save.offline').waitFor();
    await page.locator('.save.saved').waitFor();
    expect(count()).toBe(3);
    await expect(admin.app.documents(NOTE).findOne({ documentId })).resolves.toMatchObject({
      title: 'Milk and bread',
    });
    await page.context().close();
  });

  test('a type without drafts: a change that is not saved yet waits for the button', async () => {
    const { documentId } = await admin.app.documents(NOTE).create({ data: { title: 'Tea' } });
    const page = await admin.newPage();
    await open(page, NOTE, documentId);
    const count = await failNext(page, 'PUT', documentId, [504]);
    await page.getByLabel('Title').fill('Tea and');
    await press(page, 'Save');
    await page.locator('.save.offline').waitFor();
    await page.getByLabel('Title').fill('Tea and honey');
    await page.locator('.save.changed').waitFor();
    await press(page, 'Save');
    await page.locator('.save.saved').waitFor();
    expect(count()).toBe(2);
    await page.context().close();
  });

  test('a role that may only create: the new document is sent again', async () => {
    const verbs = ['find', 'findOne', 'readDraft', 'create'].map((verb) => `${STORY}.${verb}`);
    const cookie = await userWith(admin.app, 'ann', ['plugin::admin.app.open', ...verbs]);
    const page = await admin.newPage({ storageState: stateOf(cookie) });
    await open(page, STORY, 'new');
    const count = await failNext(page, 'POST', 'api.story.story', [0, 502]);
    await page.getByLabel('Title').fill('Written once');
    await press(page, 'Save');
    await page.locator('.save.saved').waitFor();
    expect(count()).toBe(3);
    await page.context().close();
  });

  test.each([0, 429, 502, 503])('a publication that fails with %s is left to the person', async (status) => {
    const documentId = await newStory('A pond');
    const page = await admin.newPage();
    await open(page, STORY, documentId);
    const count = await failNext(page, 'POST', '/actions/publish', [status]);
    await press(page, 'Publish');
    await failure(page).waitFor();
    const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByLabel('Title').fill('A pond in May');
    expect((await answer).status()).toBe(200);
    await page.locator('.save.saved').waitFor();
    await expect(failure(page).count()).resolves.toBe(1);
    expect(count()).toBe(1);
    await expect(published(documentId)).resolves.toBeNull();

    await press(page, 'Publish');
    await failure(page).waitFor({ state: 'detached' });
    await page.getByText('Published').first().waitFor({ state: 'attached' });
    await expect(published(documentId)).resolves.toMatchObject({ title: 'A pond in May' });
    await page.context().close();
  });

  test.each([
    ['publication', 'Publish'],
    ['deletion', 'Delete'],
  ])('a %s of a document that another person has changed is not reported as done', async (_title, name) => {
    const documentId = await newStory('A lake');
    const page = await admin.newPage();
    await open(page, STORY, documentId);
    await admin.app
      .documents(STORY)
      .update({ documentId, status: 'draft', data: { title: 'A lake by Ben' } } as never);
    const act = async (): Promise<void> => {
      if (name === 'Publish') return press(page, name);
      await page.locator('.head .menu > summary').click();
      await press(page, name);
      await page.getByRole('dialog').getByRole('button', { name }).click();
    };
    await act();
    await failure(page).waitFor();
    await expect(page.getByLabel('Title').inputValue()).resolves.toBe('A lake by Ben');
    const draft = { documentId, status: 'draft' } as never;
    await expect(admin.app.documents(STORY).findOne(draft)).resolves.not.toBeNull();
    await expect(published(documentId)).resolves.toBeNull();
    await act();
    await failure(page).waitFor({ state: 'detached' });
    if (name === 'Publish') await page.getByText('Published').first().waitFor({ state: 'attached' });
    else await page.waitForURL((url) => url.pathname.endsWith(STORY));
    await page.context().close();
  });

  test('a list without an answer is read again when the server answers', async () => {
    await newStory('A story of the list');
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin`);
    await page.getByRole('link', { name: 'story' }).first().waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'story' }).first().click();
    await page.locator('main').getByText('The server does not answer.', { exact: true }).first().waitFor();
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'A story of the list' }).waitFor();
    expect(await page.getByText('The server does not answer').count()).toBe(0);
    await page.context().close();
  });

  test('writes no error to the console', () => {
    expect(admin.problems).toEqual([]);
  });
});
