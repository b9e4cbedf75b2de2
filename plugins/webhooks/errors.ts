// The error table of the plugin.
import { defineErrors } from '../../core';

export const webhookErrors = defineErrors('webhooks', {
  WEBHOOK_NOT_FOUND: { status: 404, name: 'NotFoundError', message: () => 'Webhook not found' },
  WEBHOOK_DELIVERY_NOT_FOUND: { status: 404, name: 'NotFoundError', message: () => 'Delivery not found' },
  WEBHOOK_INVALID: {
    status: 400,
    name: 'ValidationError',
    message: (key: string, problem: string) => `The webhook cannot be stored: \`${key}\`: ${problem}`,
    details: (key: string) => ({ key }),
  },
  WEBHOOK_TAKEN: {
    status: 409,
    name: 'ConflictError',
    message: (name: string) => `A webhook "${name}" exists already; choose another name`,
  },
  WEBHOOK_DECLARED: {
    status: 400,
    name: 'ApplicationError',
    message: (name: string) =>
      `The webhook "${name}" is declared in the configuration. Change webhooks.config.webhooks in config/plugins and restart.`,
  },
});
