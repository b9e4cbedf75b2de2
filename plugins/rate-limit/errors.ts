// The error table of the plugin. Status, name and message follow the peer.
import { defineErrors } from '../../core';

export const rateErrors = defineErrors('rate-limit', {
  RATE_LIMITED: {
    status: 429,
    name: 'RateLimitError',
    message: (_seconds: number) => 'Too many requests, please try again later.',
    headers: (seconds: number) => ({ 'Retry-After': String(seconds) }),
  },
  RATE_STORE_DOWN: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: () => 'The rate-limit store is not reachable; try again later',
    headers: () => ({ 'Retry-After': '5' }),
  },
});
