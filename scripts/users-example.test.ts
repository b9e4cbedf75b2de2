// Runs the example of plugins/users-permissions/README.md: a plugin with a login of its own.
import { createHmac } from 'node:crypto';
import { USERS } from '../plugins/users-permissions';
import { createTestApp } from '../testing';
import { pluginOfPage } from './page-blocks';

const SECRET = 'the-proxy-and-the-application-know-it';
const sign = (name: string): string => createHmac('sha256', SECRET).update(name).digest('hex');

test('a proxy names the user, in each request or for a login', async () => {
  const app = await createTestApp({
    contentTypes: [
      { info: { singularName: 'note', pluralName: 'notes' }, attributes: { text: { type: 'string' } } },
    ],
    plugins: [pluginOfPage('../plugins/users-permissions/README.md', 'proxy-login')],
    config: {
      plugins: {
        'users-permissions': {
          config: {
            jwtSecret: 'a-long-secret-of-this-test-alone',
            roles: { authenticated: { actions: ['api::note.note.find'] } },
          },
        },
        'proxy-login': { config: { secret: SECRET } },
      },
    },
  });
  const client = app.as('public');
  try {
    const registered = { username: 'ann', email: 'ann@example.com', password: 'Passw0rd!' };
    await client.post('/api/auth/local/register', registered).expect(200);
    expect(await app.kernel.container.resolve(USERS).find('ann')).not.toBeNull();
    const notes = (headers = {}) => client.get('/api/notes', headers);
    await notes().expect(403);
    const named = (name: string, signature: string) => ({ 'x-proxy-user': name, 'x-proxy-sign': signature });
    await notes(named('ann', sign('ann'))).expect(200);
    await notes(named('ann', sign('bea'))).expect(403);
    await notes(named('bea', sign('bea'))).expect(403);
    const login = (headers: Readonly<Record<string, string>>) => client.post('/api/auth/proxy', {}, headers);
    const { body } = await login(named('ann', sign('ann'))).expect(200);
    await notes({ authorization: `Bearer ${body.jwt}` }).expect(200);
    await login(named('ann', sign('bea'))).expect(400);
  } finally {
    await app.close();
  }
});
