// The error table of the plugin.
import { defineErrors } from '../../core';

export const signInErrors = defineErrors('sign-in', {
  SIGN_IN_CALLBACK: {
    status: 400,
    name: 'ValidationError',
    message: (callback: string) =>
      `The page "${callback}" is not allowed as \`callback\`; add it to \`allowedCallbacks\` of the provider in config/plugins`,
  },
  SIGN_IN_OWN_STATE: {
    status: 400,
    name: 'ValidationError',
    message: (longest: number) => `\`state\` must be one text of at most ${longest} characters`,
  },
  SIGN_IN_STATE: {
    status: 400,
    name: 'ValidationError',
    message: () =>
      'The sign-in did not begin in this browser, took longer than ten minutes, or was used already. Start again.',
  },
  SIGN_IN_TOKEN: {
    status: 400,
    name: 'ValidationError',
    message: () =>
      'The `access_token` is unknown, older than a minute, or was used already. Start again at /api/connect/:provider.',
  },
  SIGN_IN_DENIED: {
    status: 400,
    name: 'ApplicationError',
    message: (provider: string) => `The sign-in with "${provider}" was cancelled`,
  },
  SIGN_IN_PROVIDER: {
    status: 502,
    name: 'ApplicationError',
    message: (provider: string, reason: string) =>
      `The provider "${provider}" could not confirm you: ${reason}`,
  },
  SIGN_IN_ADDRESS: {
    status: 400,
    name: 'ApplicationError',
    message: (provider: string) =>
      `The provider "${provider}" has not verified your email address. Verify it there, and sign in again.`,
  },
  SIGN_IN_TAKEN: {
    status: 400,
    name: 'ApplicationError',
    message: () =>
      'There is an account with your email address. Log in as before; the provider is not linked to it.',
  },
  SIGN_IN_UNKNOWN: {
    status: 400,
    name: 'ApplicationError',
    message: () => 'There is no account for you, and a sign-in does not create one. Ask the operator.',
  },
});
