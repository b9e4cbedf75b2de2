// Modules of plugins in the admin, in a real Chromium: a field, a page and a panel without a build, and modules with mistakes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definePlugin } from '../../core';
import color from '../../examples/color';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const PAINT = 'api::paint.paint';

/** A module in a folder, which uses no library of the page. */
const PLAIN = {
  'index.mjs': `
    import { defineField, definePanel } from 'quire-cms/admin';
    import { sign } from './parts/sign.mjs';
    export const fields = [
      defineField({
        type: 'stars',
        mount(element, { id, value, set }) {
          const input = document.createElement('input');
          Object.assign(input, { id, value: value ?? '', oninput: () => set(input.value) });
          element.append(input);
          return { update: (props) => { if (input.value !== props.value) input.value = props.value ?? ''; } };
        },
      }),
      defineField({ type: 'bad', input: () => { throw new Error('no such luck'); } }),
    ];
    export const panels = [
      definePanel({ title: 'Signs', types: ['${PAINT}'], mount: (element, { documentId }) => void (element.textContent = sign + documentId) }),
    ];
    export const messages = { fr: { Late: 'Tard', Save: 'not taken' } };
    export const pages = [{ path: 'late', title: 'Late', load: () => import('./parts/late.mjs') }];
  `,
  'parts/sign.mjs': `export const sign = '#';`,
  'parts/late.mjs': `import { html } from 'quire-cms/admin'; export default () => html\`<h1>Late page</h1>\`;`,
  '.secret.mjs': 'secret',
  'notes.md': 'not served',
};

describeInChromium('extensions of the admin', (launch) => {
  let admin: AdminInChromium;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quire-extension-'));
    for (const [name, content] of Object.entries(PLAIN)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    writeFileSync(join(folder, 'throws.js'), `throw new Error('thrown at start');`);
    const plain = definePlugin({
      name: 'plain',
      dependencies: ['admin'],
      register(app) {
        const text = app.attributes.get('string');
        for (const name of ['stars', 'bad']) app.attributes.add({ ...text, name } as never);
        app.admin?.extend({ name: 'plain', module: folder });
        app.admin?.extend({ name: 'throws', module: join(folder, 'throws.js') });
        app.admin?.extend({ name: 'absent', module: join(folder, 'absent.mjs') });
        app.admin?.extend({ name: 'newer', module: folder, api: 99 });
      },
    });
    admin = await openAdmin(
      launch,
      {
        plugins: [color, plain],
        contentTypes: [
          {
            info: { singularName: 'paint', pluralName: 'paints', displayName: 'Paint' },
            attributes: {
              name: { type: 'string' },
              shade: { type: 'color' },
              rank: { type: 'stars' },
              broken: { type: 'bad' },
            },
          } as never,
        ],
      },
      {},
    );
  });
  afterAll(async () => {
    await admin?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const served = async (): Promise<{ name: string; url: string | null; problem: string | null }[]> => {
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin`);
    await page.locator('h1').first().waitFor();
    const list = await page.evaluate(
      `fetch('/admin/api/model', { headers: { 'Quire-Admin': '1' } }).then((r) => r.json()).then((m) => m.extensions)`,
    );
    await page.context().close();
    return list as never;
  };

  test('a field with html and a field with mount are saved and read', async () => {
    const data = { name: 'Sea', shade: '#1e90ff', rank: 'one', broken: 'kept' };
    const { documentId } = await admin.app.documents(PAINT).create({ data } as never);
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/${PAINT}/${documentId}`);
    await page.getByLabel('Shade').fill('#aa2211');
    await page.getByLabel('Rank').fill('three');
    await page.getByText(`#${documentId}`).waitFor();
    // A field that throws shows its value, and the other fields go on.
    await page.getByText('The plugin “plain” failed here: no such luck').waitFor();
    await page.getByText('"kept"').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.save.saved').waitFor();
    await expect(admin.app.documents(PAINT).findOne({ documentId })).resolves.toMatchObject({
      name: 'Sea',
      shade: '#aa2211',
      rank: 'three',
      broken: 'kept',
    });
    await page.context().close();
  });

  test('bring texts of their own for each language', async () => {
    const page = await admin.newPage({ locale: 'fr' });
    await page.goto(`${admin.base}/admin/types/${PAINT}/new`);
    await page.getByRole('link', { name: 'Tard' }).waitFor();
    await page.getByRole('button', { name: 'Enregistrer' }).waitFor();
    await page.context().close();
  });

  test('take a tag of the browser only if Intl does', async () => {
    const page = await admin.newPage();
    await page.addInitScript(`Object.defineProperty(navigator, 'languages', { value: ['fr-@x', 'de'] })`);
    await page.goto(`${admin.base}/admin/types/${PAINT}/new`);
    await page.getByRole('button', { name: 'Enregistrer' }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('fr');
    await page.context().close();
  });

  test('pages stand in the rail, also those of a module of their own', async () => {
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin`);
    await page.getByRole('link', { name: 'Palette' }).click();
    await page.getByRole('heading', { name: 'Palette' }).waitFor();
    await page.getByRole('button', { name: '#2e8b57' }).waitFor();
    await page.getByRole('link', { name: 'Late' }).click();
    await page.getByRole('heading', { name: 'Late page' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Late page' }).waitFor();
    await page.context().close();
  });

  test('a module with a mistake is left out with its reason', async () => {
    const list = await served();
    const problems = Object.fromEntries(list.map(({ name, problem }) => [name, problem]));
    expect(problems).toMatchObject({ color: null, plain: null, throws: null });
    expect(problems.absent).toMatch(/absent\.mjs cannot be read/);
    expect(problems.newer).toMatch(/it needs version 99 of quire-cms\/admin, and this is version 1/);
  });

  test('only files of the module are served, and only under their hash', async () => {
    const list = await served();
    const { url } = list.find(({ name }) => name === 'plain') ?? {};
    const { url: single } = list.find(({ name }) => name === 'color') ?? {};
    const at = (base: unknown, file: string) => String(base).replace(/[^/]+$/, file);
    const get = (path: string) => admin.app.agent.get(path);
    const module = await get(String(single));
    expect([module.status, module.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(module.headers['cache-control']).toContain('immutable');
    expect((await get(at(url, 'parts/sign.mjs'))).status).toBe(200);
    for (const path of [
      at(url, '.secret.mjs'),
      at(url, 'notes.md'),
      at(url, '..%2findex.mjs'),
      at(single, 'index.js'),
      String(url).replace(/\/[0-9a-f]{16}\//, '/0123456789abcdef/'),
      '/admin/x/nothing/0123456789abcdef/index.mjs',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test('writes no error to the console', () => {
    expect(admin.problems).toEqual([]);
  });
});
