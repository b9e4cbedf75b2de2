// The line of MOVE.md about the secret of tokens: it is missing, or production refuses it.
import { type ForeignProject, secretWeakness } from '../../../core';
import type { PluginSettingsOfProject } from './plugin-settings';

const VARIABLE = /^\s*(?:export\s+)?JWT_SECRET\s*=\s*(["'`]?)(.*?)\1\s*$/s;

/** null: there is nothing to do. */
export function secretLine(
  { variables }: Pick<ForeignProject, 'variables'>,
  { settings, jwtSecret }: PluginSettingsOfProject,
): string | null {
  const own = settings.filter(({ path: [name] }) => name === 'users-permissions');
  if (own.some(({ path, code }) => path.length === 1 && code === 'false')) return null;
  const variable = variables.find(({ name }) => name === 'JWT_SECRET');
  if (jwtSecret === null && variable === undefined) {
    const isConfigured = own.some(({ path }) => path[2] === 'jwtSecret');
    return isConfigured
      ? null
      : '`.env` has no `JWT_SECRET`. Set that of Strapi, so that tokens of its users stay valid.';
  }
  const [, , written = ''] = VARIABLE.exec(variable?.text ?? '') ?? [];
  const weakness = secretWeakness(jwtSecret ?? written);
  return weakness === null
    ? null
    : `Production refuses \`JWT_SECRET\`: ${weakness}. Set 32 random bytes. Users with a token of Strapi then log in again.`;
}
