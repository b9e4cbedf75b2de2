// The secret that signs tokens, from the configuration or the variable JWT_SECRET or JWT_SECRET_FILE. Development writes a missing secret to .env.
// In production a missing or weak secret stops startup.
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, StartupError, variableOf } from '../../../core';

const VARIABLE = 'JWT_SECRET';
const LEAST = 32;

/** The form of secrets that the peer generates: 16 random bytes in base64. */
const GENERATED = /^[A-Za-z0-9+/]{22}==$/;
/** Words of documentation and templates. A random secret almost never contains one. */
const TEMPLATE_WORDS =
  /change[-_ ]?me|to[-_ ]?be[-_ ]?modified|example|placeholder|password|secret|default/gi;
const REPEATED = /^(.{1,16}?)\1+/;

export function jwtSecretOf(
  app: Pick<App, 'dir' | 'isProduction' | 'variables' | 'log'>,
  configured: string | undefined,
): string {
  const secret = configured || variableOf(app.variables, VARIABLE) || '';
  const file = app.variables[`${VARIABLE}_FILE`];
  if (secret === '' && file) return refuse(`the file ${file} of ${VARIABLE}_FILE is empty`);
  if (secret === '') return app.isProduction ? refuse('the secret is missing') : make(app);
  const weakness = weaknessOf(secret);
  if (weakness !== null && app.isProduction) refuse(weakness);
  if (weakness !== null)
    app.log.warn(`the secret that signs tokens is weak: ${weakness}; production refuses it`);
  return secret;
}

/** null: the secret is strong. */
export function weaknessOf(secret: string): string | null {
  if (secret.length < LEAST && !GENERATED.test(secret))
    return `the secret has ${secret.length} characters, fewer than ${LEAST}`;
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

function refuse(reason: string): never {
  throw new StartupError('The secret that signs tokens is not safe:', [
    {
      where: 'config/plugins',
      at: 'users-permissions.config.jwtSecret',
      message: `${reason}; set the variable ${VARIABLE} (or ${VARIABLE}_FILE to a file) to at least ${LEAST} random characters (openssl rand -base64 48 prints one)`,
    },
  ]);
}

function make({ dir, log }: Pick<App, 'dir' | 'log'>): string {
  const secret = randomBytes(48).toString('base64url');
  const file = join(dir, '.env');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  appendFileSync(file, `${gap}${VARIABLE}=${secret}\n`, { mode: 0o600 });
  // `quire develop` does not restart for this change.
  process.send?.({ written: file });
  log.info(`wrote a new ${VARIABLE} to ${file}; keep the file out of version control`);
  return secret;
}
