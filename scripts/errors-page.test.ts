// Holds docs/errors.md against the demo: each `http` request is refused with the code of its heading, and the log names the place.
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createKernel, type Kernel } from '../core';
import { runCommand } from '../core/testing';

const ROOT = resolve(__dirname, '..', '..');
const page = readFileSync(join(ROOT, 'docs', 'errors.md'), 'utf8');
const requests = [...page.matchAll(/^### (\w+)\n\n`(\d+) .*\n\n```http\n([\s\S]*?)^```$/gm)].map(
  ([, code = '', status, text = '']): [string, number, string] => [code, Number(status), text],
);

const TOKEN = randomBytes(32).toString('hex');
const dir = mkdtempSync(join(tmpdir(), 'quire-errors-'));
const logs: Record<string, unknown>[] = [];
/** The names on the page → what is sent. */
const names = new Map([['TOKEN', TOKEN]]);
let kernel: Kernel;

beforeAll(async () => {
  cpSync(join(ROOT, 'config'), join(dir, 'config'), { recursive: true });
  const own = require(join(dir, 'config', 'plugins.js')) as Record<string, unknown>;
  kernel = await createKernel({
    dir,
    env: { NODE_ENV: 'development', FULL: TOKEN, JWT_SECRET: randomBytes(48).toString('base64url') },
    overrides: {
      server: { port: 0, logs: { level: 'info', format: 'json' } },
      database: { client: 'sqlite', filename: ':memory:' },
      plugins: {
        ...own,
        transfer: true,
        'api-tokens': { config: { tokens: [{ name: 'full', type: 'full-access', secretFrom: 'FULL' }] } },
      },
    },
    writeLog: (line) => logs.push(JSON.parse(line)),
  });
  await kernel.listen();
  await runCommand(kernel, ['seed', join(ROOT, 'seeds')]);
  for (const [name, title] of [
    ['POND', 'A pond in a weekend'],
    ['PATHS', 'Paths people really walk'],
  ] as const) {
    const [document] = await kernel.documents('api::article.article').findMany({ filters: { title } });
    names.set(name, String(document?.documentId));
  }
  const [token] = await kernel.documents('plugin::api-tokens.token').findMany();
  names.set('DECLARED', String(token?.documentId));
});
afterAll(async () => {
  await kernel?.stop();
  rmSync(dir, { recursive: true });
});

async function send(text: string): Promise<number> {
  const filled = text.replace(/\b(TOKEN|POND|PATHS|DECLARED)\b/g, (name) => names.get(name) ?? name);
  const [head = '', ...rest] = filled.trimEnd().split('\n\n');
  const [request = '', ...lines] = head.split('\n');
  const [method, path] = request.split(' ');
  const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]));
  if (rest.length > 0 && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const { status, body } = await fetch(kernel.server.url + path, {
    method,
    headers,
    ...(rest.length > 0 ? { body: rest.join('\n\n') } : {}),
    redirect: 'manual',
  });
  await body?.cancel();
  return status;
}

it('has requests', () => {
  expect(requests.length).toBeGreaterThan(40);
  expect(requests).toHaveLength(page.split('```http').length - 1);
});

it.each(requests)('%s answers %i', async (code, expected, text) => {
  logs.length = 0;
  const status = await send(text);
  const refused = logs.filter((line) => line.code !== undefined);
  expect([status, refused]).toEqual([
    expected,
    [expect.objectContaining({ code, help: `docs/errors.md#${code.toLowerCase()}` })],
  ]);
});
