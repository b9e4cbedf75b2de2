// What the form says of values that the server refuses, in a real Chromium: no path and no type of a programmer.
import type { Page } from 'playwright-core';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const RULE = 'api::rule.rule';
const STORY = 'api::story.story';
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'rule', pluralName: 'rules' },
      attributes: {
        title: { type: 'string' },
        seats: { type: 'integer' },
        weight: { type: 'float' },
        least: { type: 'integer', min: 3 },
        most: { type: 'decimal', max: 9.5 },
        price: { type: 'decimal', precision: 10, scale: 2 },
        mail: { type: 'email' },
        code: { type: 'string', regex: '^[A-Z]{3}$' },
        steps: { type: 'component', repeatable: true, component: 'shared.step', min: 2 },
        serial: { type: 'string', unique: true },
      },
    },
    {
      info: { singularName: 'story', pluralName: 'stories' },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: 'string' },
        summary: { type: 'text' },
        rating: { type: 'integer', max: 10 },
      },
    },
  ],
  components: { 'shared.step': { info: { displayName: 'Step' }, attributes: { text: { type: 'string' } } } },
} as object;

const REFUSED = [
  ['Seats', '1.5', 'This is no whole number.'],
  ['Weight', 'heavy', 'This is no number.'],
  ['Least', '2', 'At least 3.'],
  ['Most', '9.6', 'At most 9.5.'],
  ['Price', '1.234', 'Digits after the point: at most 2.'],
  ['Mail', 'nobody', 'This is no e-mail address.'],
  ['Code', 'abc', 'This text must match /^[A-Z]{3}$/.'],
  ['Serial', 'S-1', 'Another document already has this value.'],
] as const;

describeInChromium('refused values in the admin', (launch) => {
  let admin: AdminInChromium;
  let page: Page;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
    const steps = [{ text: 'a' }, { text: 'b' }];
    await admin.app.documents(RULE).create({ data: { title: 'First', serial: 'S-1', steps } } as never);
    page = await admin.newPage();
  });
  afterAll(() => admin?.close());

  const fieldOf = (label: string) => page.getByLabel(label, { exact: true });
  const saved = async (): Promise<string> => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const notice = page.locator('main .notice.error li');
    await notice.first().waitFor();
    return (await notice.allInnerTexts()).map((line) => line.replace(/[\u2068\u2069]/g, '')).join('\n');
  };

  test.each(REFUSED)('%s "%s": %s', async (label, value, words) => {
    await page.goto(`${admin.base}/admin/types/${RULE}/new`);
    await fieldOf(label).fill(value);
    expect(await saved()).toBe(`${label}: ${words}`);
  });

  test('too few entries', async () => {
    await page.goto(`${admin.base}/admin/types/${RULE}/new`);
    await fieldOf('Title').waitFor();
    await page.getByRole('button', { name: 'Add Step' }).click();
    expect(await saved()).toBe('Steps: Number of entries: at least 2.');
  });

  test('a refused value of a draft keeps no other value from being stored', async () => {
    const stories = admin.app.documents(STORY);
    const { documentId } = await stories.create({ data: { title: 'First' }, status: 'draft' } as never);
    const draft = () => stories.findOne({ documentId, status: 'draft' } as never);
    await page.goto(`${admin.base}/admin/types/${STORY}/${documentId}`);
    await fieldOf('Rating').fill('55');
    await fieldOf('Summary').fill('Half an hour of writing');
    await fieldOf('Title').fill('Second');
    await page.getByText('The other fields are saved.').waitFor();
    await page.locator('.save.refused').waitFor();
    expect(await fieldOf('Rating').inputValue()).toBe('55');
    expect(await draft()).toMatchObject({
      title: 'Second',
      summary: 'Half an hour of writing',
      rating: null,
    });
    // Nothing is published while a field is refused.
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.locator('.save.refused').waitFor();
    await fieldOf('Rating').fill('5');
    await page.locator('.save.saved').waitFor();
    expect(await draft()).toMatchObject({ rating: 5 });
    expect(await stories.findOne({ documentId, status: 'published' } as never)).toBeNull();
  });

  test('writes no error to the console', () => {
    expect(admin.problems).toEqual([]);
  });
});
