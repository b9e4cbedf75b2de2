// `password`: written, never read. Stored as a hash (scrypt); a plugin that knows users may bring another.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { ScalarType } from './attribute-type';
import { checkLengthOptions, SHORT_TEXT, type TextOptions, textType } from './families/text';

const COST = { N: 16384, r: 8, p: 1 };
const LENGTH = 32;

export const passwordType: ScalarType<TextOptions> = {
  ...textType({ name: 'password', limit: SHORT_TEXT }),
  checkOptions: (options) => [
    ...checkLengthOptions(options),
    ...(options.unique
      ? [{ path: ['unique'], message: 'passwords are stored as hashes and cannot be kept unique' }]
      : []),
  ],
  prepare: (value) => hashPassword(String(value)),
  secret: true,
  filter: null,
  sortable: false,
  aggregates: [],
  searchable: false,
  openapi: () => ({ type: 'string', format: 'password', writeOnly: true }),
};

/** `$scrypt$16384$8$1$<salt>$<key>` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return hashText(salt, await derive(password, salt, LENGTH, COST));
}

/** A hash of no known password. A check against it takes the usual time. */
export const randomHash = (): string => hashText(randomBytes(16), randomBytes(LENGTH));

const hashText = (salt: Buffer, key: Buffer): string =>
  ['', 'scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');

/** False for hashes that are not ours. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, scheme, N, r, p, salt, key] = stored.split('$');
  if (scheme !== 'scrypt' || !salt || !key) return false;
  const expected = Buffer.from(key, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const actual = await derive(password, Buffer.from(salt, 'base64url'), expected.length, cost);
  return timingSafeEqual(actual, expected);
}

function derive(password: string, salt: Buffer, length: number, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
