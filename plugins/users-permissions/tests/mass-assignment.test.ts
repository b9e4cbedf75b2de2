// Attributes that users must not set themselves, in every way of sending them.
import type { TestApp } from '../../../core/testing';
import { bearer, createUsersApp, PASSWORD, register } from './app';

const FORGED: readonly (readonly [key: string, value: unknown])[] = [
  ['role', 2],
  ['role', { connect: [2] }],
  ['confirmed', true],
  ['blocked', true],
  ['id', 77],
  ['documentId', 'forged'],
  ['createdBy', 1],
  ['createdAt', '2001-01-01T00:00:00.000Z'],
  ['publishedAt', '2001-01-01T00:00:00.000Z'],
  ['provider', 'github'],
  ['resetPasswordToken', 'x'],
  ['confirmationToken', 'x'],
  ['tokenEpoch', 'x'],
  ['badge', 'gold'],
];

let app: TestApp;
let jwt: string;
let id: number;
beforeAll(async () => {
  app = await createUsersApp({
    user: { attributes: { city: { type: 'string' }, badge: { type: 'string' } } },
    register: { allowedFields: ['city'] },
  });
  ({ jwt, id } = await register(app, 'mallory'));
});
afterAll(() => app.close());

const stored = async () => {
  const users = app.documents('plugin::users-permissions.user');
  return users.findMany({ populate: ['role'], sort: 'id' });
};

it.each(FORGED)('registration refuses %s = %j', async (key, value) => {
  const before = await stored();
  const { status, body } = await app.agent
    .post('/api/auth/local/register')
    .send({ username: 'forger', email: 'forger@example.com', password: PASSWORD, [key]: value });
  expect(status).toBe(400);
  expect(body.error.message).toBe(`Invalid parameters: ${key}`);
  expect(await stored()).toEqual(before);
});

it.each(FORGED)('PUT /users/me refuses %s = %j', async (key, value) => {
  const before = await stored();
  const { status, body } = await app.agent
    .put('/api/users/me')
    .set('Authorization', bearer(jwt))
    .send({ city: 'Rome', [key]: value });
  expect(status).toBe(400);
  expect(body.error.message).toBe(`Invalid parameters: ${key}`);
  expect(await stored()).toEqual(before);
});

it('accepts the configured fields, in both places', async () => {
  const { body } = await app.agent
    .post('/api/auth/local/register')
    .send({ username: 'carla', email: 'carla@example.com', password: PASSWORD, city: 'Oslo' })
    .expect(200);
  expect(body.user).toMatchObject({ city: 'Oslo', badge: null, confirmed: true, provider: 'local' });
  const changed = await app.agent
    .put('/api/users/me')
    .set('Authorization', bearer(jwt))
    .send({ city: 'Rome', username: 'mallory2', email: 'M2@example.com' })
    .expect(200);
  expect(changed.body).toMatchObject({ id, city: 'Rome', username: 'mallory2', email: 'm2@example.com' });
});

it('refuses the name of another user in PUT /users/me', async () => {
  const { status, body } = await app.agent
    .put('/api/users/me')
    .set('Authorization', bearer(jwt))
    .send({ username: 'carla' });
  expect([status, body.error.message]).toEqual([400, 'Email or Username are already taken']);
});

it('does not start when allowedFields contains a protected attribute', async () => {
  await expect(createUsersApp({ register: { allowedFields: ['role', 'town'] } })).rejects.toThrow(
    /users must not set "role" themselves[\s\S]*no writable attribute "town"/,
  );
});
