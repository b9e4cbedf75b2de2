// Giving roles permissions and taking them away: what REST, the command line and the configuration all go through. Every
// change is whole or absent, and the same change twice is one.
import type { DocumentObject, Kernel } from '../../core';
import type { ActionRule } from './action-rule';
import { usersErrors } from './errors';
import { PERMISSION, ROLE, USER } from './types';

export interface Grant {
  readonly action: string;
  readonly rule: ActionRule | null;
}

export interface Grants {
  roleOfType(type: string): Promise<DocumentObject | null>;
  createRole(role: RoleInput, grants: readonly Grant[]): Promise<DocumentObject>;
  updateRole(documentId: string, role: Partial<RoleInput>, grants: readonly Grant[] | null): Promise<void>;
  /** Its users get the role of `heir`. */
  deleteRole(documentId: string, heir: string): Promise<void>;
  /** Answers the actions that are new, or whose rule is. */
  grant(role: string, grants: readonly Grant[], declared?: boolean): Promise<readonly string[]>;
  /** Answers the actions that it had. */
  revoke(role: string, actions: readonly string[]): Promise<readonly string[]>;
  of(role: string): Promise<readonly (Grant & { readonly documentId: string; readonly declared: boolean })[]>;
}

export interface RoleInput {
  readonly name: string;
  readonly description: string;
  readonly type: string;
}

const USERS_AT_ONCE = 500;

export function createGrants(kernel: Kernel): Grants {
  const { documents } = kernel;
  const roles = documents(ROLE);
  const permissions = documents(PERMISSION);
  const users = documents(USER);

  async function of(role: string) {
    const rows = await permissions.findMany({ filters: { role: { documentId: role } }, sort: 'id' });
    return rows.map((row) => ({
      documentId: row.documentId,
      action: String(row.action),
      rule: isRule(row.rule) ? row.rule : null,
      declared: row.declared === true,
    }));
  }

  async function grant(role: string, grants: readonly Grant[], declared = false) {
    const had = new Map((await of(role)).map((permission) => [permission.action, permission]));
    const changed: string[] = [];
    for (const { action, rule } of grants) {
      const before = had.get(action);
      if (!before) {
        await permissions.create({ data: { action, rule, declared, role } });
        changed.push(action);
      } else if (JSON.stringify(before.rule) !== JSON.stringify(rule) || (declared && !before.declared)) {
        const data = { rule, declared: declared || before.declared };
        await permissions.update({ documentId: before.documentId, data });
        changed.push(action);
      }
    }
    return changed;
  }

  async function revoke(role: string, actions: readonly string[]) {
    const gone: string[] = [];
    for (const { action, documentId } of await of(role))
      if (actions.includes(action)) {
        await permissions.delete({ documentId });
        gone.push(action);
      }
    return [...new Set(gone)];
  }

  /** Page by page: one list of all of them may be more than a query may read. By ids, so that it ends whatever a write does. */
  async function moveUsers(role: string, heir: string) {
    for (let last = 0; ; ) {
      const page = await users.findMany({
        filters: { role: { documentId: role }, id: { $gt: last } },
        fields: ['id'],
        sort: 'id',
        pagination: { limit: USERS_AT_ONCE },
      });
      for (const { documentId } of page) await users.update({ documentId, data: { role: heir } });
      if (page.length < USERS_AT_ONCE) return;
      last = Number(page.at(-1)?.id);
    }
  }

  return {
    of,
    grant: (role, grants, declared) => documents.transaction(() => grant(role, grants, declared)),
    revoke: (role, actions) => documents.transaction(() => revoke(role, actions)),
    roleOfType: async (type) => roles.findFirst({ filters: { type }, sort: 'id' }),
    createRole: (role, grants) =>
      documents.transaction(async () => {
        const created = await roles.create({ data: role });
        await grant(created.documentId, grants);
        return created;
      }),
    updateRole: (documentId, role, grants) =>
      documents.transaction(async () => {
        if (!(await roles.update({ documentId, data: role }))) throw usersErrors.ROLE_NOT_FOUND();
        if (grants === null) return;
        const wanted = new Set(grants.map(({ action }) => action));
        const before = await of(documentId);
        await revoke(
          documentId,
          before.map(({ action }) => action).filter((action) => !wanted.has(action)),
        );
        await grant(documentId, grants);
      }),
    deleteRole: (documentId, heir) =>
      documents.transaction(async () => {
        await moveUsers(documentId, heir);
        for (const permission of await of(documentId))
          await permissions.delete({ documentId: permission.documentId });
        await roles.delete({ documentId });
      }),
  };
}

const isRule = (value: unknown): value is ActionRule =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
