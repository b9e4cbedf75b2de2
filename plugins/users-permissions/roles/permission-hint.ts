// The hint of a 403: the missing permission and a remedy. Only development shows it.
import type { Role } from './role-cache';

export const permissionHint = ({ name, type }: Role, action: string): string =>
  `the role ${name} has no permission for "${action}"; to grant it: quire role grant ${type} ${action}`;
