// A list shows the request that gives the same documents. A person copies it, and runs it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { GRANTS } from '../../plugins/users-permissions';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const BOOK = 'api::book.book';
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'book', pluralName: 'books' },
      attributes: { title: { type: 'string' }, kind: { type: 'enumeration', enum: ['a', 'b'] } },
    },
  ],
} as never;
const TITLE = `Fish & chips #1: it's 5+5 %, "ü" $HOME`;

describeInChromium('the requests of lists in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
    const { app } = admin;
    for (const [title, kind] of [
      [TITLE, 'a'],
      [TITLE, 'b'],
      ['Fish', 'a'],
    ])
      await app.documents(BOOK).create({ data: { title, kind } } as never);
    const grants = app.kernel.container.resolve(GRANTS);
    const role = (await grants.roleOfType('public'))?.documentId ?? '';
    await grants.grant(role, [{ action: `${BOOK}.find`, rule: null }]);
  });
  afterAll(() => admin?.close());

  test('the shown texts give the documents of the list, whatever stands in the search', async () => {
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/${BOOK}?filters=kind~$eq~a&q=${encodeURIComponent(TITLE)}`);
    await page.locator('tbody a').first().waitFor();
    expect(await page.locator('tbody a').allTextContents()).toEqual([TITLE]);
    await page.getByRole('button', { name: 'Show the request' }).click();
    const textOf = (label: string): Promise<string> => page.getByLabel(label, { exact: true }).inputValue();
    const expected = [{ title: TITLE, kind: 'a' }];
    const address = await textOf('Address');
    expect(address).toContain('[kind][$eq]=a');
    const found = (await (await fetch(address)).json()) as { data: unknown };
    expect(found.data).toMatchObject(expected);
    const { stdout } = await promisify(execFile)('bash', ['-c', await textOf('curl')]);
    expect(JSON.parse(stdout).data).toMatchObject(expected);
    const ran = await page.evaluate<unknown>(
      `(async () => { ${await textOf('JavaScript')}; return data; })()`,
    );
    expect(ran).toMatchObject(expected);
    expect(admin.problems).toEqual([]);
  });
});
