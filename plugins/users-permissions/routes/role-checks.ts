// Checks the role of a user before a write. Each user has a role, and callers grant at most their own permissions.
import type { App, DocumentObject, RequestContext } from '../../../core';
import type { Body, Complaints } from '../accounts/validation';
import type { UsersPermissionsConfig } from '../config';
import { checkGrantLimit } from '../roles/grant-limit';
import type { Grants } from '../roles/grants';
import { PUBLIC, ROLE, USER } from '../types';
import { roleTargetsIn } from './role-input';

export function createRoleChecks(app: App, config: UsersPermissionsConfig, grants: () => Grants) {
  /** Adds an issue when the body would leave the user without a role. */
  function requireRole(data: Body, complaints: Complaints): void {
    if (Object.hasOwn(data, 'role') && roleTargetsIn(data.role).length === 0)
      complaints.add('role', 'Users must have a role');
  }

  /** The role that registration assigns is open to everyone, so the limit does not apply to it. */
  async function checkRoleLimit(request: RequestContext, role: DocumentObject): Promise<void> {
    if (role.type === PUBLIC || role.type === config.register.role) return;
    await checkGrantLimit(request, await grants().of(role.documentId), grants());
  }

  /** Checks every role that the body assigns, except the current role of the user. */
  async function checkAssignedRoles(request: RequestContext, data: Body, current?: string): Promise<void> {
    const targets = roleTargetsIn(data.role).map(String);
    if (targets.length === 0) return;
    const ids = targets.filter((target) => /^\d{1,15}$/.test(target)).map(Number);
    const roles = await app.documents(ROLE).findMany({
      filters: { $or: [{ documentId: { $in: targets } }, ...(ids.length > 0 ? [{ id: { $in: ids } }] : [])] },
    });
    for (const role of roles) if (role.documentId !== current) await checkRoleLimit(request, role);
  }

  /** A new password or address of another user gives access to the permissions of that user. */
  async function checkUpdateLimit(request: RequestContext, documentId: string, data: Body): Promise<void> {
    const takesOver = data.password !== undefined || data.email !== undefined;
    if (data.role === undefined && !takesOver) return;
    const user = await app
      .documents(USER)
      .findOne({ documentId, fields: ['id', 'email'], populate: ['role'] });
    const current = (user?.role ?? null) as DocumentObject | null;
    const isOther = request.state.user?.documentId !== documentId;
    const isSame = data.password === undefined && data.email === user?.email;
    if (current && takesOver && isOther && !isSame) await checkRoleLimit(request, current);
    await checkAssignedRoles(request, data, current?.documentId);
  }

  return { requireRole, checkAssignedRoles, checkUpdateLimit };
}
