// The builder of the admin in a real Chromium. Nothing starts this application again, so it never runs with the files that the tests write.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { userWith } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';

const TAG = 'api::tag.tag';
const TAG_FILE = 'src/api/tag/content-types/tag/schema.json';
const STORED = `{
  "info": { "singularName": "tag", "pluralName": "tags" },
  "attributes": {
    "name": { "type": "string" }
  }
}
`;

describeInChromium('the builder', (launch) => {
  let admin: AdminInChromium;
  let page: Page;

  beforeAll(async () => {
    const { info, attributes } = JSON.parse(STORED);
    admin = await openAdmin(launch, {
      contentTypes: [{ info, attributes }],
      // The builder exists in development.
      env: { NODE_ENV: 'development' },
    });
    await admin.app.documents(TAG).create({ data: { name: 'word' } } as never);
  });
  afterAll(() => admin?.close());
  beforeEach(async () => {
    put(TAG_FILE, STORED);
    page = await admin.newPage();
  });
  afterEach(() => page.context().close());

  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(admin.app.dir, path)), { recursive: true });
    writeFileSync(join(admin.app.dir, path), text);
  };
  const textOf = (path: string): string => readFileSync(join(admin.app.dir, path), 'utf8');
  const open = (path: string) => page.goto(`${admin.base}/admin/builder?file=${path}`);
  const text = () => page.getByLabel('Text of the file');
  const changed = () => page.getByText('Changed, not written:');
  const look = () => page.getByRole('button', { name: 'Show the plan' }).click();
  /** Clicks, and returns the answer. */
  const write = async () => {
    const written = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Write the files' }).click();
    return written;
  };
  const attribute = async (name: string) => {
    const found = page.locator(`[data-attribute=${name}]`);
    await found.locator('summary').click();
    return found;
  };

  test('shows what a file would change, and keeps the change of another program', async () => {
    await page.goto(`${admin.base}/admin/builder`);
    await page.getByRole('link', { name: TAG_FILE }).click();
    await page.getByLabel('Name of the new attribute').fill('word');
    await page.getByLabel('Type of the new attribute').selectOption('enumeration');
    await page.getByRole('button', { name: 'Add attribute' }).click();
    await look();
    const word = await attribute('word');
    await word.locator('.issue').waitFor();
    await word.getByLabel('enum', { exact: true }).fill('one\ntwo');
    const name = await attribute('name');
    await name.getByLabel('Name', { exact: true }).fill('title');
    await look();
    // The database of the running application has the table.
    await page
      .getByText(/name is title now|name.*title/)
      .first()
      .waitFor();
    await page.getByText(/add the attribute word/).waitFor();
    await expect(page.getByText(/create the table/).count()).resolves.toBe(0);
    const theirs = STORED.replace('"tags" }', '"tags", "displayName": "Tag" }');
    writeFileSync(join(admin.app.dir, TAG_FILE), theirs);
    await page.getByRole('button', { name: 'Write the files' }).click();
    await page.locator('.clash mark').filter({ hasText: 'displayName' }).waitFor();
    expect(textOf(TAG_FILE)).toBe(theirs);
    const refusal = page.getByText('has changed since it was read');
    await refusal.waitFor();
    await page.getByRole('button', { name: 'Keep your text' }).click();
    await refusal.waitFor({ state: 'detached' });
    // The change stays in the tab.
    await page.reload();
    await look();
    expect((await write()).status()).toBe(200);
    await changed().waitFor({ state: 'detached' });
    expect(textOf(TAG_FILE)).toBe(
      STORED.replace(
        '"name": { "type": "string" }',
        `"title": {\n      "type": "string",\n      "renamedFrom": "name"\n    },\n    "word": {\n      "type": "enumeration",\n      "enum": [\n        "one",\n        "two"\n      ]\n    }`,
      ),
    );
  });

  test('renames a content type: its file moves, references follow, and its rows stay', async () => {
    const PAGE_FILE = 'src/api/page/content-types/page/schema.json';
    const page_ = `{
  "info": { "singularName": "page", "pluralName": "pages" },
  "attributes": { "tags": { "type": "relation", "relation": "manyToMany", "target": "${TAG}" } }
}
`;
    put(PAGE_FILE, page_);
    const LABEL_FILE = 'src/api/label/content-types/label/schema.json';
    await open(TAG_FILE);
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of one').fill('tag');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByText(`The API id is ${TAG} already.`).waitFor();
    await dialog.getByLabel('Name of one').fill('label');
    await dialog.getByLabel('Name of many').fill('labels');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: LABEL_FILE }).waitFor();
    // Attributes of the renamed type keep their values, too.
    const name = await attribute('name');
    await name.getByLabel('Name', { exact: true }).fill('word');
    await look();
    await page.getByText(/its table tags is renamed to labels/).waitFor();
    // Nothing is written before, and one rename is dropped as a whole.
    expect(textOf(TAG_FILE)).toBe(STORED);
    expect(existsSync(join(admin.app.dir, LABEL_FILE))).toBe(false);
    await page.getByRole('link', { name: 'All schema files' }).click();
    const rows = page.getByRole('row');
    await rows.filter({ hasText: PAGE_FILE }).getByText('Changed, not written').waitFor();
    await rows.filter({ hasText: TAG_FILE }).getByText(`Moves to ${LABEL_FILE}`).waitFor();
    await look();
    expect((await write()).status()).toBe(200);
    await changed().waitFor({ state: 'detached' });
    expect(existsSync(join(admin.app.dir, 'src/api/tag'))).toBe(false);
    expect(JSON.parse(textOf(LABEL_FILE))).toEqual({
      info: { singularName: 'label', pluralName: 'labels', displayName: 'label', renamedFrom: TAG },
      attributes: { word: { type: 'string', renamedFrom: 'name' } },
    });
    expect(JSON.parse(textOf(PAGE_FILE)).attributes.tags.target).toBe('api::label.label');
    for (const folder of ['label', 'page'])
      rmSync(join(admin.app.dir, 'src/api', folder), { recursive: true });
  });

  test('drops a rename as a whole', async () => {
    await open(TAG_FILE);
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name of one').fill('label');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('link', { name: 'All schema files' }).click();
    await page
      .getByRole('row')
      .filter({ hasText: TAG_FILE })
      .getByRole('button', { name: 'Drop the change' })
      .first()
      .click();
    await changed().waitFor({ state: 'detached' });
    await expect(page.getByRole('row').filter({ hasText: 'label' }).count()).resolves.toBe(0);
  });

  test('names the ids of the changes that lose values in the command', async () => {
    await open(TAG_FILE);
    const name = await attribute('name');
    await name.getByLabel('Type', { exact: true }).selectOption('integer');
    const planned = page.waitForResponse((response) => response.url().endsWith('/builder/plan'));
    await look();
    const { steps } = (await (await planned).json()).data as {
      steps: { id?: string; effect: string }[];
    };
    const lossy = steps.filter(({ effect }) => effect === 'lossy');
    expect(lossy).toEqual([expect.objectContaining({ id: expect.stringMatching(/^[0-9a-f]{8}$/) })]);
    await page.getByText(`npx quire migrate apply --drop ${lossy[0]?.id}`, { exact: true }).waitFor();
  });

  test('keeps text that the user types while files are written, as a change of the written text', async () => {
    await open(TAG_FILE);
    const first = STORED.replace('"type": "string"', '"type": "string", "minLength": 1');
    const second = first.replace('minLength', 'maxLength');
    await text().fill(first);
    await look();
    await page.route('**/builder/files', async (route) => {
      await text().fill(second);
      await route.continue();
    });
    expect((await write()).status()).toBe(200);
    await page.unroute('**/builder/files');
    expect(textOf(TAG_FILE)).toBe(first);
    await page.getByText('Waiting until the application has started').waitFor();
    await expect(text().inputValue()).resolves.toBe(second);
    await look();
    expect((await write()).status()).toBe(200);
    await changed().waitFor({ state: 'detached' });
    expect(textOf(TAG_FILE)).toBe(second);
    await expect(text().inputValue()).resolves.toBe(second);
  });

  test('reads the files again after they were written', async () => {
    await page.goto(`${admin.base}/admin/builder`);
    await page.getByRole('button', { name: 'New component' }).click();
    await page.getByLabel('Category, such as shared').fill('shared');
    await page.getByLabel('Name, such as quote').fill('quote');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByLabel('Name of the new attribute').fill('line');
    await page.getByRole('button', { name: 'Add attribute' }).click();
    await look();
    expect((await write()).status()).toBe(200);
    await page.getByRole('link', { name: 'All schema files' }).click();
    // Its API id comes from the server.
    await page
      .getByRole('row', { name: /shared\/quote\.json/ })
      .getByText('shared.quote')
      .waitFor();
  });

  test('an attribute that is renamed with the keyboard stays open and has the focus', async () => {
    put(TAG_FILE, STORED.replace('"string" }', '"string" },\n    "other": { "type": "string" }'));
    await open(TAG_FILE);
    const focused = () => page.evaluate<string>('document.activeElement.id');
    const field = (await attribute('name')).getByLabel('Name', { exact: true });
    await field.fill('other');
    await field.press('Enter');
    const issue = page.locator('[data-attribute=name] [role=alert]');
    await issue.getByText('There is an attribute of this name.').waitFor();
    await expect(field.inputValue()).resolves.toBe('other');
    await field.fill('');
    await field.press('Enter');
    await issue.getByText('An attribute needs a name.').waitFor();
    await field.fill('title');
    await field.press('Enter');
    const renamed = page.locator('[data-attribute=title]');
    await renamed.getByText('was name').waitFor();
    await expect(renamed.getAttribute('open')).resolves.toBe('');
    await expect(focused()).resolves.toBe('builder-title-name');
    await expect(renamed.locator('[role=alert]').count()).resolves.toBe(0);
    await page.keyboard.press('Tab');
    await expect(focused()).resolves.toBe('builder-title-type');
  });

  test('keeps a mark of the encoding at the start of a file', async () => {
    put(TAG_FILE, `\uFEFF${STORED}`);
    await open(TAG_FILE);
    await (await attribute('name')).getByLabel('minLength').fill('2');
    await page.keyboard.press('Tab');
    await changed().waitFor();
    await look();
    expect((await write()).status()).toBe(200);
    expect(textOf(TAG_FILE)).toMatch(/^\uFEFF\{\n {2}"info": \{ "singularName".*"minLength": 2/s);
  });

  test('changes stay with their user', async () => {
    await open(TAG_FILE);
    await text().fill(`${STORED} `);
    await changed().waitFor();
    const grants = ['plugin::admin.app.open', 'plugin::admin.builder.use'];
    const own = await page.context().cookies();
    await page.context().addCookies(stateOf(await userWith(admin.app, 'other', grants)).cookies);
    await page.reload();
    await text().waitFor();
    await expect(text().inputValue()).resolves.toBe(STORED);
    await page.context().addCookies(own);
    await page.reload();
    await changed().waitFor();
    await expect(text().inputValue()).resolves.toBe(`${STORED} `);
  });

  test('writes no error to the console', () => {
    expect(admin.problems).toEqual([]);
  });
});
