// Rate limits of credentials: per address and path, and per account.
import type { TestApp } from '../../../core/testing';
import { createUsersApp, PASSWORD, register } from './app';

let app: TestApp;
afterEach(() => app.close());

const tryLogin = (identifier: string, password: string) =>
  app.agent.post('/api/auth/local').send({ identifier, password });

it('refuses after ten requests a minute by default, for every account, and counts paths separately', async () => {
  app = await createUsersApp({ ratelimit: {} });
  await register(app, 'alice');
  for (let n = 1; n <= 10; n++) {
    const answer = await tryLogin(`unknown${n}`, 'wrong-one');
    expect([
      answer.status,
      answer.headers['x-ratelimit-limit'],
      answer.headers['x-ratelimit-remaining'],
    ]).toEqual([400, '10', String(10 - n)]);
    expect(Number(answer.headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000);
  }
  const refused = await tryLogin('alice', PASSWORD);
  expect(refused.status).toBe(429);
  expect(refused.body.error).toMatchObject({
    name: 'RateLimitError',
    message: 'Too many requests, please try again later.',
    details: {},
  });
  expect((await app.agent.post('/api/auth/forgot-password').send({})).status).toBe(400);
});

it('refuses after too many failed attempts on an account, existing or unknown', async () => {
  app = await createUsersApp({ ratelimit: { max: 1000, accountMax: 3 } });
  await register(app, 'alice');
  for (const name of ['alice@example.com', 'nobody@example.com']) {
    for (let n = 0; n < 3; n++) expect((await tryLogin(name, 'wrong-one')).status).toBe(400);
    expect((await tryLogin(name.toUpperCase(), PASSWORD)).status).toBe(429);
  }
});

it('counts a login once for every spelling of its path, address and body', async () => {
  app = await createUsersApp({ ratelimit: { max: 20 } });
  await register(app, 'alice');
  const paths = [
    '/api/auth/local',
    '/API/Auth/Local',
    '/api/auth/local/',
    '/api/auth/local?x=1',
    '/api/auth/loc%61l',
  ];
  const types = ['application/json', 'application/x-www-form-urlencoded', 'application/vnd.api+json'];
  const statuses: number[] = [];
  for (let n = 0; n < 30; n++) {
    const type = types[n % types.length] ?? '';
    const { status } = await app.agent
      .post(paths[n % paths.length] ?? '')
      .set('Content-Type', type)
      .set('X-Forwarded-For', `10.0.0.${n}`)
      .set('Forwarded', `for=10.0.0.${n}`)
      .set('X-Real-IP', `10.0.0.${n}`)
      .send(
        type.includes('form')
          ? 'identifier=alice&password=wrong-one'
          : '{"identifier":"alice","password":"wrong-one"}',
      );
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array(20).fill(400), ...Array(10).fill(429)]);
});

it('a name that looks like the key of another limit stops no mail', async () => {
  app = await createUsersApp({ ratelimit: { max: 1000, accountMax: 3 } });
  await register(app, 'alice');
  for (let n = 0; n < 4; n++) await tryLogin('mail alice@example.com', 'wrong-one');
  const { status } = await app.agent.post('/api/auth/forgot-password').send({ email: 'alice@example.com' });
  expect(status).toBe(200);
});
