// Is a secret of the configuration long and random enough?

/** Characters. */
export const LEAST_SECRET = 32;

/** The form of secrets that the peer generates: 16 random bytes in base64. */
const GENERATED = /^[A-Za-z0-9+/]{22}==$/;
/** Words of documentation and templates. A random secret almost never contains one. */
const TEMPLATE_WORDS =
  /change[-_ ]?me|to[-_ ]?be[-_ ]?modified|example|placeholder|password|secret|default/gi;
const REPEATED = /^(.{1,16}?)\1+/;

/** null: the secret is strong. */
export function secretWeakness(secret: string): string | null {
  if (secret.length < LEAST_SECRET && !GENERATED.test(secret))
    return `the secret has ${secret.length} characters, fewer than ${LEAST_SECRET}`;
  if (isPredictable(secret)) return 'the secret is not random';
  return null;
}

/** Repetitions, sequences like `0123456789`, and texts of templates. */
function isPredictable(secret: string): boolean {
  const repeated = REPEATED.exec(secret)?.[0].length ?? 0;
  const codes = [...secret].map((character) => character.charCodeAt(0));
  const neighbours = codes.filter((code, at) => Math.abs(code - (codes[at - 1] ?? 0)) <= 1);
  return (
    new Set(codes).size < 8 ||
    repeated > secret.length / 2 ||
    neighbours.length > secret.length / 2 ||
    isTemplate(secret)
  );
}

/** `changeme-changeme-changeme-changeme`; a prefix like `app-secret-` before random characters is accepted. */
function isTemplate(secret: string): boolean {
  const rest = secret.replace(TEMPLATE_WORDS, '');
  return rest !== secret && (rest.length < 22 || !/\d/.test(rest));
}
