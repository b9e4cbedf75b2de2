// Links in mails are absolute: a path gets the public address of the server.
import { createUsersApp, mailbox, register } from './app';

it.each([
  ['a path', '/new-password', 'https://cms.example.com/new-password?code='],
  ['an address', 'https://www.example.com/new', 'https://www.example.com/new?code='],
])('the link of a reset mail is absolute for %s', async (_what, resetPassword, expected) => {
  const { mails, plugin } = mailbox();
  const app = await createUsersApp(
    { urls: { resetPassword } },
    { plugins: [plugin], config: { server: { url: 'https://cms.example.com/' } } },
  );
  await register(app, 'ann');
  await app.agent.post('/api/auth/forgot-password').send({ email: 'ann@example.com' }).expect(200);
  await app.close();
  expect(mails.at(-1)?.text).toContain(expected);
});

it.each([
  ['a path, without server.url', {}, undefined, true],
  ['a path, with server.url', {}, 'https://cms.example.com', false],
  ['an address, without server.url', { urls: { resetPassword: 'https://x.example.com' } }, undefined, false],
  [
    'an address, without server.url, and mails that confirm',
    { urls: { resetPassword: 'https://x.example.com' }, register: { emailConfirmation: true } },
    undefined,
    true,
  ],
])('startup warns about links without a host: %s', async (_what, config, url, isWarned) => {
  const server = { logs: { level: 'warn', format: 'json' }, ...(url === undefined ? {} : { url }) };
  const { plugin } = mailbox();
  const app = await createUsersApp(config, { plugins: [plugin], config: { server } });
  const messages = app.logs.map(({ message }) => String(message));
  await app.close();
  expect(messages.filter((message) => message.startsWith('links in mails have no host'))).toHaveLength(
    isWarned ? 1 : 0,
  );
});
