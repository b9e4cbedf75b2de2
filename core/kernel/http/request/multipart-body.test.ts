import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { until } from '../../../testing/until';
import { route } from '../routes/route';
import { startTestServer, type TestServer } from '../test-server';
import type { MultipartBody } from './multipart-body';

let app: TestServer;
let uploaded: MultipartBody | null = null;
beforeAll(async () => {
  app = await startTestServer({
    routes: [
      route({
        method: 'POST',
        path: '/files',
        action: null,
        summary: '',
        body: 'multipart',
        handler: (_r, { body }) => {
          uploaded = body as MultipartBody;
          return {
            json: {
              fields: uploaded.fields,
              text: uploaded.files.map(({ path }) => readFileSync(path, 'utf8')),
            },
          };
        },
      }),
    ],
  });
});
afterAll(() => app.close());

const formPart = (headers: string) => `--x\r\nContent-Disposition: form-data; ${headers}\r\n\r\nbytes\r\n`;
const aFile = (n: number) => formPart(`name="files"; filename="${n}.txt"\r\nContent-Type: text/plain`);
const aField = (n: number) => formPart(`name="f${n}"`);
const many = (count: number, part: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => part(n)).join('');
test.each<[string, string, number, RegExp]>([
  ['without an end', aFile(1), 400, /cut off or malformed; it must end with its boundary/],
  ['with other bytes', 'no form', 400, /cut off or malformed/],
  [
    'with a part in another encoding',
    `${formPart('name="a"\r\nContent-Transfer-Encoding: x-zip')}--x--\r\n`,
    400,
    /unknown Content-Transfer-Encoding; send the part without/,
  ],
  ['of 101 files', `${many(101, aFile)}--x--\r\n`, 413, /more than 100 files; send fewer/],
  ['of 1,001 fields', `${many(1_001, aField)}--x--\r\n`, 413, /more than 1000 fields; send fewer/],
])('refuses a form %s, and says why', async (_name, body, status, message) => {
  const answer = await app.send(
    'POST',
    '/files',
    { 'content-type': 'multipart/form-data; boundary=x' },
    body,
  );
  expect(answer.json).toMatchObject({ error: { status, message: expect.stringMatching(message) } });
  expect(answer.status).toBe(status);
});

test('files are in temporary places until the answer is sent', async () => {
  const body = [
    '--x\r\nContent-Disposition: form-data; name="info"\r\n\r\nhello\r\n',
    '--x\r\nContent-Disposition: form-data; name="files"; filename="../../a.txt"\r\nContent-Type: text/plain\r\n\r\nfirst\r\n',
    '--x\r\nContent-Disposition: form-data; name="files"; filename="b.txt"\r\nContent-Type: text/plain\r\n\r\nsecond\r\n',
    '--x--\r\n',
  ].join('');
  const answer = await app.send(
    'POST',
    '/files',
    { 'content-type': 'multipart/form-data; boundary=x' },
    body,
  );
  expect(answer.json).toEqual({ fields: { info: 'hello' }, text: ['first', 'second'] });
  expect(uploaded?.files.map(({ field, type, size }) => ({ field, type, size }))).toEqual([
    { field: 'files', type: 'text/plain', size: 5 },
    { field: 'files', type: 'text/plain', size: 6 },
  ]);
  const places = () => uploaded?.files.map(({ path }) => existsSync(path));
  for (let left = 100; left > 0 && places()?.includes(true); left -= 1) await setTimeout(50);
  expect(places()).toEqual([false, false]);
});

test('refuses a form without a boundary, and says why', async () => {
  const answer = await app.send('POST', '/files', { 'content-type': 'multipart/form-data' }, aFile(1));
  const message = expect.stringMatching(/names no boundary; leave this header to your HTTP client/);
  expect(answer.json).toMatchObject({ error: { status: 400, name: 'SyntaxError', message } });
});

test('a boundary may contain the name of another format', async () => {
  const body =
    '--json-x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nb\r\n' +
    '--json-x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--json-x--\r\n';
  const type = { 'content-type': 'multipart/form-data; boundary=json-x' };
  const answer = await app.send('POST', '/files', type, body);
  expect(answer.json).toEqual({ fields: { a: 'b' }, text: [] });
});

test('the first files of a process remove folders that a killed process left', async () => {
  const TMPDIR = mkdtempSync(join(tmpdir(), 'quire-temporary-'));
  const old = mkdtempSync(join(TMPDIR, 'quire-body-'));
  utimesSync(old, new Date(0), new Date(0));
  const young = mkdtempSync(join(TMPDIR, 'quire-body-'));
  // A process of its own: this one has received files.
  const script = `
    const { startTestServer } = require(${JSON.stringify(require.resolve('../test-server'))});
    const { route } = require(${JSON.stringify(require.resolve('../routes/route'))});
    startTestServer({ routes: [route({ method: 'POST', path: '/', action: null, summary: '', body: 'multipart', handler: () => ({ json: {} }) })] })
      .then(async (app) => {
        const body = '--x\\r\\nContent-Disposition: form-data; name="a"\\r\\n\\r\\nb\\r\\n--x--\\r\\n';
        await app.send('POST', '/', { 'content-type': 'multipart/form-data; boundary=x' }, body);
        setTimeout(() => process.exit(0), 200);
      });`.replaceAll('\\\\', '\\');
  execFileSync(process.execPath, ['-e', script], { env: { ...process.env, TMPDIR } });
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
  rmSync(TMPDIR, { recursive: true });
});

test('removes the folder when clients go before the form is read', async () => {
  const own = mkdtempSync(join(tmpdir(), 'quire-gone-'));
  process.env.TMPDIR = own;
  const { hostname, port } = new URL(app.server.url);
  const head =
    'POST /files HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 999\r\n\r\n';
  // Each one goes at another moment. Some go while the folder is made.
  for (let n = 0; n < 300; n += 1)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(head + aFile(n));
        setImmediate(() => socket.resetAndDestroy());
      });
      socket.on('close', () => resolve());
    });
  await until(() => readdirSync(own).length === 0);
  rmSync(own, { recursive: true });
});
