// Roles and their permissions over REST, in the tree of the wire: `{ "api::article": { controllers: { article: { find: … } } } }`.
import { type DocumentObject, type Kernel, type RouteDefinition, route } from '../../../core';
import type { ActionRule } from '../action-rule';
import { PUBLIC } from '../authorize';
import type { UsersPermissionsConfig } from '../config';
import { unknownAction } from '../declared-roles';
import { usersErrors } from '../errors';
import type { Grant, Grants } from '../grants';
import { mistakesIn } from '../rules';
import { ROLE, USER } from '../types';
import { type Body, bodyOf, Complaints } from '../validation';

const TAGS = ['Roles'];
const action = (verb: string): string => `${ROLE}.${verb}`;

interface Leaf extends ActionRule {
  readonly enabled: boolean;
  readonly policy: '';
}
type Tree = Record<string, { controllers: Record<string, Record<string, Leaf>> }>;

export function rolesRoutes(
  kernel: Kernel,
  config: UsersPermissionsConfig,
  grants: () => Grants,
): RouteDefinition[] {
  const base = `${kernel.config.api.rest.prefix}/users-permissions`;
  const roles = () => kernel.documents(ROLE);

  async function roleOf(id: string): Promise<DocumentObject> {
    const filters = /^\d{1,15}$/.test(id) ? { id: Number(id) } : { documentId: id };
    const role = await roles().findFirst({ filters, sort: 'id' });
    if (!role) throw usersErrors.ROLE_NOT_FOUND();
    return role;
  }

  const inputOf = (body: unknown): Body => {
    const given = bodyOf(body);
    if (Object.keys(given).length === 0) throw usersErrors.BODY_EMPTY();
    return given;
  };

  return [
    route({
      method: 'GET',
      path: `${base}/roles`,
      action: action('find'),
      summary: 'Roles, with how many users have them',
      tags: TAGS,
      handler: async () => {
        const all = await roles().findMany({ sort: 'id' });
        const counted = await Promise.all(
          all.map(async (role) => ({
            ...role,
            nb_users: await kernel
              .documents(USER)
              .count({ filters: { role: { documentId: role.documentId } } }),
          })),
        );
        return { json: { roles: counted } };
      },
    }),
    route({
      method: 'GET',
      path: `${base}/roles/:id`,
      action: action('findOne'),
      summary: 'One role, with what it may do',
      tags: TAGS,
      handler: async (request) => {
        const role = await roleOf(request.params.id ?? '');
        const granted = await grants().of(role.documentId);
        return { json: { role: { ...role, permissions: treeOf(kernel, granted) } } };
      },
    }),
    route({
      method: 'POST',
      path: `${base}/roles`,
      action: action('createRole'),
      summary: 'Creates a role',
      tags: TAGS,
      body: 'json',
      handler: async (_request, { body }) => {
        const given = inputOf(body);
        const complaints = new Complaints();
        const name = complaints.text(given, 'name');
        if (name !== '' && name.length < 3) complaints.add('name', 'name must be at least 3 characters');
        complaints.refuse();
        const wanted = grantsIn(kernel, given.permissions, false) ?? [];
        const description = typeof given.description === 'string' ? given.description : '';
        const type = await freeType(
          kernel,
          typeof given.type === 'string' && given.type !== '' ? given.type : name,
        );
        await grants().createRole({ name, description, type }, wanted);
        return { json: { ok: true } };
      },
    }),
    route({
      method: 'PUT',
      path: `${base}/roles/:id`,
      action: action('updateRole'),
      summary: 'Changes a role and what it may do',
      tags: TAGS,
      body: 'json',
      handler: async (request, { body }) => {
        const role = await roleOf(request.params.id ?? '');
        const given = inputOf(body);
        const wanted = grantsIn(kernel, given.permissions, role.type === PUBLIC);
        const data = {
          ...(typeof given.name === 'string' && given.name !== '' ? { name: given.name } : {}),
          ...(typeof given.description === 'string' ? { description: given.description } : {}),
        };
        await grants().updateRole(role.documentId, data, wanted);
        return { json: { ok: true } };
      },
    }),
    route({
      method: 'DELETE',
      path: `${base}/roles/:id`,
      action: action('deleteRole'),
      summary: 'Deletes a role; its users become public',
      tags: TAGS,
      handler: async (request) => {
        const role = await roleOf(request.params.id ?? '');
        const needed = [PUBLIC, config.register.role];
        if (typeof role.type === 'string' && needed.includes(role.type))
          throw usersErrors.ROLE_RULE(`Cannot delete ${role.type} role`);
        const heir = await grants().roleOfType(PUBLIC);
        if (heir) await grants().deleteRole(role.documentId, heir.documentId);
        return { json: { ok: true } };
      },
    }),
    route({
      method: 'GET',
      path: `${base}/permissions`,
      action: 'plugin::users-permissions.permissions.getPermissions',
      summary: 'Everything that can be allowed',
      tags: TAGS,
      handler: () => ({ json: { permissions: treeOf(kernel, []) } }),
    }),
  ];
}

/** `api::article.article.find` → api::article, article, find. */
function stepsOf(name: string): readonly [string, string, string] | null {
  const [owner = '', ...rest] = name.split('.');
  const verb = rest.pop();
  return verb === undefined ? null : [owner, rest.join('.'), verb];
}

function treeOf(kernel: Kernel, granted: readonly Grant[]): Tree {
  const rules = new Map(granted.map(({ action: name, rule }) => [name, rule]));
  const tree: Tree = {};
  for (const { name } of kernel.actions.all()) {
    const steps = stepsOf(name);
    if (!steps) continue;
    const [owner, controller, verb] = steps;
    tree[owner] ??= { controllers: {} };
    const { controllers } = tree[owner];
    controllers[controller] ??= {};
    controllers[controller][verb] = { enabled: rules.has(name), policy: '', ...rules.get(name) };
  }
  return tree;
}

/** null: the body says nothing about permissions, so they stay. */
function grantsIn(kernel: Kernel, permissions: unknown, isPublic: boolean): readonly Grant[] | null {
  if (permissions === undefined || permissions === null) return null;
  const grants: Grant[] = [];
  for (const [owner, entry] of Object.entries(bodyOf(permissions)))
    for (const [controller, verbs] of Object.entries(bodyOf(bodyOf(entry).controllers)))
      for (const [verb, leaf] of Object.entries(bodyOf(verbs))) {
        const { enabled, where, fields } = bodyOf(leaf);
        if (enabled !== true) continue;
        const name = [owner, controller, verb].filter((step) => step !== '').join('.');
        const problem = unknownAction(kernel, name);
        if (problem !== null) throw usersErrors.ROLE_PERMISSIONS(problem);
        const rule = ruleIn(where, fields);
        const [mistake] = rule ? mistakesIn(kernel, name, rule, isPublic) : [];
        if (mistake !== undefined) throw usersErrors.ROLE_PERMISSIONS(`${name}: ${mistake}`);
        grants.push({ action: name, rule });
      }
  return grants;
}

function ruleIn(where: unknown, fields: unknown): ActionRule | null {
  if (where !== undefined && (typeof where !== 'object' || where === null || Array.isArray(where)))
    throw usersErrors.ROLE_PERMISSIONS('where: expected an object of conditions');
  if (fields !== undefined && !(Array.isArray(fields) && fields.every((name) => typeof name === 'string')))
    throw usersErrors.ROLE_PERMISSIONS('fields: expected a list of attribute names');
  const rule: ActionRule = {
    ...(where ? { where: bodyOf(where) } : {}),
    ...(Array.isArray(fields) ? { fields: fields.map(String) } : {}),
  };
  return Object.keys(rule).length > 0 ? rule : null;
}

/** Names may repeat, types may not. */
async function freeType(kernel: Kernel, wanted: string): Promise<string> {
  const base =
    wanted
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'role';
  for (let n = 0; ; n++) {
    const type = n === 0 ? base : `${base}-${n}`;
    if ((await kernel.documents(ROLE).count({ filters: { type } })) === 0) return type;
  }
}
