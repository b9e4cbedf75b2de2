// Webhooks beside users and roles: the role of a webhook, conditions about users, declared webhooks.
import { createAsk, createTestApp, type TestApp } from '../../../core/testing';

const HOOK = { name: 'hook', url: 'https://hook.example.test/' };
const POST = 'api::post.post';

const start = (...webhooks: object[]): Promise<TestApp> =>
  createTestApp({
    contentTypes: [
      {
        info: { singularName: 'post', pluralName: 'posts' },
        attributes: {
          note: { type: 'string', private: true },
          editor: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
        },
      },
    ],
    env: { HOOK_SECRET: 'a secret of the tests' },
    config: {
      plugins: {
        jobs: true,
        'users-permissions': {
          enabled: true,
          config: {
            jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK',
            roles: { editor: { actions: [] }, public: { actions: ['plugin::webhooks.webhook.create'] } },
          },
        },
        webhooks: {
          enabled: true,
          config: { webhooks: webhooks.map((each) => ({ ...HOOK, secretFrom: 'HOOK_SECRET', ...each })) },
        },
      },
      server: { logs: { level: 'silent' } },
    },
  });

it('takes the type of a role that exists, and conditions that a request may use', async () => {
  const app = await start();
  const ask = createAsk(() => `${app.url}/api`);
  const refusalOf = async (more: object): Promise<string> =>
    ((await ask('POST', '/webhooks', 400, { ...HOOK, ...more })) as { error: { message: string } }).error
      .message;
  await ask('POST', '/webhooks', 201, { ...HOOK, role: 'editor' });
  const unknown = await refusalOf({ name: 'other', role: 'editro' });
  expect(unknown).toContain('`role`: the role "editro" is unknown; use the type of a role: ');
  expect(unknown).toContain('editor');
  for (const name of ['resetPasswordToken', 'confirmationToken', 'password'])
    expect(
      await refusalOf({ types: [POST], condition: { editor: { [name]: { $startsWith: 'a' } } } }),
    ).toContain(`Invalid key ${name} at editor`);
  await app.close();
});

it('a declared webhook may have a declared role', async () => {
  const app = await start({ role: 'editor' });
  await app.close();
});

it.each([
  [{ role: 'editro' }, 'the role "editro" is unknown'],
  [{ events: ['publsh'] }, 'the event "publsh" is unknown; use one of: *, create'],
  [{ types: [POST], condition: { note: { $startsWith: 'a' } } }, 'Invalid key note'],
])('stops startup: %j', async (more, message) => {
  await expect(start(more)).rejects.toThrow(message);
});
