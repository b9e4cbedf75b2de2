// What a 403 says of a missing permission, to who may look at it: never in production.
import type { Role } from './role-book';

export const hintOf = ({ name, type }: Role, action: string): string =>
  `the role ${name} may not do "${action}"; to allow it: quire role grant ${type} ${action}`;
