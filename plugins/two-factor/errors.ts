// The error table of the plugin.
import { defineErrors } from '../../core';

/** What a client needs for the second step. */
interface Step {
  readonly challenge: string;
}

interface FactorStep extends Step {
  /** `code`, or the name of a factor of another plugin: the key in the body of the login. */
  readonly step: string;
  readonly factors: readonly string[];
}

export const twoFactorErrors = defineErrors('two-factor', {
  TWO_FACTOR_REQUIRED: {
    status: 401,
    name: 'UnauthorizedError',
    message: ({ step }: FactorStep) =>
      `Send ${step === 'code' ? 'the code of your app' : 'your second factor'}: log in with \`challenge\` and \`${step}\``,
    details: ({ challenge, step, factors }: FactorStep) => ({ challenge, step, factors }),
  },
  TWO_FACTOR_SETUP: {
    status: 401,
    name: 'UnauthorizedError',
    message: (_step: Step) => 'Your role needs a second factor: set it up with `challenge`',
    details: ({ challenge }: Step) => ({ challenge, step: 'setup' }),
  },
  TWO_FACTOR_CODE: {
    status: 400,
    name: 'ValidationError',
    message: () => 'The code is wrong or was used already; wait for the next code of your app',
  },
  TWO_FACTOR_CHALLENGE: {
    status: 400,
    name: 'ValidationError',
    message: () => 'The challenge is unknown or older than ten minutes; log in again',
  },
  TWO_FACTOR_ENABLED: {
    status: 400,
    name: 'ApplicationError',
    message: () => 'The second factor is enabled already; disable it first',
  },
  TWO_FACTOR_DISABLED: {
    status: 400,
    name: 'ApplicationError',
    message: () => 'The second factor is not enabled; set it up first',
  },
  TWO_FACTOR_OTHER: {
    status: 400,
    name: 'ApplicationError',
    message: () => 'You have another second factor: log in with it, then set up the app',
  },
  TWO_FACTOR_STAYS: {
    status: 403,
    name: 'ForbiddenError',
    message: () =>
      'Your role needs a second factor, and this is your only one. Set up another one first: an app, or a passkey.',
  },
});
