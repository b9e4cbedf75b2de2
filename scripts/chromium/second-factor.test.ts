// The login of the admin with a second factor, in a real Chromium.

import type { Page } from 'playwright-core';
import { PASSWORD } from '../../plugins/admin/tests/admin-app';
import { enable, Phone, SECRET } from '../../plugins/two-factor/tests/app';
import { AUTHENTICATION, USERS } from '../../plugins/users-permissions';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'tag', pluralName: 'tags', displayName: 'Tag' },
      attributes: { name: { type: 'string' } },
    },
  ],
} as const;

/** The home screen links it, too. */
const tagsOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Tag', exact: true });

describeInChromium('the login of the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    const actions = ['plugin::admin.app.open', 'api::tag.tag.find'];
    admin = await openAdmin(launch, CONTENT, {
      'users-permissions': {
        config: { ratelimit: { enabled: false }, roles: { editor: { actions }, author: { actions } } },
      },
      'two-factor': { config: { secret: SECRET, roles: ['editor'] } },
    });
  });
  afterAll(() => admin?.close());

  test('asks for the code after the password', async () => {
    const { app, browser, base } = admin;
    const user = await app.kernel.container.resolve(USERS).find('grace');
    const { jwt } = await app.kernel.container.resolve(AUTHENTICATION).issue(user?.id ?? 0);
    const { recoveryCodes } = await enable(app, jwt);
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${base}/admin`);
    await page.getByLabel('Name or address').fill('grace');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    const code = page.getByLabel('Code of your app, or a recovery code');
    await code.fill('000000');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('The code is wrong or was used already').waitFor();
    await code.fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Log in' }).click();
    await tagsOf(page).waitFor();
    await page.context().close();
  });

  /** A user of the role, on the login page with the password typed. */
  async function logIn(username: string, role: string): Promise<Page> {
    const found = await admin.app.documents(ROLE).findFirst({ filters: { type: role } });
    const data = { username, email: `${username}@example.org`, password: PASSWORD, confirmed: true };
    await admin.app.documents(USER).create({ data: { ...data, role: found?.documentId } as never });
    const page = await (await admin.browser.newContext()).newPage();
    admin.watch(page);
    await page.goto(`${admin.base}/admin`);
    await page.getByLabel('Name or address').fill(username);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    return page;
  }
  const phoneOf = async (page: Page): Promise<Phone> => {
    await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
    const secret = (await page.locator('code.key').textContent()) ?? '';
    return new Phone(`otpauth://totp/x?secret=${secret.replaceAll(' ', '')}`);
  };

  test('leads a user whose role needs a factor through the setup, and then opens', async () => {
    const page = await logIn('erna', 'editor');
    await page.getByText('Your role needs a second factor').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Name or address').fill('erna');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    const phone = await phoneOf(page);
    await page.getByLabel('Code of your app').fill('000000');
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('The code is wrong').waitFor();
    await page.getByLabel('Code of your app').fill(phone.next());
    await page.getByRole('button', { name: 'Enable' }).click();
    const codes = await page.getByLabel('Recovery codes').inputValue();
    expect(codes.split('\n')).toHaveLength(10);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await tagsOf(page).waitFor();
    await page.goto(`${admin.base}/admin/account`);
    await page.getByText('Your role needs it, so it cannot be removed').waitFor();
    await page.context().close();
  });

  test('sets up and removes a factor on the account page', async () => {
    const page = await logIn('otto', 'author');
    await tagsOf(page).waitFor();
    await page.goto(`${admin.base}/admin/account`);
    await page.getByRole('button', { name: 'Set up' }).click();
    const phone = await phoneOf(page);
    await page.getByLabel('Code of your app').fill(phone.next());
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('10 recovery codes are left.').waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByLabel('Code of your app, or a recovery code').fill(phone.next());
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Set up' }).waitFor();
    await page.context().close();
  });

  test('needs no password for requests between the new factor and its session', async () => {
    const page = await logIn('anna', 'author');
    await tagsOf(page).waitFor();
    await page.goto(`${admin.base}/admin/account`);
    await page.getByRole('button', { name: 'Set up' }).click();
    const phone = await phoneOf(page);
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**/admin/api/login', (sent) => held.then(() => sent.continue()));
    await page.getByLabel('Code of your app').fill(phone.next());
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByLabel('Recovery codes').waitFor();
    await tagsOf(page).click();
    await page.getByRole('dialog').waitFor();
    go();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.context().close();
  });

  test('writes no error to the console', () => {
    expect(admin.problems).toEqual([]);
  });
});

const ROLE = 'plugin::users-permissions.role';
const USER = 'plugin::users-permissions.user';
