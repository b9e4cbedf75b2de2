// Cases of the user record: what `/users/me` shows.
import { borrowUser, makeUser, SECRETS } from '../accounts';
import type { Case } from '../case';
import { is, type Pattern } from '../pattern';

const record = (row: string, pattern: { readonly [key: string]: Pattern }): Case => ({
  rows: [`user.${row}`],
  async run(bench) {
    await borrowUser(bench, 'user', ['plugin::users-permissions.user.me']);
    await bench.send({ send: 'GET', path: '/users/me', as: 'user', expect: { body: pattern } });
  },
});

export const userRecordCases: readonly Case[] = [
  record('id', { id: is.integer }),
  record('document-id', { documentId: is.text }),
  record('username', { username: '{userUser.username}' }),
  record('email', { email: '{userUser.email}' }),
  record('provider', { provider: is.text }),
  record('confirmed', { confirmed: is.boolean }),
  record('blocked', { blocked: false }),
  record('timestamps', { createdAt: is.timestamp, updatedAt: is.timestamp }),
  {
    rows: ['user.no-secrets'],
    async run(bench) {
      await makeUser(bench, 'user', ['plugin::users-permissions.user.me']);
      const { text } = await bench.send({
        send: 'GET',
        path: '/users/me',
        as: 'user',
        expect: { body: is.noKeys(...SECRETS) },
      });
      if (text.includes(String(bench.value('user.password'))))
        bench.fail('the answer contains the password', 'no secret', text);
    },
  },
  {
    rows: ['envelope.exempt.users'],
    async run(bench) {
      await borrowUser(bench, 'user', ['plugin::users-permissions.user.me']);
      await bench.send({
        send: 'GET',
        path: '/users/me',
        as: 'user',
        expect: { status: 200, body: is.object },
      });
    },
  },
];
