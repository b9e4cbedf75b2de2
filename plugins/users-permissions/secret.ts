// The secret that signs tokens: from the configuration or the variable JWT_SECRET. Outside production a missing one is made and
// kept in .env; in production a missing, short or well-known one stops the start.
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kernel, StartupError } from '../../core';

const VARIABLE = 'JWT_SECRET';
const LEAST = 32;

/** What stands in documentation and templates, so what anybody would try first. */
const KNOWN =
  /^(change-?me|to-?be-?modified|(jwt|your|my|test|super|top)?[-_ ]?secret([-_ ]?key)?|password|.*(example|placeholder).*|(.)\5*)$/i;

export function jwtSecretOf(
  kernel: Pick<Kernel, 'dir' | 'isProduction' | 'variables' | 'log'>,
  configured: string | undefined,
): string {
  const secret = configured || kernel.variables[VARIABLE] || '';
  if (secret === '') return kernel.isProduction ? refuse('there is none') : make(kernel);
  const weakness = weaknessOf(secret);
  if (weakness !== null && kernel.isProduction) refuse(weakness);
  if (weakness !== null) kernel.log.warn(`the secret that signs tokens is weak: ${weakness}`);
  return secret;
}

function weaknessOf(secret: string): string | null {
  if (KNOWN.test(secret)) return 'it is one that anybody would try';
  return secret.length < LEAST ? `it has ${secret.length} characters, fewer than ${LEAST}` : null;
}

function refuse(reason: string): never {
  throw new StartupError('Tokens cannot be signed:', [
    {
      where: 'config/plugins',
      at: 'users-permissions.config.jwtSecret',
      message: `${reason}; set the variable ${VARIABLE} to at least ${LEAST} random characters (openssl rand -base64 48)`,
    },
  ]);
}

function make({ dir, log }: Pick<Kernel, 'dir' | 'log'>): string {
  const secret = randomBytes(48).toString('base64url');
  const file = join(dir, '.env');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  appendFileSync(file, `${gap}${VARIABLE}=${secret}\n`, { mode: 0o600 });
  log.info(`wrote a secret for tokens into ${file} (${VARIABLE}); keep the file out of version control`);
  return secret;
}
