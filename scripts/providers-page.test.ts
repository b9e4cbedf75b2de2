// Runs the providers of docs/plugins/services.md as modules of an application.
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { EMAIL } from '../core';
import { createTestApp, type TestApp } from '../core/testing';

const ROOT = resolve(__dirname, '..', '..');
const page = readFileSync(join(ROOT, 'docs', 'plugins', 'services.md'), 'utf8');
const JWT_SECRET = 'b0Zl7vKq2mXw9sTn4dRc8yHu1gEj6pAa';

let folder: string;
const opened: TestApp[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quire-providers-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(async () => {
  for (const app of opened) await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes the block with this type to a file, and returns the path of the file. */
function moduleOf(type: string): string {
  const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  const path = join(folder, `${type}.ts`);
  writeFileSync(path, blocks.find((block) => block.includes(`: ${type} =`)) ?? '');
  return path;
}

async function open(plugins: object, config: object = {}): Promise<TestApp> {
  const app = await createTestApp({ env: { JWT_SECRET }, config: { plugins: { ...plugins }, ...config } });
  opened.push(app);
  return app;
}

test('the mail provider posts a message, and reports a refusal', async () => {
  const posted: unknown[] = [];
  let status = 202;
  const server = createServer(async (request, response) => {
    posted.push([request.headers.authorization, JSON.parse(await text(request))]);
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mails`;
  const provider = moduleOf('EmailProviderFactory');
  const app = await open({ email: { config: { provider, providerOptions: { url, key: 'k' } } } });
  const send = () =>
    app.kernel.container.resolve(EMAIL).send({ to: 'a@example.com', subject: 's', text: 't' });
  try {
    await send();
    status = 500;
    await expect(send()).rejects.toThrow('the mail service answered 500');
    expect(posted[0]).toMatchObject(['Bearer k', { to: ['a@example.com'], subject: 's', text: 't' }]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('two applications share the counts of the store', async () => {
  const store = moduleOf('RateStoreFactory');
  const plugins = {
    'rate-limit': {
      config: { store, storeOptions: { file: join('..', folder.slice(tmpdir().length + 1), 'rates.db') } },
    },
    'users-permissions': { config: { ratelimit: { max: 3 } } },
  };
  const apps = [await open(plugins), await open(plugins)];
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) {
    const { status } = await (apps[n % 2] as TestApp).agent
      .post('/api/auth/local')
      .send({ identifier: 'ann', password: 'wrong password' });
    statuses.push(status);
  }
  expect(statuses).toEqual([400, 400, 400, 429, 429, 429]);
});

test('a store that fails gives 503, and the log has its error', async () => {
  const store = join(folder, 'failing.js');
  writeFileSync(
    store,
    `module.exports = () => ({ add() { throw new Error('no connection'); }, get: async () => ({}), remove() {} });`,
  );
  const app = await open({ 'rate-limit': { config: { store } }, 'users-permissions': true });
  const answer = await app.agent
    .post('/api/auth/local')
    .send({ identifier: 'ann', password: 'wrong password' });
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
  expect(JSON.stringify(app.logs)).toContain('no connection');
});

test.each([
  ['{}', 'must export a function (options, { dir, log }) that returns { add, get, remove }'],
  [`() => { throw new Error('no address'); }`, 'rate-limit.config.storeOptions'],
])('a store module that exports %s stops startup', async (exported, message) => {
  const store = join(folder, `wrong-${exported.length}.js`);
  writeFileSync(store, `module.exports = ${exported};`);
  await expect(open({ 'rate-limit': { config: { store } } })).rejects.toThrow(message);
});

test('the storage provider keeps and returns a file', async () => {
  const provider = moduleOf('UploadProviderFactory');
  const app = await open({ upload: { config: { provider } } }, { server: { anonymous: 'full' } });
  const { status, body } = await app.agent.post('/api/upload').attach('files', Buffer.from('tea'), 'tea.txt');
  expect([status, body[0]?.url]).toEqual([201, expect.stringMatching(/^https:\/\/files\.example\.com\/tea/)]);
});
