// Roles with their permissions as REST shows and changes them, for its routes and for code of plugins.
import { type App, type DocumentObject, type RequestContext, withAllFields } from '../../../core';
import { type Body, bodyOf, Complaints } from '../accounts/validation';
import type { UsersPermissionsConfig } from '../config';
import { usersErrors } from '../errors';
import { isSameRule } from '../roles/action-rule';
import { isFull } from '../roles/full-role';
import { checkGrantLimit } from '../roles/grant-limit';
import type { Grants } from '../roles/grants';
import { PUBLIC, ROLE, USER } from '../types';
import { freeType, grantsIn, treeOf } from './role-tree';

/** `id`: a row id or a documentId. `by`: the request, with what it may see and grant; absent for code. */
export interface ManagedRoles {
  /** With the number of users, `nb_users`. */
  find(by?: RequestContext): Promise<readonly DocumentObject[]>;
  /** With the tree of permissions. Throws a 404 for an unknown role. */
  findOne(id: string | number, by?: RequestContext): Promise<DocumentObject>;
  /** `input`: `name`, `description`, `type`, `permissions`. */
  create(input: unknown, by?: RequestContext): Promise<void>;
  /** Permissions that the input does not enable are revoked; without `permissions` they stay. */
  update(id: string | number, input: unknown, by?: RequestContext): Promise<void>;
  /** The users of the role get the role `public`. */
  remove(id: string | number, by?: RequestContext): Promise<void>;
}

export function manageRoles(app: App, config: UsersPermissionsConfig, grants: () => Grants): ManagedRoles {
  const roles = () => app.documents(ROLE);
  const seenBy = (by: RequestContext | undefined) => (by ? { visibility: withAllFields(by.visibility) } : {});

  /** A role that the visibility hides is unknown. */
  async function roleOf(id: string | number, by: RequestContext | undefined): Promise<DocumentObject> {
    const filters = /^\d{1,15}$/.test(String(id)) ? { id: Number(id) } : { documentId: String(id) };
    const role = await roles().findFirst({ filters, sort: 'id', ...seenBy(by) });
    if (!role) throw usersErrors.ROLE_NOT_FOUND();
    return role;
  }

  const inputOf = (input: unknown): Body => {
    const given = bodyOf(input);
    if (Object.keys(given).length === 0) throw usersErrors.BODY_EMPTY();
    return given;
  };

  return {
    async find(by) {
      const all = await roles().findMany({ sort: 'id', ...seenBy(by) });
      return Promise.all(
        all.map(async (role) => ({
          ...role,
          nb_users: await app.documents(USER).count({ filters: { role: { documentId: role.documentId } } }),
        })),
      );
    },

    async findOne(id, by) {
      const role = await roleOf(id, by);
      return { ...role, permissions: treeOf(app, await grants().of(role.documentId)) };
    },

    async create(input, by) {
      const given = inputOf(input);
      const complaints = new Complaints();
      const name = complaints.text(given, 'name');
      if (name !== '' && name.length < 3) complaints.add('name', 'name must be at least 3 characters');
      complaints.refuse();
      const wanted = grantsIn(app, given.permissions, false) ?? [];
      if (by) await checkGrantLimit(by, wanted, grants());
      const description = typeof given.description === 'string' ? given.description : '';
      const type = await freeType(
        app,
        typeof given.type === 'string' && given.type !== '' ? given.type : name,
      );
      await grants().createRole({ name, description, type }, wanted, by);
    },

    async update(id, input, by) {
      const role = await roleOf(id, by);
      const given = inputOf(input);
      const wanted = grantsIn(app, given.permissions, role.type === PUBLIC);
      const before = await grants().of(role.documentId);
      if (wanted !== null && isFull(before))
        throw usersErrors.ROLE_RULE(
          'This role has every permission, so its permissions cannot change. Use another role.',
        );
      const added = (wanted ?? []).filter(
        (grant) => !before.some((had) => had.action === grant.action && isSameRule(had.rule, grant.rule)),
      );
      if (by) await checkGrantLimit(by, added, grants());
      const data = {
        ...(typeof given.name === 'string' && given.name !== '' ? { name: given.name } : {}),
        ...(typeof given.description === 'string' ? { description: given.description } : {}),
      };
      await grants().updateRole(role.documentId, data, wanted, by);
    },

    async remove(id, by) {
      const role = await roleOf(id, by);
      const needed = [PUBLIC, config.register.role];
      if (typeof role.type === 'string' && needed.includes(role.type))
        throw usersErrors.ROLE_RULE(`Cannot delete ${role.type} role`);
      const successor = await grants().roleOfType(PUBLIC);
      if (!successor) throw new Error(`The role "${PUBLIC}", which gets the users, does not exist`);
      await grants().deleteRole(role.documentId, successor.documentId, by);
    },
  };
}
