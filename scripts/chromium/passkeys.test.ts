// Passkeys in the admin, in a real Chromium with a virtual authenticator.
import type { CDPSession, Page } from 'playwright-core';
import { PASSWORD } from '../../plugins/admin/tests/admin-app';
import { SECRET } from '../../plugins/two-factor/tests/app';
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

const ROLE = 'plugin::users-permissions.role';
const USER = 'plugin::users-permissions.user';

describeInChromium('passkeys', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    const actions = ['plugin::admin.app.open', 'api::tag.tag.find'];
    admin = await openAdmin(launch, CONTENT, {
      'users-permissions': {
        config: { ratelimit: { enabled: false }, roles: { editor: { actions }, author: { actions } } },
      },
      'two-factor': { config: { secret: SECRET, roles: ['editor'] } },
      passkeys: true,
    });
  });
  afterAll(() => admin?.close());

  /** The account page of a new user. The device in the browser has `isUserVerified` as a person would confirm. */
  async function accountPage(
    username: string,
  ): Promise<{ page: Page; cdp: CDPSession; authenticatorId: string }> {
    const data = { username, email: `${username}@example.org`, password: PASSWORD, confirmed: true };
    await admin.app.documents(USER).create({ data: { ...data, role: await roleOf('author') } as never });
    const page = await (await admin.browser.newContext()).newPage();
    admin.watch(page);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${admin.base}/admin`);
    await logIn(page, username, PASSWORD);
    await opened(page);
    await page.goto(`${admin.base}/admin/account`);
    return { page, cdp, authenticatorId };
  }

  const roleOf = async (type: string) =>
    (await admin.app.documents(ROLE).findFirst({ filters: { type } }))?.documentId;

  async function logIn(page: Page, username: string, password: string): Promise<void> {
    await page.getByLabel('Name or address').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
  }
  const opened = (page: Page) =>
    page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: 'Tag', exact: true })
      .waitFor();

  async function loginPage(page: Page): Promise<void> {
    await page.context().clearCookies();
    await page.goto(`${admin.base}/admin`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  }

  async function add(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill(name);
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  }

  test('a user adds one, logs in with it, renames it, and removes it', async () => {
    const { page, cdp, authenticatorId } = await accountPage('pia');
    await add(page, 'Laptop');
    await page.getByText('Laptop').waitFor();
    const adding = page.getByRole('button', { name: 'Add a passkey' });
    const list = page.getByRole('list').filter({ hasText: 'Laptop' });
    const [above, below] = [await list.boundingBox(), await adding.boundingBox()];
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThan(4);
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
    await add(page, 'Again');
    await page.getByText('This device has a passkey of your account already').waitFor();
    await loginPage(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await opened(page);
    await page.goto(`${admin.base}/admin/account`);
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name of the passkey').fill('Old laptop');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Old laptop', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    // The form says which passkey it is about.
    await page.getByRole('listitem').filter({ hasText: 'Old laptop' }).getByLabel('Your password').waitFor();
    expect(await page.getByText('Old laptop', { exact: true }).count()).toBe(1);
    await page.getByLabel('Your password').fill('Wrong-pass1');
    await page.getByRole('button', { name: 'Remove Old laptop' }).click();
    await page.getByText('The provided current password is invalid').waitFor();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Remove Old laptop' }).click();
    await page.getByText('Old laptop', { exact: true }).waitFor({ state: 'detached' });
    await loginPage(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('The passkey was refused').waitFor();
    // A person who does not confirm.
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('The browser gave no passkey').waitFor();
    await page.context().close();
  });

  test('it is the second factor that a role needs, and is confirmed after a new password', async () => {
    const { page } = await accountPage('quin');
    await add(page, 'Key');
    await page.getByText('Key', { exact: true }).waitFor();
    const user = await admin.app.documents(USER).findFirst({ filters: { username: 'quin' } });
    const documentId = user?.documentId ?? '';
    const data = { role: await roleOf('editor'), password: 'Another-1' };
    await admin.app.documents(USER).update({ documentId, data });
    await loginPage(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('Your logins have ended since you added').waitFor();
    await logIn(page, 'quin', 'Another-1');
    await page.getByText('Your account needs a second factor.').waitFor();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await opened(page);
    // The password and the passkey together have confirmed it.
    await loginPage(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await opened(page);
    await admin.app.documents(USER).update({ documentId, data: { password: PASSWORD } });
    await loginPage(page);
    await logIn(page, 'quin', PASSWORD);
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await page.context().close();
  });

  test('writes no error to the console', () => {
    expect(admin.problems).toEqual([]);
  });
});
