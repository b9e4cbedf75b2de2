// The plugin's errors.
import { defineErrors } from '../../core';

const few = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');

export const tokenErrors = defineErrors('api-tokens', {
  TOKEN_EXPIRED: { status: 401, name: 'UnauthorizedError', message: () => 'Token expired' },
  TOKEN_UNKNOWN: {
    status: 401,
    name: 'UnauthorizedError',
    message: () => 'Missing or invalid credentials',
  },
  TOKEN_NOT_FOUND: { status: 404, name: 'NotFoundError', message: () => 'Token not found' },
  TOKEN_DECLARED: {
    status: 400,
    name: 'ApplicationError',
    message: (name: string) =>
      `The token "${name}" is declared in the configuration. Change it there (config/plugins, api-tokens.config.tokens) and start again.`,
  },
  TOKEN_NEEDS_CALLER: {
    status: 403,
    name: 'ForbiddenError',
    message: () => 'Forbidden: who is not logged in cannot manage tokens',
  },
  TOKEN_EXCEEDS: {
    status: 403,
    name: 'ForbiddenError',
    message: (missing: readonly string[]) =>
      `Forbidden: a token cannot do more than who makes it, who may not do ${few(missing)}`,
    details: (missing: readonly string[]) => ({ missing }),
  },
  TOKEN_OUTLIVES: {
    status: 403,
    name: 'ForbiddenError',
    message: (until: string) =>
      `Forbidden: a token cannot live longer than the one that makes it, which expires at ${until}`,
  },
});
