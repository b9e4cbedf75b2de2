// Forms of browsers: the boundary, the escapes of names, and the empty file of an input without a chosen file.
import type { TestApp } from '../../../core/testing/create-test-app';
import { openApp } from './app';
import { image } from './files';

let app: TestApp;
beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.close());

interface Input {
  readonly name: string;
  readonly value?: string;
  readonly file?: { readonly name: string; readonly type: string; readonly bytes: Buffer };
}

/** The HTML standard: quotes and line breaks of names are escaped, all else is UTF-8; fields have no Content-Type. */
function formOf(boundary: string, inputs: readonly Input[]): Buffer {
  const escaped = (name: string) => name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
  const parts = inputs.flatMap(({ name, value = '', file }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`),
    Buffer.from(
      file ? `; filename="${escaped(file.name)}"\r\nContent-Type: ${file.type}\r\n\r\n` : `\r\n\r\n${value}`,
    ),
    ...(file ? [file.bytes] : []),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

const submit = (boundary: string, inputs: readonly Input[]) =>
  app.agent
    .post('/api/upload')
    .set('Content-Type', `multipart/form-data; boundary=${boundary}`)
    .set('Accept', 'text/html,application/xhtml+xml,*/*;q=0.8')
    .send(formOf(boundary, inputs));

const NOTHING_CHOSEN = { name: '', type: 'application/octet-stream', bytes: Buffer.alloc(0) };

describe.each([
  ['Chromium', '----WebKitFormBoundary7MA4YWxkTrZu0gW1'],
  ['Firefox', '----geckoformboundary8d3f1c5ab09e7264d3f1c5ab09e7264d'],
])('a form of %s', (_browser, boundary) => {
  it('stores the chosen files with their info, in order', async () => {
    const picture = await image(300, 200);
    const { status, body } = await submit(boundary, [
      { name: 'fileInfo', value: JSON.stringify({ alternativeText: 'Ein "See"\r\nbei Nacht ✓' }) },
      { name: 'fileInfo', value: '{"caption":"zwei"}' },
      { name: 'files', file: { ...picture, name: 'Élan "1" ✓.png' } },
      { name: 'files', file: { name: 'b.txt', type: 'text/plain', bytes: Buffer.from(`--${boundary}x`) } },
    ]);
    expect([status, body]).toMatchObject([
      201,
      [
        { name: 'Élan "1" ✓.png', alternativeText: 'Ein "See"\r\nbei Nacht ✓', width: 300 },
        { name: 'b.txt', caption: 'zwei' },
      ],
    ]);
    const [stored, other] = await Promise.all(
      body.map(({ url }: { url: string }) => app.agent.get(url).buffer(true)),
    );
    expect([stored.body.length, other.text]).toEqual([picture.bytes.length, `--${boundary}x`]);
  });

  it('refuses an input without a chosen file, alone and beside another, and stores nothing', async () => {
    const before = (await app.agent.get('/api/upload/files')).body;
    const alone = await submit(boundary, [{ name: 'files', file: NOTHING_CHOSEN }]);
    const beside = await submit(boundary, [
      { name: 'files', file: await image(10, 10) },
      { name: 'files', file: NOTHING_CHOSEN },
    ]);
    expect([alone, beside].map(({ status, body }) => [status, body.error.message])).toEqual([
      [400, 'Files are empty'],
      [400, 'File name contains invalid characters'],
    ]);
    expect((await app.agent.get('/api/upload/files')).body).toEqual(before);
  });
});
