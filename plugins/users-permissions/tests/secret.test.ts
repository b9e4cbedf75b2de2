import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jwtSecretOf } from '../secret';
import { SECRET } from './app';

const log = { warn: jest.fn(), info: jest.fn() };
const dir = mkdtempSync(join(tmpdir(), 'quire-secret-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
type Place = Parameters<typeof jwtSecretOf>[0];
const place = (isProduction: boolean, variables: Place['variables'] = {}): Place =>
  ({ dir, isProduction, variables, log }) as unknown as Place;

it('takes the configured one, else the variable', () => {
  expect(jwtSecretOf(place(true, { JWT_SECRET: 'other' }), SECRET)).toBe(SECRET);
  expect(jwtSecretOf(place(true, { JWT_SECRET: SECRET }), undefined)).toBe(SECRET);
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
];
it.each(weak)('production refuses %j', (secret) => {
  expect(() => jwtSecretOf(place(true), secret)).toThrow(/jwtSecret[\s\S]*JWT_SECRET/);
});

it('never prints one it refuses', () => {
  expect(() => jwtSecretOf(place(true), 'short-one')).toThrow(expect.not.stringContaining('short-one'));
});

it('elsewhere makes one and keeps it in .env, and only warns of a weak one', () => {
  const made = jwtSecretOf(place(false), undefined);
  expect(made.length).toBeGreaterThan(40);
  expect(readFileSync(join(dir, '.env'), 'utf8')).toBe(`JWT_SECRET=${made}\n`);
  expect(jwtSecretOf(place(false), 'secret')).toBe('secret');
  expect(log.warn).toHaveBeenCalledTimes(1);
});
