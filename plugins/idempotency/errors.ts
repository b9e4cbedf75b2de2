// The error table of the plugin.
import { defineErrors } from '../../core';

export const idempotencyErrors = defineErrors('idempotency', {
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    name: 'ValidationError',
    message: () =>
      'Idempotency-Key must have 1 to 255 visible ASCII characters; send a new UUID for each write',
  },
  IDEMPOTENCY_OTHER_BODY: {
    status: 422,
    name: 'UnprocessableEntityError',
    message: () => 'This Idempotency-Key belongs to another request; send a new key for a new write',
  },
  IDEMPOTENCY_RUNNING: {
    status: 409,
    name: 'ConflictError',
    message: () => 'A request with this Idempotency-Key is running; repeat the request later',
    headers: () => ({ 'Retry-After': '1' }),
  },
  IDEMPOTENCY_ANSWER_TOO_LARGE: {
    status: 409,
    name: 'ConflictError',
    message: () =>
      'The request with this Idempotency-Key is done, but its answer was too large to keep; read the documents',
  },
});
