// An editor in a real Chromium who narrows a list by state, links and chosen values.
import type { Locator, Page } from 'playwright-core';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const STORY = 'api::story.story';
const TOPIC = 'api::topic.topic';
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: 'string' },
        kind: { type: 'enumeration', enum: ['news', 'guide'] },
        featured: { type: 'boolean' },
        day: { type: 'date' },
        at: { type: 'datetime' },
        opens: { type: 'time' },
        topic: { type: 'relation', relation: 'manyToOne', target: TOPIC },
        labels: { type: 'relation', relation: 'manyToMany', target: TOPIC },
      },
    },
    { info: { singularName: 'topic', pluralName: 'topics' }, attributes: { name: { type: 'string' } } },
  ],
} as object;

/** The page asks again after each change of the filter. */
const PATIENCE = 20_000;

describeInChromium('filters of lists in the admin', (launch) => {
  let admin: AdminInChromium;
  let page: Page;
  const topics: Record<string, string> = {};
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
    const { app } = admin;
    for (const name of ['Ponds', 'Sheds'])
      topics[name] = (await app.documents(TOPIC).create({ data: { name } } as never)).documentId;
    const stories = app.documents(STORY);
    const make = (data: object) => stories.create({ data, status: 'draft' } as never);
    const { Ponds: ponds, Sheds: sheds } = topics;
    await make({
      title: 'Never',
      kind: 'news',
      featured: true,
      at: '2026-07-08T12:00:00.000Z',
      topic: ponds,
      labels: [ponds, sheds],
    });
    const live = await make({
      title: 'Live',
      kind: 'guide',
      day: '2026-03-04',
      topic: sheds,
      labels: [sheds],
    });
    const later = await make({ title: 'Later', kind: 'news', featured: false, day: '2026-05-06' });
    for (const { documentId } of [live, later]) await stories.publish({ documentId } as never);
    await stories.update({ documentId: later.documentId, data: { kind: 'guide' }, status: 'draft' } as never);
    page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(PATIENCE);
  });
  afterAll(() => admin?.close());

  const open = async (): Promise<void> => {
    await page.goto(`${admin.base}/admin/types/${STORY}`);
    await listed('Later', 'Live', 'Never');
  };
  const listed = async (...titles: readonly string[]): Promise<void> => {
    const deadline = Date.now() + PATIENCE;
    let found: readonly string[] = [];
    while (Date.now() < deadline) {
      found = (await page.locator('tbody a').allTextContents()).toSorted();
      if (found.join() === titles.join()) return;
      await page.waitForTimeout(50);
    }
    expect(found).toEqual(titles);
  };
  const choose = async (field: string, operator: string): Promise<Locator> => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Attribute').selectOption(field);
    await page.getByLabel('Operator').selectOption(operator);
    return page.getByLabel('Value', { exact: true });
  };
  const send = (): Promise<void> => page.getByRole('button', { name: 'Filter', exact: true }).click();
  const remove = (field: string): Promise<void> =>
    page.getByRole('button', { name: `Remove the condition on ${field}` }).click();

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

  test('the value of a switch and of a day is chosen', async () => {
    await open();
    await (await choose('Featured', 'is')).selectOption({ label: 'No' });
    await send();
    await listed('Later');
    await page.getByText('Featured is No').waitFor();
    await remove('Featured');
    const day = await choose('Day', 'is on or before');
    expect(await page.getByLabel('Operator').locator('option').allTextContents()).toEqual([
      ...['is', 'is not', 'is empty', 'is not empty'],
      ...['is before', 'is on or before', 'is after', 'is on or after'],
    ]);
    expect(await day.getAttribute('type')).toBe('date');
    await day.fill('2026-04-01');
    await send();
    await listed('Live');
  });

  test('a list shows the documents of a time, which each document has', async () => {
    await admin.app.kernel.database.knex.raw(
      "UPDATE stories SET created_at = '2026-02-03T10:00:00.000Z' WHERE title = 'Never'",
    );
    await open();
    const before = await choose('Created', 'is before');
    expect(await before.getAttribute('type')).toBe('datetime-local');
    expect(await page.getByLabel('Operator').locator('option').allTextContents()).toEqual([
      'is at or after',
      'is before',
    ]);
    await page.getByLabel('Attribute').selectOption('Opens');
    const ofClock = await page.getByLabel('Operator').locator('option').allTextContents();
    expect(ofClock).toEqual(expect.arrayContaining(['is at or before', 'is at or after']));
    await page.getByLabel('Attribute').selectOption('Created');
    await page.getByLabel('Operator').selectOption('is before');
    const moment = await page.evaluate<string>(
      "new Date(new Date('2026-02-03T10:01:00Z') - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 16)",
    );
    await before.fill(moment);
    await send();
    await listed('Never');
    await page.locator('.chip', { hasText: /Created is before .*2026/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('filters')).toBe(
      'createdAt~$lt~2026-02-03T10%3A01%3A00.000Z',
    );
    await page.goto(`${admin.base}/admin/types/${STORY}?columns=title,at`);
    await page.locator('td time', { hasText: /^Jul 8, 2026, / }).waitFor();
    await open();
    await (await choose('Created', 'is before')).fill(moment);
    await send();
    await listed('Never');
    await (await choose('Created', 'is at or after')).fill(moment);
    await send();
    await page.getByText('No documents here.').waitFor();
  });

  test('documents that meet any of several conditions', async () => {
    await page.goto(`${admin.base}/admin/types/${STORY}?filters=title~$eq~Live|featured~$eq~true`);
    await page.getByText('No documents here.').waitFor();
    const match = page.getByLabel('Conditions', { exact: true });
    await match.selectOption({ label: 'Any condition' });
    await listed('Live', 'Never');
    await page.getByLabel('State', { exact: true }).selectOption('draft');
    await listed('Never');
    await page.reload();
    await listed('Never');
    await page.getByLabel('State', { exact: true }).selectOption('');
    await listed('Live', 'Never');
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await match.selectOption('');
    await page.getByText('No documents here.').waitFor();
    await remove('Featured');
    await listed('Live');
    expect(await match.count()).toBe(0);
  });

  test('a condition without a value is not added', async () => {
    await open();
    await choose('Title', 'contains');
    expect(await page.getByRole('button', { name: 'Filter', exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('Value', { exact: true }).press('Enter');
    expect(new URL(page.url()).search).toBe('');
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
