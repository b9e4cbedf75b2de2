// Text that the server does not have yet stays in the browser, and passwords do not.
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const MEMBER = 'api::member.member';

const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'member', pluralName: 'members' },
      options: { draftAndPublish: true },
      attributes: {
        name: { type: 'string' },
        secret: { type: 'password' },
        door: { type: 'component', component: 'shared.door' },
      },
    },
  ],
  components: {
    'shared.door': {
      info: { displayName: 'Door' },
      attributes: { place: { type: 'string' }, code: { type: 'password' } },
    },
  },
} as never;

/** What the browser has stored. */
const STORED = `(async () => {
  const open = indexedDB.open('quire-admin', 1);
  const db = await new Promise((done) => { open.onsuccess = () => done(open.result); });
  const all = db.transaction('texts').objectStore('texts').getAll();
  const texts = await new Promise((done) => { all.onsuccess = () => done(all.result); });
  db.close();
  return JSON.stringify([texts, { ...localStorage }]);
})()`;

/** The database never answers. */
const BUSY =
  'IDBDatabase.prototype.transaction = () => ({ objectStore: () => ({ put() {}, delete() {} }), commit() {} })';

/** The database answers each request with an error. */
const BROKEN = 'IDBDatabase.prototype.transaction = () => { throw new Error("broken"); }';

describeInChromium('kept text', (launch) => {
  let admin: AdminInChromium;

  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
  });
  afterAll(() => admin?.close());

  test('the last words stay though the page has ended before the database had them', async () => {
    const { documentId } = await admin.app
      .documents(MEMBER)
      .create({ data: { name: 'Ann', door: { place: 'north' } }, status: 'draft' } as never);
    const page = await admin.newPage();
    const at = '**/admin/api/documents/**';
    await page.goto(`${admin.base}/admin/types/${MEMBER}/${documentId}`);
    await page.getByLabel('Name').waitFor();
    await page.route(at, (route) => route.abort());
    await page.evaluate(BUSY);

    await page.getByLabel('Name').fill('last words');
    await page.getByLabel('Secret').fill('first password');
    await page.getByLabel('Place').fill('south');
    await page.getByLabel('Code').fill('second password');
    await page.unroute(at);
    await page.reload();

    await page.getByRole('button', { name: 'Use it' }).waitFor();
    const stored = await page.evaluate<string>(STORED);
    expect(stored).toContain('last words');
    expect(stored).not.toContain('password');
    await page.goto(`${admin.base}/admin`);
    const waiting = page.locator('.card', { hasText: 'Texts that the server does not have' });
    expect(await waiting.getByRole('link').innerText()).toBe('member: last words');
    await waiting.getByRole('link').click();
    await page.getByRole('button', { name: 'Use it' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('last words');
    expect(await page.getByLabel('Place').inputValue()).toBe('south');
    await page.locator('.save.saved').waitFor();
    expect(await page.evaluate<string>(STORED)).not.toContain('last words');
    await page.context().close();
  });

  test('without the database, the text is kept and offered, and saves and operations go on', async () => {
    const { documentId } = await admin.app
      .documents(MEMBER)
      .create({ data: { name: 'Ben' }, status: 'draft' } as never);
    const page = await admin.newPage();
    await page.addInitScript(BROKEN);
    const at = '**/admin/api/documents/**';
    await page.goto(`${admin.base}/admin/types/${MEMBER}/${documentId}`);
    await page.getByLabel('Name').waitFor();
    await page.route(at, (route) => route.abort());
    await page.getByLabel('Name').fill('kept elsewhere');
    await page.locator('.save.offline').waitFor();
    await page.unroute(at);
    await page.locator('.save.saved').waitFor();

    await page.route(at, (route) => route.abort());
    await page.getByLabel('Name').fill('offered');
    await page.locator('.save.offline').waitFor();
    await page.unroute(at);
    await page.reload();
    await page.getByRole('button', { name: 'Use it' }).click();
    const answer = page.waitForResponse((response) => response.url().includes('/actions/publish'));
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    expect((await answer).status()).toBe(200);
    const published = { documentId, status: 'published' } as never;
    await expect(admin.app.documents(MEMBER).findOne(published)).resolves.toMatchObject({ name: 'offered' });
    await page.context().close();
  });

  test('writes no error to the console', () => {
    expect(admin.problems).toEqual([]);
  });
});
