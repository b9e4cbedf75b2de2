// The attributes of src/extensions/users-permissions/content-types/user/schema.json.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bearer, createUsersApp, grant, register } from './app';

const FOLDER = 'src/extensions/users-permissions/content-types/user';

async function startWith(schema: string, config = {}) {
  const application = mkdtempSync(join(tmpdir(), 'quire-users-'));
  mkdirSync(join(application, FOLDER), { recursive: true });
  writeFileSync(join(application, FOLDER, 'schema.json'), schema);
  try {
    return await createUsersApp(config, { application });
  } finally {
    rmSync(application, { recursive: true });
  }
}

it('adds the own attributes of a Strapi project, and keeps those of the plugin', async () => {
  const attributes = {
    username: { type: 'string', minLength: 3, unique: true, configurable: false },
    password: { type: 'password', minLength: 6, private: true },
    bio: { type: 'text' },
    code: { type: 'string', private: true },
    phone: { type: 'string' },
    articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article' },
  };
  const app = await startWith(
    JSON.stringify({
      kind: 'collectionType',
      options: { privateAttributes: ['phone', 'password'] },
      attributes,
    }),
    {
      register: { allowedFields: ['bio'] },
    },
  );
  try {
    const { jwt } = await register(app, 'ann');
    await grant(
      app,
      'authenticated',
      'plugin::users-permissions.user.me',
      'plugin::users-permissions.user.updateMe',
    );
    await app.agent.put('/api/users/me').set('Authorization', bearer(jwt)).send({ bio: 'Hi' }).expect(200);
    const { body } = await app.agent.get('/api/users/me').set('Authorization', bearer(jwt)).expect(200);
    expect(body).toMatchObject({ username: 'ann', bio: 'Hi' });
    expect(body).not.toHaveProperty('code');
    expect(body).not.toHaveProperty('phone');
    expect(body).not.toHaveProperty('password');
    expect(JSON.stringify(app.logs)).not.toContain('src/extensions');
  } finally {
    await app.close();
  }
});

it.each([
  ['{ "attributes": ', 'not valid JSON'],
  ['{ "kind": "collectionType" }', 'expected an object with the attributes'],
  ['{ "attributes": { "bio": { "type": "texd" } } }', 'bio'],
  ['{ "attributes": { "email": { "type": "email", "private": true } } }', '"email" cannot become private'],
  ['{ "attributes": {}, "options": { "privateAttributes": ["createdAt"] } }', '"createdAt" cannot become'],
])('stops startup at %s', async (schema, message) => {
  await expect(startWith(schema)).rejects.toThrow(message);
});
