import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jwtSecretOf } from '../tokens/jwt-secret';
import { SECRET } from './app';

const log = { warn: jest.fn(), info: jest.fn() };
const dir = mkdtempSync(join(tmpdir(), 'quire-secret-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
type Place = Parameters<typeof jwtSecretOf>[0];
const place = (isProduction: boolean, variables: Place['variables'] = {}): Place =>
  ({ dir, isProduction, variables, log }) as unknown as Place;

it('uses the configured secret, or else the variable', () => {
  expect(jwtSecretOf(place(true, { JWT_SECRET: 'other' }), SECRET)).toBe(SECRET);
  expect(jwtSecretOf(place(true, { JWT_SECRET: SECRET }), undefined)).toBe(SECRET);
});

it('reads the file that JWT_SECRET_FILE names, and makes no other secret', () => {
  const file = join(dir, 'jwt');
  writeFileSync(file, `${SECRET}\n`);
  const env = { JWT_SECRET_FILE: file };
  for (const isProduction of [true, false])
    expect(jwtSecretOf(place(isProduction, env), undefined)).toBe(SECRET);
  writeFileSync(file, '\n');
  for (const isProduction of [true, false]) {
    expect(() => jwtSecretOf(place(isProduction, env), undefined)).toThrow(/jwt of JWT_SECRET_FILE is empty/);
    const missing = { JWT_SECRET_FILE: join(dir, 'none') };
    expect(() => jwtSecretOf(place(isProduction, missing), undefined)).toThrow(
      /JWT_SECRET_FILE: cannot read/,
    );
  }
  expect(existsSync(join(dir, '.env'))).toBe(false);
});

const weak = [
  undefined,
  '',
  'secret',
  'jwt-secret',
  'toBeModified',
  'changeme',
  'my-example-secret-for-the-documentation',
  'short',
  'a'.repeat(40),
  'changeme-changeme-changeme-changeme',
  'ChangeMePleaseBecauseIAmTheDefault',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'my-super-secret-jwt-key-for-production',
  'k3-9vQ2mk3-9vQ2mk3-9vQ2mk3-9vQ2m',
];
it.each(weak)('production refuses %j', (secret) => {
  expect(() => jwtSecretOf(place(true), secret)).toThrow(/jwtSecret[\s\S]*JWT_SECRET/);
});

it('never prints a refused secret', () => {
  expect(() => jwtSecretOf(place(true), 'short-one')).toThrow(expect.not.stringContaining('short-one'));
});

it('in development writes a secret to .env, and only warns about a weak secret', () => {
  const made = jwtSecretOf(place(false), undefined);
  expect(made.length).toBeGreaterThan(40);
  expect(readFileSync(join(dir, '.env'), 'utf8')).toBe(`JWT_SECRET=${made}\n`);
  expect(jwtSecretOf(place(false), 'secret')).toBe('secret');
  expect(log.warn).toHaveBeenCalledTimes(1);
});

it('accepts random secrets, also those of the generator of the peer', () => {
  for (let n = 0; n < 500; n++)
    for (const secret of [
      randomBytes(16).toString('base64'),
      randomBytes(32).toString('hex'),
      randomBytes(16).toString('hex'),
      randomBytes(48).toString('base64url'),
      `app-secret-${randomBytes(16).toString('hex')}`,
    ])
      expect(jwtSecretOf(place(true), secret)).toBe(secret);
});
