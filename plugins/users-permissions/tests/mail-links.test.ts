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
