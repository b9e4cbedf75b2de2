// Grants and revokes permissions of roles, for REST, the command line and the configuration. Every change is one transaction,
// and repeating a change does nothing.
import { type App, type DocumentObject, FULL_VISIBILITY, type RequestContext, type Tx } from '../../../core';
import { usersErrors } from '../errors';
import { PERMISSION, ROLE, USER } from '../types';
import { type ActionRule, isSameRule } from './action-rule';

export interface Grant {
  readonly action: string;
  readonly rule: ActionRule | null;
}

export interface Grants {
  roleOfType(type: string): Promise<DocumentObject | null>;
  createRole(role: RoleInput, grants: readonly Grant[], caller?: By): Promise<DocumentObject>;
  updateRole(
    documentId: string,
    role: Partial<RoleInput>,
    grants: readonly Grant[] | null,
    caller?: By,
  ): Promise<void>;
  /** The users of the role get the role `successor`. */
  deleteRole(documentId: string, successor: string, caller?: By): Promise<void>;
  /** Returns the actions that are new or have a new rule. */
  grant(role: string, grants: readonly Grant[], declared?: boolean): Promise<readonly string[]>;
  /** Returns the revoked actions. */
  revoke(role: string, actions: readonly string[]): Promise<readonly string[]>;
  of(role: string): Promise<readonly (Grant & { readonly documentId: string; readonly declared: boolean })[]>;
}

export interface RoleInput {
  readonly name: string;
  readonly description: string;
  readonly type: string;
}

const USERS_PER_PAGE = 500;

export function createGrants(app: App): Grants {
  const { documents } = app;
  const roles = documents(ROLE);
  const texts = documents.text(ROLE);
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

  async function grant(role: string, grants: readonly Grant[], declared = false, by?: By) {
    const had = new Map((await of(role)).map((permission) => [permission.action, permission]));
    const changed: string[] = [];
    for (const { action, rule } of grants) {
      const before = had.get(action);
      if (!before) {
        await permissions.create({ data: { action, rule, declared, role }, ...recordedAs(by) });
        changed.push(action);
      } else if (!isSameRule(before.rule, rule) || (declared && !before.declared)) {
        const data = { rule, declared: declared || before.declared };
        await permissions.update({ documentId: before.documentId, data, ...recordedAs(by) });
        changed.push(action);
      }
    }
    return changed;
  }

  async function revoke(role: string, actions: readonly string[], by?: By) {
    const gone: string[] = [];
    for (const { action, documentId } of await of(role))
      if (actions.includes(action)) {
        await permissions.delete({ documentId, ...recordedAs(by) });
        gone.push(action);
      }
    return [...new Set(gone)];
  }

  const { dialect } = app.database;
  const userTable = dialect.id(app.schema.types.get(USER)?.table ?? '');
  /** Empty on SQLite, which has one writer at a time. */
  const lockUser = dialect.lockRows(userTable, 'document_id = ?');

  /**
   * Moves users page by page, because a query reads a limited number of rows. Pages by id, so the loop always ends. Another
   * transaction may change the role of a user after the page was read. That change stays.
   */
  async function moveUsers(tx: Tx, role: string, successor: string, by?: By) {
    const ofRole = { role: { documentId: role } };
    for (let last = 0; ; ) {
      const page = await users.findMany({
        filters: { ...ofRole, id: { $gt: last } },
        fields: ['id'],
        sort: 'id',
        pagination: { limit: USERS_PER_PAGE },
      });
      for (const { documentId } of page) {
        if (lockUser) await tx.all(lockUser, [documentId]);
        if (!(await users.findFirst({ filters: { ...ofRole, documentId }, fields: ['id'] }))) continue;
        await users.update({ documentId, data: { role: successor }, ...recordedAs(by) });
      }
      if (page.length < USERS_PER_PAGE) return;
      last = Number(page.at(-1)?.id);
    }
  }

  return {
    of,
    grant: (role, grants, declared) => documents.transaction(() => grant(role, grants, declared)),
    revoke: (role, actions) => documents.transaction(() => revoke(role, actions)),
    roleOfType: async (type) => roles.findFirst({ filters: { type }, sort: 'id' }),
    createRole: (role, grants, caller) =>
      documents.transaction(async () => {
        const { documentId } = await texts.create({ data: role, ...as(caller) });
        const created = await roles.findOne({ documentId });
        if (!created) throw usersErrors.ROLE_NOT_FOUND();
        await grant(documentId, grants, false, caller);
        return created;
      }),
    updateRole: (documentId, role, grants, caller) =>
      documents.transaction(async () => {
        if (!(await texts.update({ documentId, data: role, ...as(caller) })))
          throw usersErrors.ROLE_NOT_FOUND();
        if (grants === null) return;
        const wanted = new Set(grants.map(({ action }) => action));
        const before = await of(documentId);
        await revoke(
          documentId,
          before.map(({ action }) => action).filter((action) => !wanted.has(action)),
          caller,
        );
        await grant(documentId, grants, false, caller);
      }),
    deleteRole: (documentId, successor, caller) =>
      app.database.transaction(async (tx) => {
        await moveUsers(tx, documentId, successor, caller);
        for (const permission of await of(documentId))
          await permissions.delete({ documentId: permission.documentId, ...recordedAs(caller) });
        const { deleted } = await roles.delete({ documentId, ...as(caller) });
        if (deleted === 0) throw usersErrors.ROLE_NOT_FOUND();
      }),
  };
}

/** The request that writes. */
type By = Pick<RequestContext, 'caller' | 'visibility'>;

/** Without a request, the program itself writes. */
const as = (by: By | undefined) => (by ? { caller: by.caller, visibility: by.visibility } : {});

/** Records name the request. Its rights to change the role were checked; it needs none for permissions and users as documents. */
const recordedAs = (by: By | undefined) => (by ? { caller: by.caller, visibility: FULL_VISIBILITY } : {});

const isRule = (value: unknown): value is ActionRule =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
