// Users of Strapi log in with their passwords and their tokens.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sign } from 'jsonwebtoken';
import { testDatabases } from '../../../core/testing';
import { removeTemporary } from '../../../core/testing/temporary';
import { importInto, strapiDatabase, targetApp } from './strapi-source';

afterAll(removeTemporary);

const USER = 'plugin::users-permissions.user';
const SECRET = 'Zk3vQ9mT1xYb7LhW5nRc8DfG2sJpA4uE';

describe.each(testDatabases())('on %s', (database) => {
  it('a user logs in with the former password; then the hash is that of Quire', async () => {
    const app = await targetApp(database);
    const { lines } = await importInto(app, strapiDatabase());
    expect(lines).toContain(
      'plugin::users-permissions.user: 5 rows, 5 documents, 5 versions, 5 links, 0 components',
    );
    const logIn = (identifier: string, password: string) =>
      app.agent.post('/api/auth/local').send({ identifier, password });
    const hashOf = async (username: string): Promise<string> => {
      const rows = await app.kernel.database.knex('up_users').where({ username });
      return String(rows[0].password);
    };
    expect(await hashOf('alice')).toMatch(/^\$2a\$10\$/);
    // A token that Strapi made before, with the same secret.
    const jwt = sign({ id: 1 }, SECRET, { expiresIn: '30d' });
    const me = () => app.agent.get('/api/users/me').set({ authorization: `Bearer ${jwt}` });
    expect((await me()).body).toMatchObject({ id: 1, username: 'alice' });

    await logIn('alice', 'passw0rd!').expect(400);
    await logIn('unknown-user', 'Passw0rd!').expect(400);
    expect(await hashOf('alice')).toMatch(/^\$2a\$10\$/);
    await logIn('alice', 'Passw0rd!').expect(200);
    expect(await hashOf('alice')).toMatch(/^\$scrypt\$/);
    await logIn('alice@example.com', 'Passw0rd!').expect(200);
    await logIn('alice', 'wrong').expect(400);
    expect((await me()).body).toMatchObject({ id: 1, username: 'alice' });
    await logIn('blocked', 'Passw0rd!').expect(400);

    const users = await app
      .documents(USER)
      .findMany({ sort: 'id', populate: { role: { fields: ['type'] } } });
    expect(
      users.map(({ id, username, confirmed, blocked, role }) => [id, username, confirmed, blocked, role]),
    ).toEqual([
      [1, 'alice', true, false, expect.objectContaining({ type: 'authenticated' })],
      [2, 'bob', true, false, expect.objectContaining({ type: 'authenticated' })],
      [3, 'lim', true, false, expect.objectContaining({ type: 'limited' })],
      [4, 'blocked', true, true, expect.objectContaining({ type: 'authenticated' })],
      [5, 'unconf', false, false, expect.objectContaining({ type: 'authenticated' })],
    ]);
    await app.close();
  });
});

it('a password of more than 72 bytes does not match by its first 72', async () => {
  const app = await targetApp();
  const long = 'x'.repeat(72);
  const hash = '$2a$04$ABCDEFGHIJKLMNOPQRSTUuuPMGVdMuE6yqNwaDAANxW.7cK/ZbrX6';
  await importInto(app, strapiDatabase(`UPDATE up_users SET password = '${hash}' WHERE id = 2`));
  const logIn = (password: string) => app.agent.post('/api/auth/local').send({ identifier: 'bob', password });
  await logIn(`${long}y`).expect(400);
  await logIn(long).expect(200);
  await app.close();
});

it('leaves out mailed codes, and grants for actions that do not exist', async () => {
  const app = await targetApp();
  const { code, lines } = await importInto(
    app,
    strapiDatabase(`
      UPDATE up_users SET reset_password_token = 'clear', confirmation_token = 'text' WHERE id = 1;
      UPDATE up_permissions SET action = 'api::gone.gone.find' WHERE id = (SELECT MAX(id) FROM up_permissions);
    `),
  );
  expect(code).toBe(0);
  expect(lines).toContainEqual(
    expect.stringMatching(/left out: up_permissions \d+: the action "api::gone\.gone\.find" does not exist/),
  );
  const [user] = await app.kernel.database.knex('up_users').where({ id: 1 });
  expect([user.reset_password_token, user.confirmation_token]).toEqual([null, null]);
  await app.close();
});

it('names attributes of the project that have no place here, and settings that are configuration', async () => {
  const app = await targetApp();
  const { code, lines } = await importInto(
    app,
    strapiDatabase(`
      ALTER TABLE up_users ADD COLUMN nick_name TEXT;
      UPDATE up_users SET nick_name = 'al' WHERE id < 3;
      UPDATE strapi_database_schema SET schema = replace(schema, '{"name":"username"', '{"name":"nick_name","type":"string"},{"name":"username"');
      UPDATE strapi_core_store_settings SET value = replace(value, '"username":{', '"nickName":{"type":"string"},"username":{')
        WHERE key = 'strapi_content_types_schema';
      UPDATE strapi_core_store_settings SET value = '{"allow_register":false,"default_role":"limited","email_confirmation":true}'
        WHERE key = 'plugin_users-permissions_advanced';
      INSERT INTO strapi_core_store_settings (key, value) VALUES ('plugin_users-permissions_email', '{"reset_password":{"options":{"from":{"name":"Shop","email":"me@shop.example"},"object":"New password","message":"<p>Open <%= URL %>?code=<%= TOKEN %></p>"}},"email_confirmation":{"options":{"object":"Hi","message":"<p>Hi <%= USER.username %></p>"}}}');
      CREATE TABLE strapi_webhooks (id INTEGER PRIMARY KEY, name TEXT, url TEXT, headers TEXT, events TEXT, enabled INTEGER);
      UPDATE strapi_database_schema SET schema = replace(schema, '"tables":[', '"tables":[{"name":"strapi_webhooks","columns":[{"name":"id"},{"name":"name"},{"name":"url"},{"name":"headers"},{"name":"events"},{"name":"enabled"}]},');
      INSERT INTO strapi_webhooks (name, url, headers, events, enabled) VALUES
        ('site', 'https://me:word-of-hook@site.example/hook?key=key-of-hook', '{"Authorization":"Bearer secret-of-hook"}', '["entry.publish","media.create","releases.publish"]', 1),
        ('files', 'https://site.example/files', '{}', '["media.delete"]', 0);
    `),
  );
  expect([code, lines]).toEqual([
    0,
    expect.arrayContaining([
      'Not imported: plugin::users-permissions.user.nickName (2 values): declare the attribute in user.attributes of users-permissions, and import again',
      'Write in config/plugins: {"users-permissions":{"config":{"register":{"enabled":false,"role":"limited","emailConfirmation":true}}}}',
      'Write in config/plugins: {"users-permissions":{"config":{"mails":{"resetPassword":{"subject":"New password","html":"<p>Open {{url}}</p>","text":"Open {{url}}"}}}}}',
      'Write in config/plugins: {"email":{"config":{"settings":{"defaultFrom":"Shop <me@shop.example>"}}}}',
      'Not imported: the mail template email_confirmation: it uses <%= USER.username %>; write mails.confirmation of users-permissions with {{url}} and {{code}}',
      'Write in config/plugins: {"webhooks":{"config":{"webhooks":[{"name":"site","url":"https://site.example/hook","events":["publish","create"],"format":"strapi","secretFrom":"WEBHOOK_SECRET"},{"name":"files","url":"https://site.example/files","types":["plugin::upload.file"],"events":["delete"],"format":"strapi","enabled":false,"secretFrom":"WEBHOOK_SECRET"}]}}}',
      'Not imported: events of the webhook "site": releases.publish',
      'Not imported: values of headers of the webhook "site": Authorization; write them from variables',
    ]),
  ]);
  expect(lines.join()).not.toContain('of-hook');
  await app.close();
});

it('takes over the attributes of src/extensions/users-permissions', async () => {
  const USER_FILE = 'src/extensions/users-permissions/content-types/user/schema.json';
  const app = await targetApp('sqlite', {}, (folder) => {
    mkdirSync(dirname(join(folder, USER_FILE)), { recursive: true });
    const attributes = {
      username: { type: 'string' },
      nickName: { type: 'string', private: true },
      favourites: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
    };
    writeFileSync(join(folder, USER_FILE), JSON.stringify({ kind: 'collectionType', attributes }));
  });
  const { code, lines } = await importInto(
    app,
    strapiDatabase(`
      ALTER TABLE up_users ADD COLUMN nick_name TEXT;
      UPDATE up_users SET nick_name = 'al' WHERE id = 1;
      CREATE TABLE up_users_favourites_lnk (id INTEGER PRIMARY KEY, user_id INTEGER, tag_id INTEGER, tag_ord REAL, user_ord REAL);
      INSERT INTO up_users_favourites_lnk VALUES (1, 1, 4, 1, 1), (2, 1, 2, 2, 1);
      UPDATE strapi_database_schema SET schema = replace(replace(schema, '{"name":"username"', '{"name":"nick_name","type":"string"},{"name":"username"'),
        '"tables":[', '"tables":[{"name":"up_users_favourites_lnk","columns":[{"name":"id"},{"name":"user_id"},{"name":"tag_id"},{"name":"tag_ord"},{"name":"user_ord"}]},');
      UPDATE strapi_core_store_settings SET value = json_set(value, '$."plugin::users-permissions.user".attributes.nickName', json('{"type":"string"}'),
        '$."plugin::users-permissions.user".attributes.favourites', json('{"type":"relation","relation":"manyToMany","target":"api::tag.tag"}'))
        WHERE key = 'strapi_content_types_schema'`),
  );
  expect([code, lines.filter((line) => line.includes('nickName'))]).toEqual([0, []]);
  const [user] = await app
    .documents(USER)
    .findMany({ filters: { id: 1 }, populate: { favourites: { fields: ['name'] } } });
  expect(user).toMatchObject({ nickName: 'al', favourites: [{ name: 'tag 4' }, { name: 'tag 2' }] });
  await app.close();
});

it('compares bcrypt hashes in a thread, for unknown users as for imported ones', async () => {
  const app = await targetApp();
  await importInto(app, strapiDatabase());
  const asked = jest.spyOn(Worker.prototype, 'postMessage');
  try {
    const counts: number[] = [];
    for (const identifier of ['bob', 'unknown-user', 'bob@example.com', 'nobody@example.com']) {
      await app.agent.post('/api/auth/local').send({ identifier, password: 'wrong' }).expect(400);
      counts.push(asked.mock.calls.length);
      asked.mockClear();
    }
    expect(counts).toEqual([1, 1, 1, 1]);
  } finally {
    asked.mockRestore();
    await app.close();
  }
});
