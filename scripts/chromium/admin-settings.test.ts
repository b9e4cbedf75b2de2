// An administrator in a real Chromium who looks at the settings of plugins, and changes those in the database.

import type { Page } from 'playwright-core';
import { type AnyPlugin, check, definePlugin, secret } from '../../core';
import { CONTENT, userWith } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const { anyOf, array, boolean, integer, object, oneOf, optional, string } = check;

const greeter: AnyPlugin = definePlugin({
  name: 'greeter',
  config: object({ apiKey: optional(string()), most: optional(integer(), 5) }),
  register(app) {
    app.settings(
      object({
        greeting: optional(string({ max: 10 }), 'Hi'),
        often: optional(boolean(), true),
        most: optional(integer({ min: 1 }), 7),
        tone: optional(oneOf('warm', 'cool'), 'warm'),
        words: optional(array(string()), ['a']),
      }),
    );
  },
});

let kept: () => unknown = () => null;
const keeper: AnyPlugin = definePlugin({
  name: 'keeper',
  register(app) {
    const settings = app.settings(
      object({
        key: optional(secret(), 'a key of the database'),
        note: optional(anyOf('a text or null', string(), oneOf(null)), 'abc'),
        one: optional(string(), 'first'),
        two: optional(string(), 'second'),
      }),
    );
    kept = () => settings.value;
  },
});

describeInChromium('settings of plugins in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(
      launch,
      { ...CONTENT, plugins: [greeter, keeper] },
      { greeter: { config: { apiKey: 'a key of the file' } }, keeper: true, upload: true },
    );
  });
  afterAll(() => admin?.close());

  test('shows settings without secrets, where they are changed, and finds them', async () => {
    const page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${admin.base}/admin`);
    await page.getByRole('link', { name: 'Settings of plugins', exact: true }).click();
    await page.locator('summary', { hasText: 'greeter' }).click();
    const card = page.locator('details.card[open]');
    await card.getByRole('row', { name: /apiKey\s+hidden\s+Configuration/ }).waitFor();
    await card.getByRole('row', { name: /most\s+5\s+Default/ }).waitFor();
    await card.getByText('greeter.config', { exact: true }).waitFor();
    expect(await page.content()).not.toContain('a key of the file');
    await page.reload();
    await card.getByRole('row', { name: /apiKey/ }).waitFor();
    await page.locator('summary', { hasText: 'users-permissions' }).click();
    await page.getByRole('link', { name: 'Roles', exact: true }).nth(1).waitFor();
    expect(await page.locator('details.card[open]').count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('breakpoints');
    await page.getByRole('row', { name: /breakpoints/ }).waitFor();
    expect(await page.locator('details.card').count()).toBe(1);
    expect(await faultsInLooks(page)).toEqual([]);
    await page.context().close();
  });

  test('changes settings in the database, and says at the field what is refused', async () => {
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/settings?plugin=greeter`);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings of greeter' });
    await dialog.getByLabel('Greeting').fill('Much too long for it');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.locator('#form-greeting-issue').waitFor();
    await dialog.getByLabel('Greeting').fill('Hello');
    await dialog.getByLabel('Often').selectOption('Off');
    await dialog.getByLabel('Tone').selectOption('cool');
    await dialog.getByLabel('Words').fill('["a", ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Words is no JSON.').waitFor();
    await dialog.getByLabel('Words').fill('["a", "b"]');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('dd', { hasText: 'Hello' }).waitFor();
    await page.reload();
    const facts = page.locator('details[open] dl.facts').nth(1);
    await facts.getByText('cool').waitFor();
    expect((await facts.innerText()).replaceAll(/\s+/g, ' ')).toBe(
      'Greeting Hello Often false Most 7 Tone cool Words ["a","b"]',
    );
    await page.context().close();
  });

  test('shows no secret, and keeps what was typed when another person has changed settings', async () => {
    const open = async (): Promise<Page> => {
      const page = await admin.newPage();
      await page.goto(`${admin.base}/admin/settings?plugin=keeper`);
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      return page;
    };
    const save = async (page: Page, texts: Readonly<Record<string, string>>): Promise<void> => {
      for (const [label, text] of Object.entries(texts)) await dialogOf(page).getByLabel(label).fill(text);
      await dialogOf(page).getByRole('button', { name: 'Save' }).click();
      await dialogOf(page).waitFor({ state: 'detached' });
    };
    const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Settings of keeper' });
    const [page, other] = [await open(), await open()];
    const key = dialogOf(page).getByLabel('Key', { exact: true });
    expect([await key.getAttribute('type'), await key.inputValue()]).toEqual(['password', '']);
    expect(await page.locator('body').innerText()).not.toContain('a key of the database');
    expect(await dialogOf(page).getByLabel('Note').inputValue()).toBe('"abc"');
    const before = { key: 'a key of the database', note: 'abc', one: 'first', two: 'second' };
    await save(page, { One: 'changed' });
    const others = dialogOf(other);
    const one = others.getByLabel('One', { exact: true });
    const two = others.getByLabel('Two', { exact: true });
    await two.fill('changed');
    await others.getByRole('button', { name: 'Save', exact: true }).click();
    await others.getByRole('alert').getByText('Nothing was saved. Changed: One.').waitFor();
    expect([await one.inputValue(), await two.inputValue()]).toEqual(['changed', 'changed']);
    expect(kept()).toEqual({ ...before, one: 'changed' });
    await expect(faultsInLooks(other)).resolves.toEqual([]);
    await save(other, {});
    expect(kept()).toEqual({ ...before, one: 'changed', two: 'changed' });
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await save(page, { Key: 'a new key', Note: 'null' });
    expect(kept()).toEqual({ key: 'a new key', note: null, one: 'changed', two: 'changed' });
    for (const each of [page, other]) await each.context().close();
  });

  test('without the actions, there is no button and no screen', async () => {
    const open = 'plugin::admin.app.open';
    const read = ['plugin::admin.settings.read', 'plugin::greeter.settings.read'];
    const reader = await admin.newPage({
      storageState: stateOf(await userWith(admin.app, 'ann', [open, ...read])),
    });
    await reader.goto(`${admin.base}/admin/settings?plugin=greeter`);
    await reader.locator('dd', { hasText: 'Hello' }).waitFor();
    expect(await reader.getByRole('button', { name: 'Change', exact: true }).count()).toBe(0);
    await reader.context().close();
    const other = await admin.newPage({ storageState: stateOf(await userWith(admin.app, 'bob', [open])) });
    await other.goto(`${admin.base}/admin/settings`);
    await other.getByText('Your role may not open this screen.').waitFor();
    expect(await other.getByRole('link', { name: 'Settings of plugins' }).count()).toBe(0);
    await other.context().close();
    expect(admin.problems).toEqual([]);
  });
});
