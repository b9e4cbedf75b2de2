// Deployments that ignore permissions.
import type { Mutant } from './mutating-proxy';

const ROWS = [
  'service.private.default',
  'service.private.user-token',
  'service.private.api-token',
  'auth.role.action',
  'auth.role.find',
  'auth.role.find-one',
  'auth.role.populate',
  'rest.populate.needs-find',
  'rest.locale.create-permission',
  'quire.access.read-draft',
  'quire.access.publish',
  'quire.access.like-unknown',
  'quire.access.logout-password',
];

export const openMutants: readonly Mutant[] = ROWS.map((row) => ({
  row,
  does: 'gives every request full access',
  open: true,
}));
