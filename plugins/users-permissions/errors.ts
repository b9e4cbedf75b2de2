// The error table of the plugin. Names, statuses and messages follow the peer.
import { type BodyIssue, defineErrors } from '../../core';

const shortList = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');

export const usersErrors = defineErrors('users-permissions', {
  AUTH_INVALID_CREDENTIALS: {
    status: 400,
    name: 'ValidationError',
    message: () => 'Invalid identifier or password',
  },
  AUTH_BLOCKED: {
    status: 400,
    name: 'ApplicationError',
    message: () => 'Your account has been blocked by an administrator',
  },
  AUTH_UNCONFIRMED: {
    status: 400,
    name: 'ApplicationError',
    message: () => 'Your account email is not confirmed',
  },
  AUTH_TOKEN_REFUSED: {
    status: 401,
    name: 'UnauthorizedError',
    message: (message: string) => message,
  },
  /** A request began before the tokens of the user have ended, for example by a new password in another window. */
  AUTH_TOKENS_ENDED: {
    status: 401,
    name: 'UnauthorizedError',
    message: () => 'Nothing was changed, because your logins have ended. Log in again.',
  },
  AUTH_REFRESH_REFUSED: { status: 401, name: 'UnauthorizedError', message: () => 'Invalid refresh token' },
  AUTH_REFRESH_COOKIE: {
    status: 400,
    name: 'ValidationError',
    message: (header: string) =>
      `A refresh by cookie needs Content-Type: application/json or the header ${header}: httpOnly`,
  },
  SESSION_NOT_FOUND: { status: 404, name: 'NotFoundError', message: () => 'Session not found' },
  AUTH_PROVIDER_DISABLED: {
    status: 400,
    name: 'ApplicationError',
    message: () => 'This provider is disabled',
  },
  REGISTER_DISABLED: {
    status: 400,
    name: 'ApplicationError',
    message: () => 'Register action is currently disabled',
  },
  REGISTER_TAKEN: {
    status: 400,
    name: 'ApplicationError',
    message: () => 'Email or Username are already taken',
  },
  REGISTER_PARAMETERS: {
    status: 400,
    name: 'ValidationError',
    message: (keys: readonly string[]) => `Invalid parameters: ${keys.join(', ')}`,
  },
  PASSWORD_CODE: { status: 400, name: 'ValidationError', message: () => 'Incorrect code provided' },
  PASSWORD_CURRENT: {
    status: 400,
    name: 'ValidationError',
    message: () => 'The provided current password is invalid',
  },
  PASSWORD_MISSING: {
    status: 400,
    name: 'ValidationError',
    message: () =>
      'Your account has no password. Set one first: ask for a mail with POST /api/auth/forgot-password',
  },
  PASSWORD_SAME: {
    status: 400,
    name: 'ValidationError',
    message: () => 'Your new password must be different than your current password',
  },
  CONFIRMATION_TOKEN: { status: 400, name: 'ValidationError', message: () => 'Invalid token' },
  BODY_EMPTY: { status: 400, name: 'ValidationError', message: () => 'Request body cannot be empty' },
  /** All issues of a body. */
  BODY_ISSUES: {
    status: 400,
    name: 'ValidationError',
    message: (issues: readonly BodyIssue[]) =>
      issues.length === 1 ? (issues[0]?.message ?? '') : `${issues.length} errors occurred`,
    details: (issues: readonly BodyIssue[]) => ({ errors: issues }),
  },
  USER_RULE: {
    status: 400,
    name: 'ApplicationError',
    message: (message: string, _details?: Record<string, unknown>) => message,
    details: (_message: string, details?: Record<string, unknown>) => details ?? {},
  },
  USER_NOT_FOUND: { status: 404, name: 'NotFoundError', message: () => 'User not found' },
  ROLE_NOT_FOUND: { status: 404, name: 'NotFoundError', message: () => 'Role not found' },
  ROLE_RULE: { status: 400, name: 'ApplicationError', message: (message: string) => message },
  GRANT_EXCEEDS: {
    status: 403,
    name: 'ForbiddenError',
    message: (missing: readonly string[]) =>
      `Forbidden: you cannot grant permissions that you do not have: ${shortList(missing)}`,
    details: (missing: readonly string[]) => ({ missing }),
  },
  ROLE_PERMISSIONS: {
    status: 400,
    name: 'ValidationError',
    message: (message: string) => message,
  },
});
