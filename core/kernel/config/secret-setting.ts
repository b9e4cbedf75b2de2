// Which names and texts of a configuration look like credentials. What is unsure counts as one.
import { HIDDEN } from '../errors/secret-names';

export interface SecretWords {
  has(name: string): boolean;
}

/** `smtpPass`, `X-Api-Key`, `credentials`; a public key is none. */
const ENDS_LIKE_A_SECRET =
  /(secret|pass|password|passwd|passphrase|pwd|auth|authorization|bearer|credentials?|token|salt|dsn|connection[-_]?string|(?<!public[-_]?)keys?)$/i;
/** `tokenValue`, `passwordHash`; a number with such a name is a limit or a time, such as `maxTokens`. */
const HAS_A_SECRET = /secret|passw|passphrase|pwd|token|credential|(api|access|private)[-_]?key/i;
/** The name of a variable: `secretFrom: 'HOOK_SECRET'`. */
const VARIABLE = /^[A-Z][A-Z0-9_]*$/;

/** Whatever the value is, also an object: `credentials: { user, pass }`. */
export const endsLikeSecret = (name: string): boolean => ENDS_LIKE_A_SECRET.test(name);

export const isSecretName = (name: string, value: unknown, words: SecretWords): boolean =>
  words.has(name) || isSecretParent(name, value);

/** The name of an object, for a value in it: `credentials: { user }`, `tokens: { shop: 'abc' }`. */
export function isSecretParent(name: string, value: unknown): boolean {
  if (endsLikeSecret(name)) return true;
  if (typeof value !== 'string' || !HAS_A_SECRET.test(name)) return false;
  return !(name.endsWith('From') && VARIABLE.test(value));
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** `u:p@host`, `Bearer abc`, `Server=a;Password=b` */
const CREDENTIALS =
  /[^\s/@]:[^\s@]*@|^(bearer|basic)\s|(secret|pass|password|pwd|token|key)\s*=|-----BEGIN /i;

/** `redis://user:pass@host/0?key=1` → `redis://host/0`, with a mark. A text that cannot be parsed is hidden as a whole. */
export function withoutCredentials(text: string): string {
  if (!SCHEME.test(text)) return CREDENTIALS.test(text) ? HIDDEN : text;
  if (!URL.canParse(text)) return text.includes('@') || CREDENTIALS.test(text) ? HIDDEN : text;
  const { protocol, host, pathname, username, password, search, hash } = new URL(text);
  // `redis://u:p@a,redis://u:p@b` is one address with a long path.
  if (pathname.includes('@') || CREDENTIALS.test(pathname)) return HIDDEN;
  return `${username}${password}${search}${hash}` === '' ? text : `${protocol}//${HIDDEN}@${host}${pathname}`;
}
