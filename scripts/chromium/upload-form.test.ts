// An HTML form of another origin that uploads files, in a real Chromium.
import type { Browser } from 'playwright-core';
import { createTestApp, type TestApp } from '../../core/testing';
import { describeInChromium } from './open-chromium';

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
);

describeInChromium('a form that uploads files', (open) => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    app = await createTestApp({
      config: { server: { anonymous: 'full' }, plugins: { rest: true, upload: true } },
    });
    browser = await open();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  test('stores the chosen files with their info, and the page shows the image', async () => {
    const page = await browser.newPage();
    await page.setContent(`
      <form action="${app.url}/api/upload" method="post" enctype="multipart/form-data">
        <input type="file" name="files" multiple>
        <textarea name="fileInfo">{"caption":"eins"}</textarea>
        <input name="fileInfo" value='{"alternativeText":"zwei"}'>
        <button>Send</button>
      </form>`);
    await page.locator('input[type=file]').setInputFiles([
      { name: 'Élan "1" ✓.png', mimeType: 'image/png', buffer: PIXEL },
      { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('--boundary\r\n\r\nä') },
    ]);
    const [response] = await Promise.all([
      page.waitForResponse(`${app.url}/api/upload`),
      page.locator('button').click(),
    ]);
    expect(response.status()).toBe(201);
    const { body: files } = await app.agent.get('/api/upload/files?sort=id');
    expect(files).toMatchObject([
      { name: 'Élan "1" ✓.png', caption: 'eins', width: 1, height: 1 },
      { name: 'note.txt', alternativeText: 'zwei', mime: 'text/plain' },
    ]);
    expect((await app.agent.get(files[1].url)).text).toBe('--boundary\r\n\r\nä');

    await page.setContent(`<img src="${app.url}${files[0].url}">`);
    expect(await page.evaluate('document.images[0].decode().then(() => true)')).toBe(true);
    await page.close();
  });

  test('a form without a chosen file shows the 400', async () => {
    const page = await browser.newPage();
    await page.setContent(
      `<form action="${app.url}/api/upload" method="post" enctype="multipart/form-data"><input type="file" name="files"><button>Send</button></form>`,
    );
    await page.locator('button').click();
    await page.getByText('Files are empty').waitFor();
    await page.close();
  });
});
