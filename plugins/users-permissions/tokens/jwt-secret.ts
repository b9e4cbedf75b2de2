// The secret that signs tokens, from the configuration or the variable JWT_SECRET or JWT_SECRET_FILE. Development writes a missing secret to .env.
// In production a missing or weak secret stops startup.
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, LEAST_SECRET, StartupError, secretWeakness, variableOf } from '../../../core';

const VARIABLE = 'JWT_SECRET';

export function jwtSecretOf(
  app: Pick<App, 'dir' | 'isProduction' | 'variables' | 'log'>,
  configured: string | undefined,
): string {
  const secret = configured || variableOf(app.variables, VARIABLE) || '';
  const file = app.variables[`${VARIABLE}_FILE`];
  if (secret === '' && file) return refuse(`the file ${file} of ${VARIABLE}_FILE is empty`);
  if (secret === '') return app.isProduction ? refuse('the secret is missing') : make(app);
  const weakness = secretWeakness(secret);
  if (weakness !== null && app.isProduction) refuse(weakness);
  if (weakness !== null)
    app.log.warn(`the secret that signs tokens is weak: ${weakness}; production refuses it`);
  return secret;
}

function refuse(reason: string): never {
  throw new StartupError('The secret that signs tokens is not safe:', [
    {
      where: 'config/plugins',
      at: 'users-permissions.config.jwtSecret',
      message: `${reason}; set the variable ${VARIABLE} (or ${VARIABLE}_FILE to a file) to at least ${LEAST_SECRET} random characters (openssl rand -base64 48 prints one)`,
    },
  ]);
}

function make({ dir, log }: Pick<App, 'dir' | 'log'>): string {
  const secret = randomBytes(48).toString('base64url');
  const file = join(dir, '.env');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  // `quire develop` does not restart for a change between both messages.
  process.send?.({ writes: file });
  appendFileSync(file, `${gap}${VARIABLE}=${secret}\n`, { mode: 0o600 });
  process.send?.({ written: file });
  log.info(`wrote a new ${VARIABLE} to ${file}; keep the file out of version control`);
  return secret;
}
