// A list of three stories in the admin, and what an editor does to narrow it.
import type { Browser, Locator, Page } from 'playwright-core';
import { type AdminInChromium, openAdmin } from './open-admin';

export const STORY = 'api::story.story';
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
        cover: { type: 'media' },
        gallery: { type: 'media', multiple: true },
        labels: { type: 'relation', relation: 'manyToMany', target: TOPIC },
      },
    },
    { info: { singularName: 'topic', pluralName: 'topics' }, attributes: { name: { type: 'string' } } },
  ],
} as object;

/** The page asks again after each change of the filter. */
const PATIENCE = 20_000;

export interface FilteredStories {
  readonly admin: AdminInChromium;
  readonly page: Page;
  /** Opens the whole list: Later (changed), Live (published), Never (a draft). */
  open(): Promise<void>;
  /** Waits for the list to have these titles. */
  listed(...titles: readonly string[]): Promise<void>;
  /** Begins a condition. Returns the field of its value. */
  choose(field: string, operator: string): Promise<Locator>;
  send(): Promise<void>;
  remove(field: string): Promise<void>;
}

export async function openStories(launch: () => Promise<Browser>): Promise<FilteredStories> {
  const admin = await openAdmin(launch, CONTENT, { upload: true });
  await addStories(admin);
  const page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(PATIENCE);
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

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
  return {
    admin,
    page,
    listed,
    async open() {
      await page.goto(`${admin.base}/admin/types/${STORY}`);
      await listed('Later', 'Live', 'Never');
    },
    async choose(field, operator) {
      await button('Filter').click();
      await page.getByLabel('Attribute').selectOption(field);
      await page.getByLabel('Operator').selectOption(operator);
      return page.getByLabel('Value', { exact: true });
    },
    send: () => button('Filter').click(),
    remove: (field) => page.getByRole('button', { name: `Remove the condition on ${field}` }).click(),
  };
}

async function addStories({ app }: AdminInChromium): Promise<void> {
  const topic = async (name: string): Promise<string> =>
    (await app.documents(TOPIC).create({ data: { name } } as never)).documentId;
  const ponds = await topic('Ponds');
  const sheds = await topic('Sheds');
  const stories = app.documents(STORY);
  const make = (data: object) => stories.create({ data, status: 'draft' } as never);
  await make({
    title: 'Never',
    kind: 'news',
    featured: true,
    at: '2026-07-08T12:00:00.000Z',
    topic: ponds,
    labels: [ponds, sheds],
  });
  const live = await make({ title: 'Live', kind: 'guide', day: '2026-03-04', topic: sheds, labels: [sheds] });
  const later = await make({ title: 'Later', kind: 'news', featured: false, day: '2026-05-06' });
  for (const { documentId } of [live, later]) await stories.publish({ documentId } as never);
  await stories.update({ documentId: later.documentId, data: { kind: 'guide' }, status: 'draft' } as never);
}
