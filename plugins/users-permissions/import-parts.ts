// Users, roles and permissions that come from another system.
import type { App, ImportPart } from '../../core';
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
  // A reader of the other database could use a mailed code.
  { name: USER, omits: ['resetPasswordToken', 'resetPasswordExpiresAt', 'confirmationToken', 'tokenEpoch'] },
];
