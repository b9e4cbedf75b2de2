import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMAIL, type EmailMessage } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing';
import { type SmtpServer, startSmtpServer } from './smtp-server';

const MESSAGE: EmailMessage = {
  to: 'ann@example.com',
  subject: 'Grüße',
  text: 'Hello Ann',
  html: '<p>Hello</p>',
};

const appWith = (config: unknown, env: Record<string, string> = {}): Promise<TestApp> =>
  createTestApp({ config: { plugins: { email: { config } } }, env, listen: false });
const send = (app: TestApp, message: Partial<EmailMessage>): Promise<void> =>
  app.kernel.container.resolve(EMAIL).send({ ...MESSAGE, ...message });

let folder: string;
let app: TestApp | undefined;
let server: SmtpServer | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quire-mails-'));
});
afterEach(async () => {
  await app?.close();
  await server?.close();
  app = undefined;
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

describe('the provider "file"', () => {
  it('writes one file per mail, readable by its owner only', async () => {
    app = await appWith({
      providerOptions: { folder },
      settings: { defaultFrom: 'Shop <shop@example.com>' },
    });
    await send(app, {});
    await send(app, { to: ['bob@example.com', 'cy@example.com'], replyTo: 'help@example.com' });
    const files = readdirSync(folder).sort();
    expect(files).toHaveLength(2);
    const [first = '', second = ''] = files.map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(first).toMatch(
      /^From: Shop <shop@example.com>\nTo: ann@example.com\nSubject: Grüße\nDate: .*\n\nHello Ann\n/,
    );
    expect(first).toContain('--- html ---\n\n<p>Hello</p>');
    expect(second).toContain('To: bob@example.com, cy@example.com\nReply-To: help@example.com');
    expect(statSync(join(folder, files[0] ?? '')).mode & 0o077).toBe(0);
  });
});

describe('the provider "smtp"', () => {
  it('sends mails to a server', async () => {
    server = await startSmtpServer();
    app = await appWith({
      provider: 'smtp',
      providerOptions: { host: '127.0.0.1', port: server.port },
      settings: { defaultFrom: 'shop@example.com' },
    });
    await send(app, {});
    expect(server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: 'shop@example.com', to: ['ann@example.com'] });
    expect(mail?.data).toMatch(/^To: ann@example\.com$/m);
    expect(mail?.data).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(mail?.data).toContain('Hello Ann');
    expect(mail?.data).toContain('<p>Hello</p>');
  });

  it('throws the error of the server, and does not attach a file that a mail names', async () => {
    server = await startSmtpServer({ refuse: true });
    app = await appWith({
      provider: 'nodemailer',
      providerOptions: { host: '127.0.0.1', port: server.port },
    });
    await expect(send(app, {})).rejects.toThrow('550 no such mailbox');
    expect(server.mails).toHaveLength(0);
  });
});

it('loads a provider of the application by path', async () => {
  const file = join(folder, 'provider.js');
  writeFileSync(
    file,
    `exports.init = (options) => ({ sent: global.sentByTest = [], send(message) { this.sent.push([options.key, message]); return Promise.resolve(); } });`,
  );
  app = await appWith({ provider: file, providerOptions: { key: 'k1' } });
  await send(app, { from: 'a@example.com' });
  expect((globalThis as { sentByTest?: unknown }).sentByTest).toEqual([
    [
      'k1',
      {
        from: 'a@example.com',
        to: ['ann@example.com'],
        replyTo: null,
        subject: 'Grüße',
        text: 'Hello Ann',
        html: '<p>Hello</p>',
      },
    ],
  ]);
});

it.each<[string, Partial<EmailMessage>]>([
  ['no recipient', { to: [] }],
  ['two recipients in one text', { to: 'ann@example.com, eve@example.com' }],
  ['a header in a recipient', { to: 'ann@example.com\r\nBcc: eve@example.com' }],
  ['something without an @', { to: 'ann' }],
  ['a header in the subject', { subject: 'Hi\r\nBcc: eve@example.com' }],
  ['a header in the sender', { from: 'a@example.com\nBcc: eve@example.com' }],
  ['a header in the reply address', { replyTo: 'a@example.com\nBcc: eve@example.com' }],
])('refuses a mail with %s', async (_what, message) => {
  app = await appWith({ providerOptions: { folder } });
  await expect(send(app, message)).rejects.toThrow('The mail cannot be sent');
  expect(readdirSync(folder)).toEqual([]);
});

it.each<[string, unknown, Record<string, string>, string]>([
  [
    'no provider in production',
    {},
    { NODE_ENV: 'production' },
    'email.config.provider: is required in production',
  ],
  ['an unknown provider', { provider: 'smpt' }, {}, 'the package "smpt" is not installed'],
  ['a module without a provider', { provider: join(__dirname, 'smtp-server') }, {}, 'must export a function'],
  ['SMTP without a server', { provider: 'smtp', providerOptions: { port: 25 } }, {}, '"host" is missing'],
  [
    'an unknown option',
    { providerOptions: { foldr: 'x' } },
    {},
    'unknown key "foldr"; did you mean "folder"?',
  ],
  ['a sender that is none', { settings: { defaultFrom: 'nobody' } }, {}, 'expected a mail address'],
])('does not start with %s', async (_what, config, env, message) => {
  await expect(appWith(config, env)).rejects.toThrow(message);
});
