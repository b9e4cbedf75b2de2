// The login of the admin with a second factor, in a real Chromium.
import { PASSWORD } from '../../plugins/admin/tests/admin-app';
import { enable, SECRET } from '../../plugins/two-factor/tests/app';
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

describeInChromium('the login of the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { 'two-factor': { config: { secret: SECRET } } });
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
    await page.getByRole('link', { name: 'Tag', exact: true }).waitFor();
    await page.context().close();
  });
});
