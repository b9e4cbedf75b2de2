// API tokens of Strapi: by the encryption key, by the salt, or lost.

import { createCipheriv, createHash } from 'node:crypto';
import { type TestApp, testDatabases } from '../../../core/testing';
import { removeTemporary } from '../../../core/testing/temporary';
import { storedHash } from '../convert/token-secret';
import { importInto, strapiDatabase, targetApp } from './strapi-source';

afterAll(removeTemporary);

const SALT = 'peer-api-token-salt';
const ENCRYPTION_KEY = 'peer-encryption-key-0123456789';
/** The token "full" of the recorded Strapi. Its HMAC was set by hand, so its encrypted key is of another secret. */
const FULL = 'f'.repeat(64);
const NONE: Readonly<Record<string, string>> = {};

const ask = (app: TestApp, secret: string, path = '/api/authors?status=draft') =>
  app.agent.get(path).set({ authorization: `Bearer ${secret}` });

it.each(testDatabases())(
  'with the salt alone, a token works on %s, and its hash is replaced',
  async (database) => {
    const app = await targetApp(database, {}, undefined, { API_TOKEN_SALT: SALT });
    const { lines } = await importInto(app, strapiDatabase());
    expect(lines).toContain(
      'plugin::api-tokens.token: 6 rows, 6 documents, 6 versions, 0 links, 0 components',
    );
    const hashes = async (): Promise<string[]> =>
      (await app.kernel.database.knex('api_tokens').where({ name: 'full' })).map(({ hash }) => String(hash));
    expect(await hashes()).toEqual([expect.stringMatching(/^hmac-sha512:/)]);
    await ask(app, FULL).expect(200);
    expect(await hashes()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    await ask(app, FULL).expect(200);
    await ask(app, 'e'.repeat(64)).expect(401);
    await ask(app, 'b'.repeat(64)).expect(401);
    await ask(app, 'c'.repeat(64), '/api/categories').expect(200);
    await ask(app, 'c'.repeat(64), '/api/tags').expect(403);
    await app.close();
  },
);

it('with the encryption key alone, the secrets themselves are known', async () => {
  const app = await targetApp('sqlite', {}, undefined, { ENCRYPTION_KEY });
  const { code } = await importInto(app, strapiDatabase());
  expect(code).toBe(0);
  const stored = await app.kernel.database.knex('api_tokens').orderBy('id');
  expect(stored.map(({ hash }) => String(hash))).toEqual(
    Array(6).fill(expect.stringMatching(/^[0-9a-f]{64}$/)),
  );
  await app.close();
});

it('without a key, the report lists the tokens as lost', async () => {
  const app = await targetApp('sqlite', {}, undefined, NONE);
  const { code, lines } = await importInto(app, strapiDatabase());
  expect(code).toBe(0);
  expect(lines).toContain(
    '  left out: strapi_api_tokens 3: the token "full" is lost: set ENCRYPTION_KEY or API_TOKEN_SALT of Strapi, and import again',
  );
  await app.close();
});

it('keeps the HMAC where the encrypted secret is another one, or damaged', () => {
  const keys = { encryptionKey: ENCRYPTION_KEY, salt: SALT };
  expect(storedHash('abc', 'v1:00:00:00', keys)).toBe('hmac-sha512:abc');
  expect(storedHash('abc', 'text', keys)).toBe('hmac-sha512:abc');
  expect(storedHash('abc', null, { ...keys, salt: undefined })).toBeNull();
});

/** As Strapi encrypts a secret: `v1:iv:data:tag`. */
function encrypted(secret: string): string {
  const iv = Buffer.alloc(16, 7);
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(ENCRYPTION_KEY).digest(), iv);
  const data = cipher.update(secret, 'utf8', 'hex') + cipher.final('hex');
  return `v1:${iv.toString('hex')}:${data}:${cipher.getAuthTag().toString('hex')}`;
}

it('with the encryption key alone, a token works', async () => {
  const secret = '5'.repeat(256);
  const app = await targetApp('sqlite', {}, undefined, { ENCRYPTION_KEY });
  const change = `UPDATE strapi_api_tokens SET encrypted_key = '${encrypted(secret)}', access_key = 'of-an-unknown-salt' WHERE name = 'readonly'`;
  expect((await importInto(app, strapiDatabase(change))).code).toBe(0);
  await ask(app, secret, '/api/authors').expect(200);
  await app.agent
    .post('/api/tags')
    .set({ authorization: `Bearer ${secret}` })
    .send({ data: { name: 'x' } })
    .expect(403);
  await ask(app, `${secret}5`, '/api/authors').expect(401);
  await app.close();
});
