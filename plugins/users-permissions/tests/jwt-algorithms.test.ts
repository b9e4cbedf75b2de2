// `jwt.algorithm`, `jwt.issuer`, `jwt.audience`: as in Strapi. Tokens of another algorithm, issuer or audience are refused.
import { generateKeyPairSync } from 'node:crypto';
import { sign, verify } from 'jsonwebtoken';
import { createTestApp, type TestApp } from '../../../core/testing';
import { SECRET } from './app';

const pem = (bits: number) =>
  generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const PAIR = pem(2048);
const OTHER = pem(2048);
const open: TestApp[] = [];
afterAll(() => Promise.all(open.map((app) => app.close())));

async function appWith(jwt: object): Promise<TestApp> {
  const app = await createTestApp({
    env: { JWT_SECRET: SECRET },
    config: { plugins: { 'users-permissions': { config: { jwt } } } },
  });
  open.push(app);
  return app;
}

async function login(app: TestApp): Promise<{ id: number; jwt: string }> {
  const body = { username: 'ada', email: 'ada@example.org', password: 'correct horse 9' };
  const answer = await app.agent.post('/api/auth/local/register').send(body).expect(200);
  return { id: answer.body.user.id, jwt: answer.body.jwt };
}

const me = (app: TestApp, token: string) =>
  app.agent.get('/api/users/me').set('Authorization', `Bearer ${token}`);

it.each([
  ['HS384', {}, SECRET],
  ['RS256', { privateKey: PAIR.privateKey }, PAIR.publicKey],
  ['RS512', PAIR, PAIR.publicKey],
] as const)('signs and reads %s, and no other algorithm', async (algorithm, keys, key) => {
  const app = await appWith({ algorithm, ...keys, issuer: 'quire', audience: 'site' });
  const { id, jwt } = await login(app);
  expect(verify(jwt, key, { algorithms: [algorithm], issuer: 'quire', audience: 'site' })).toMatchObject({
    id,
  });
  await me(app, jwt).expect(200);
  const signing = algorithm === 'HS384' ? SECRET : PAIR.privateKey;
  const claims = { issuer: 'quire', audience: 'site', expiresIn: 60 };
  await me(app, sign({ id }, signing, { algorithm, ...claims })).expect(200);
  const foreign = [
    sign({ id }, SECRET, { algorithm: 'HS256', ...claims }),
    sign({ id }, OTHER.privateKey, { algorithm: 'RS256', ...claims }),
    sign({ id }, signing, { algorithm, ...claims, issuer: 'other' }),
    sign({ id }, signing, { algorithm, ...claims, audience: 'other' }),
    sign({ id }, signing, { algorithm, expiresIn: 60 }),
    sign({ id }, '', { algorithm: 'none', ...claims }),
  ];
  for (const token of foreign) await me(app, token).expect(401);
});

it.each<[string, object, RegExp]>([
  ['no private key', { algorithm: 'RS256' }, /jwt\.privateKey: is missing; RS256 needs it/],
  ['a text', { algorithm: 'RS256', privateKey: 'secret-text' }, /jwt\.privateKey: is not an RSA key/],
  ['a short key', { algorithm: 'RS256', privateKey: pem(1024).privateKey }, /at least 2048 bits/],
  ['the key of another pair', { algorithm: 'RS256', ...PAIR, publicKey: OTHER.publicKey }, /does not belong/],
  ['a name of Strapi', { secret: 'x' }, /jwt\.secret: is a key of Strapi: use jwtSecret/],
])('startup refuses %s', async (_what, jwt, message) => {
  await expect(appWith(jwt)).rejects.toThrow(message);
  await expect(appWith(jwt)).rejects.not.toThrow('secret-text');
});

it.each<[string, object, RegExp]>([
  ['upload', { upload: { config: { sizeLimit: 1 } } }, /sizeLimit: is a key of Strapi: set "file"/],
  [
    'upload',
    { upload: { config: { actionOptions: {} } } },
    /actionOptions: is a key of Strapi: .*providerOptions/,
  ],
  [
    'upload',
    { upload: { config: { concurrentUploadSize: 1 } } },
    /concurrentUploadSize: is a key of Strapi: remove/,
  ],
  [
    'graphql',
    { graphql: { config: { generateArtifacts: true } } },
    /generateArtifacts: .*quire graphql-schema/,
  ],
  [
    'users-permissions',
    { 'users-permissions': { config: { sessions: { cookie: { maxAge: 1 } } } } },
    /cookie\.maxAge: is a key of Strapi: set sessions\.idleRefreshTokenLifespan/,
  ],
])('a key of Strapi in the plugin %s has a remedy', async (_plugin, plugins, message) => {
  await expect(createTestApp({ env: { JWT_SECRET: SECRET }, config: { plugins } })).rejects.toThrow(message);
});
