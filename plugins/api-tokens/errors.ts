// The error table of the plugin.
import { defineErrors } from '../../core';

const shortList = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');

export const tokenErrors = defineErrors('api-tokens', {
  TOKEN_EXPIRED: { status: 401, name: 'UnauthorizedError', message: () => 'Token expired' },
  TOKEN_UNKNOWN: {
    status: 401,
    name: 'UnauthorizedError',
    message: () => 'Missing or invalid credentials',
  },
  TOKEN_MAKER: {
    status: 401,
    name: 'UnauthorizedError',
    message: () => 'The user who created this token is blocked, deleted, or lacks a permission of the token',
  },
  TOKEN_NOT_FOUND: { status: 404, name: 'NotFoundError', message: () => 'Token not found' },
  TOKEN_DECLARED: {
    status: 400,
    name: 'ApplicationError',
    message: (name: string) =>
      `The token "${name}" is declared in the configuration. Change api-tokens.config.tokens in config/plugins and restart.`,
  },
  TOKEN_NEEDS_CALLER: {
    status: 403,
    name: 'ForbiddenError',
    message: () => 'Forbidden: log in to manage API tokens',
  },
  TOKEN_EXCEEDS: {
    status: 403,
    name: 'ForbiddenError',
    message: (missing: readonly string[]) =>
      `Forbidden: you cannot give a token permissions that you do not have: ${shortList(missing)}`,
    details: (missing: readonly string[]) => ({ missing }),
  },
  TOKEN_OUTLIVES: {
    status: 403,
    name: 'ForbiddenError',
    message: (until: string) =>
      `Forbidden: a token cannot outlive the token that creates it, which expires at ${until}`,
  },
});
