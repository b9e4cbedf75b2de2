// The error table of the plugin.
import { defineErrors } from '../../core';

/** What a client needs for the second step. */
interface Step {
  readonly challenge: string;
}

export const twoFactorErrors = defineErrors('two-factor', {
  TWO_FACTOR_REQUIRED: {
    status: 401,
    name: 'UnauthorizedError',
    message: (_step: Step) => 'Send the code of your app: log in with `challenge` and `code`',
    details: ({ challenge }: Step) => ({ challenge, step: 'code' }),
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
  TWO_FACTOR_STAYS: {
    status: 403,
    name: 'ForbiddenError',
    message: () => 'Your role needs a second factor, so you cannot disable it',
  },
});
