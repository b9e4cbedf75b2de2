// The error table of the plugin.
import { defineErrors } from '../../core';

export const auditErrors = defineErrors('audit', {
  AUDIT_NOT_FOUND: {
    status: 404,
    name: 'NotFoundError',
    message: () => 'No entry of the audit log has this id',
  },
  AUDIT_TIME: {
    status: 400,
    name: 'ValidationError',
    message: (key: string, given: string) =>
      `\`${key}\` needs a time such as "2026-03-01T00:00:00Z", got ${JSON.stringify(given)}`,
    details: (key: string) => ({ key }),
  },
});
