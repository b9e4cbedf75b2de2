// Users, roles and permissions that come from another system.
import type { App, ImportPart } from '../../core';
import { newEpoch } from './invalidation';
import { unknownAction } from './roles/declared-roles';
import { FULL } from './roles/full-role';
import { PERMISSION, ROLE, USER } from './types';

export const importParts = (app: App): readonly ImportPart[] => [
  { name: ROLE, sameBy: ['type'] },
  {
    name: PERMISSION,
    sameBy: ['role', 'action'],
    accepts: ({ action }) => (action === FULL ? null : unknownAction(app, String(action))),
  },
  {
    name: USER,
    // A reader of the other database could use a mailed code.
    omits: ['resetPasswordToken', 'resetPasswordExpiresAt', 'confirmationToken', 'tokenEpoch'],
    // Without an epoch, tokens that were revoked here or there would be valid again.
    renews: () => ({ tokenEpoch: newEpoch() }),
  },
];
