// An editor in a real Chromium who keeps files in folders.
import type { Locator, Page } from 'playwright-core';
import { userWith } from '../../plugins/admin/tests/admin-app';
import { STORED_FILES } from '../../plugins/upload';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const STORY = 'api::story.story';
const FOLDER = 'plugin::upload.folder';
const FILE = 'plugin::upload.file';
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      attributes: { title: { type: 'string' }, cover: { type: 'media' } },
    },
  ],
} as object;

const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });

/** Drops a file on an element, as from the desktop. */
const drop = async (page: Page, place: Locator, name: string): Promise<void> => {
  const dataTransfer = await page.evaluateHandle(
    `(() => { const data = new DataTransfer(); data.items.add(new File(['dropped'], '${name}', { type: 'text/plain' })); return data; })()`,
  );
  await place.dispatchEvent('dragover', { dataTransfer });
  await place.dispatchEvent('drop', { dataTransfer });
};

describeInChromium('folders of media in the admin', (launch) => {
  let admin: AdminInChromium;
  let page: Page;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { upload: true });
    page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${admin.base}/admin/media`);
  });
  afterAll(() => admin?.close());

  const button = (name: string, place: Page | Locator = page): Locator =>
    place.getByRole('button', { name, exact: true });
  const dialog = (): Locator => page.getByRole('dialog');
  const gone = (): Promise<void> => dialog().waitFor({ state: 'detached' });
  const file = (name: string): Locator => page.locator('main button.tile', { hasText: name });
  const folder = (name: string): Locator => page.locator('.folders .tile', { hasText: name });
  const crumbs = (): Locator => page.getByRole('navigation', { name: 'Folder', exact: true });
  const store = () => admin.app.kernel.container.resolve(STORED_FILES);
  const tree = (): Locator => page.getByRole('navigation', { name: 'Folders', exact: true });
  const make = async (name: string): Promise<void> => {
    await button('New folder').click();
    await dialog().getByLabel('Name', { exact: true }).fill(name);
    await button('Create', dialog()).click();
  };

  const madeByOther = async (name: string, parent: string | null = null): Promise<string> =>
    (await admin.app.documents(FOLDER).create({ data: { name, parent } } as never)).documentId;
  const parentOf = async (uid: string, name: string): Promise<unknown> => {
    const relation = uid === FILE ? 'folder' : 'parent';
    const found = await admin.app
      .documents(uid)
      .findFirst({ filters: { name }, populate: { [relation]: true } } as never);
    return (found?.[relation] as { readonly name: string } | null | undefined)?.name;
  };

  test('makes folders, and says at the field why a name is refused', async () => {
    await make('Ponds');
    await gone();
    await make('ponds');
    await dialog().locator('#form-name-issue', { hasText: 'already' }).waitFor();
    await dialog().getByLabel('Name', { exact: true }).fill('Lakes');
    await button('Create', dialog()).click();
    await gone();
    await folder('Lakes').waitFor();
    await folder('Ponds').click();
    await page.getByRole('heading', { name: 'Ponds', exact: true }).waitFor();
    await make('Small');
    await gone();
    await folder('Small').waitFor();
  });

  test('uploads into the folder of the address, and into one by a drop', async () => {
    await page.locator('main input[type=file]').setInputFiles(textFile('here.txt'));
    await file('here.txt').waitFor();
    await drop(page, page.locator('main h1'), 'dropped.txt');
    await file('dropped.txt').waitFor();
    await drop(page, folder('Small'), 'below.txt');
    await page.getByText('1 file uploaded').waitFor({ state: 'attached' });
    expect(new URL(page.url()).searchParams.get('folder')).not.toBe(null);
    await page.reload();
    await file('here.txt').waitFor();
    expect(await file('below.txt').count()).toBe(0);
    await folder('Small').click();
    await file('below.txt').waitFor();
    expect(await crumbs().innerText()).toMatch(/Media\s*Ponds\s*Small/);
    await tree().getByRole('link', { name: 'Media', exact: true }).click();
    await page.getByText('No files. Drop some here.').waitFor();
    await page.goBack();
    await file('below.txt').waitFor();
    await crumbs().getByRole('link', { name: 'Ponds' }).click();
    await file('here.txt').waitFor();
  });

  test('moves files and folders, and finds files in all folders', async () => {
    for (const name of ['here.txt', 'dropped.txt'])
      await page.getByRole('checkbox', { name: `Choose ${name}`, exact: true }).check();
    await button('Move 2 files …').click();
    await dialog().getByLabel('To the folder').selectOption('Ponds / Small');
    await button('Move', dialog()).click();
    await gone();
    await file('here.txt').waitFor({ state: 'detached' });
    await folder('Small').click();
    await file('here.txt').click();
    await dialog().getByLabel('Folder', { exact: true }).selectOption('Lakes');
    await button('Save', dialog()).click();
    await gone();
    await file('here.txt').waitFor({ state: 'detached' });
    await button('Move folder …').click();
    const places = await dialog().getByLabel('To the folder').locator('option').allTextContents();
    expect(places).toEqual(['Media', 'Lakes', 'Ponds']);
    await dialog().getByLabel('To the folder').selectOption('Lakes');
    await button('Move', dialog()).click();
    await gone();
    await crumbs().getByRole('link', { name: 'Lakes' }).waitFor();
    await file('dropped.txt').waitFor();
    await page.getByRole('searchbox', { name: 'Search files' }).fill('here');
    await page.getByText('In Lakes').waitFor();
    expect(await page.locator('main button.tile').count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Search files' }).fill('');
    await button('Rename folder').click();
    await dialog().getByLabel('Name', { exact: true }).fill('Tiny');
    await button('Save', dialog()).click();
    await page.getByRole('heading', { name: 'Tiny', exact: true }).waitFor();
  });

  test('a form chooses a file in a folder, and uploads into it', async () => {
    const form = await admin.newPage();
    await form.goto(`${admin.base}/admin/types/${STORY}/new`);
    await form.locator('.media > button').click();
    const picker = form.getByRole('dialog');
    await button('Lakes', picker).click();
    await button('Tiny', picker).click();
    await picker.locator('button.tile', { hasText: 'below.txt' }).waitFor();
    await button('Lakes', picker).click();
    await picker.locator('input[type=file]').setInputFiles(textFile('chosen.txt'));
    await form.locator('.media .tile', { hasText: 'chosen.txt' }).waitFor();
    await form.locator('.media > button').click();
    await button('Lakes', picker).click();
    await picker.locator('button.tile', { hasText: 'here.txt' }).click();
    await form.locator('.media .tile', { hasText: 'here.txt' }).waitFor();
    await form.context().close();
  });

  test('deletes a folder with its content only after the numbers', async () => {
    await crumbs().getByRole('link', { name: 'Lakes' }).click();
    await file('chosen.txt').waitFor();
    await button('Delete folder').click();
    await button('Delete', dialog()).click();
    const counts = dialog().getByRole('listitem');
    await counts.nth(1).waitFor();
    expect(await counts.allTextContents()).toEqual(['1 folder', '4 files']);
    expect(await faultsInLooks(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    // Another person adds a file meanwhile.
    const lakes = new URL(page.url()).searchParams.get('folder');
    await store().add(__filename, { folder: lakes }, { name: 'late.txt', type: 'text/plain' });
    await button('Delete for ever', dialog()).click();
    await counts.filter({ hasText: '5 files' }).waitFor();
    await button('Delete for ever', dialog()).click();
    await gone();
    await folder('Lakes').waitFor({ state: 'detached' });
    await folder('Ponds').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.goto(`${admin.base}/admin/media?folder=${lakes}`);
    await page.getByText('The folder of this address does not exist').waitFor();
  });

  test('a double click does not delete a folder with its content', async () => {
    const full = await madeByOther('Full');
    await madeByOther('Deep', full);
    await page.goto(`${admin.base}/admin/media?folder=${full}`);
    await button('Delete folder').click();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let requests = 0;
    await page.route('**/upload/folders/*', async (route) => {
      if (route.request().method() === 'DELETE') {
        requests += 1;
        await held;
      }
      await route.continue();
    });
    const first = button('Delete', dialog());
    await first.focus();
    await page.keyboard.press('Enter');
    await dialog().locator('button:disabled', { hasText: 'Delete' }).waitFor();
    await page.keyboard.press('Enter');
    answer();
    await button('Delete for ever', dialog()).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancel');
    await page.keyboard.press('Enter');
    await gone();
    expect([requests, await parentOf(FOLDER, 'Deep')]).toEqual([1, 'Full']);
    await page.unroute('**/upload/folders/*');
  });

  test('saving texts moves no file out of a folder that the page does not know', async () => {
    await page.goto(`${admin.base}/admin/media`);
    await file('late.txt').or(page.getByText('No files. Drop some here.')).first().waitFor();
    const fresh = await madeByOther('Fresh');
    await store().add(__filename, { folder: fresh }, { name: 'fresh.txt', type: 'text/plain' });
    await page.getByRole('searchbox', { name: 'Search files' }).fill('fresh');
    await file('fresh.txt').click();
    const chosen = dialog().getByLabel('Folder', { exact: true }).locator('option:checked');
    expect(await chosen.innerText()).toBe('Fresh');
    await dialog().getByLabel('Caption').fill('Of today');
    await button('Save', dialog()).click();
    await gone();
    expect(await parentOf(FILE, 'fresh.txt')).toBe('Fresh');
  });

  test('a folder stays below a folder that the page does not know', async () => {
    const outer = await madeByOther('Outer');
    const inner = await madeByOther('Inner', outer);
    // As if there were more folders than the page reads.
    await page.route(
      ({ pathname }) => pathname.endsWith('/upload/folders'),
      (route) => route.continue({ url: `${route.request().url()}&filters[documentId][$ne]=${outer}` }),
    );
    await page.goto(`${admin.base}/admin/media?folder=${inner}`);
    await button('Move folder …').click();
    const chosen = dialog().getByLabel('To the folder').locator('option:checked');
    expect(await chosen.innerText()).toBe('Outer');
    await button('Move', dialog()).click();
    await gone();
    expect(await parentOf(FOLDER, 'Inner')).toBe('Outer');
    await page.unrouteAll();
  });

  test('drags files onto a folder of the grid, and the chosen ones together', async () => {
    await page.goto(`${admin.base}/admin/media`);
    for (const name of ['Shelf', 'Box']) await madeByOther(name);
    for (const name of ['red.txt', 'green.txt', 'blue.txt'])
      await store().add(__filename, {}, { name, type: 'text/plain' });
    await page.reload();
    await file('red.txt').dragTo(page.locator('main h1'));
    await file('red.txt').dragTo(folder('Shelf'));
    await file('red.txt').waitFor({ state: 'detached' });
    await page.getByText('1 file moved').waitFor({ state: 'attached' });
    for (const name of ['green.txt', 'blue.txt'])
      await page.getByRole('checkbox', { name: `Choose ${name}`, exact: true }).check();
    await file('blue.txt').dragTo(tree().getByRole('link', { name: 'Box' }));
    await page.getByText('2 files moved').waitFor({ state: 'attached' });
    expect(await page.locator('[data-folder].over').count()).toBe(0);
    expect(
      await Promise.all(['red.txt', 'green.txt', 'blue.txt'].map((name) => parentOf(FILE, name))),
    ).toEqual(['Shelf', 'Box', 'Box']);
  });

  test('a file of a folder that may not be moved stays, and the screen says why', async () => {
    await store().add(__filename, {}, { name: 'kept.txt', type: 'text/plain' });
    await page.reload();
    await page.route('**/upload/actions/move', (route) =>
      route.fulfill({ status: 409, json: { error: { message: 'No room in Shelf', status: 409 } } }),
    );
    await file('kept.txt').dragTo(folder('Shelf'));
    await page.getByRole('alert').getByText('No room in Shelf').waitFor();
    await file('kept.txt').waitFor();
    await page.unroute('**/upload/actions/move');
  });

  test('without the action, there are files and no folders', async () => {
    const cookie = await userWith(admin.app, 'ann', [
      'plugin::admin.app.open',
      'plugin::upload.content-api.find',
    ]);
    const other = await admin.newPage({ storageState: stateOf(cookie) });
    await store().add(__filename, {}, { name: 'open.txt', type: 'text/plain' });
    await other.goto(`${admin.base}/admin/media?folder=x`);
    await other.locator('button.tile', { hasText: 'open.txt' }).waitFor();
    expect(await other.getByRole('navigation', { name: /Folder/ }).count()).toBe(0);
    expect(await other.locator('main input[type=checkbox]').count()).toBe(0);
    await other.context().close();
    expect(admin.problems).toEqual([]);
  });

  test('the search is in the address', async () => {
    const page = await admin.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(`${admin.base}/admin/media?folder=${await madeByOther('Sought')}`);
    await page.getByRole('heading', { name: 'Sought' }).waitFor();
    await page.locator('main input[type=file]').setInputFiles(textFile('sought.txt'));
    const tile = page.locator('main button.tile', { hasText: 'sought.txt' });
    await tile.waitFor();
    const field = page.getByRole('searchbox', { name: 'Search files' });
    await field.fill('nothing like it');
    await page.getByText('Nothing found').waitFor();
    await field.fill('SOUGHT');
    await tile.waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('SOUGHT');
    await page.reload();
    await tile.getByText('In Sought').waitFor();
    expect(await field.inputValue()).toBe('SOUGHT');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await field.waitFor({ state: 'detached' });
    await page.goBack();
    await tile.getByText('In Sought').waitFor();
    expect(await field.inputValue()).toBe('SOUGHT');
    await page.context().close();
  });
});
