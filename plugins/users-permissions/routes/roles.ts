// Roles and permissions over REST. Permissions are a tree: `{ "api::article": { controllers: { article: { find: … } } } }`.
import {
  type App,
  check,
  type DocumentObject,
  type RequestContext,
  type RouteDefinition,
  route,
  withAllFields,
} from '../../../core';
import { type Body, bodyOf, Complaints } from '../accounts/validation';
import type { UsersPermissionsConfig } from '../config';
import { usersErrors } from '../errors';
import { type ActionRule, isSameRule } from '../roles/action-rule';
import { unknownAction } from '../roles/declared-roles';
import { isFull } from '../roles/full-role';
import { checkGrantLimit } from '../roles/grant-limit';
import type { Grant, Grants } from '../roles/grants';
import { mistakesIn } from '../roles/rules';
import { PUBLIC, ROLE, USER } from '../types';

const TAGS = ['Roles'];
const action = (verb: string): string => `${ROLE}.${verb}`;

interface Leaf extends ActionRule {
  readonly enabled: boolean;
  readonly policy: '';
}
type Tree = Record<string, { controllers: Record<string, Record<string, Leaf>> }>;

export function rolesRoutes(
  app: App,
  config: UsersPermissionsConfig,
  grants: () => Grants,
): RouteDefinition[] {
  const base = `${app.config.api.rest.prefix}/users-permissions`;
  const roles = () => app.documents(ROLE);

  /** A role that the visibility hides is unknown. */
  async function roleOf({ visibility }: RequestContext, id: string): Promise<DocumentObject> {
    const filters = /^\d{1,15}$/.test(id) ? { id: Number(id) } : { documentId: id };
    const role = await roles().findFirst({ filters, sort: 'id', visibility: withAllFields(visibility) });
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
      summary: 'Lists the roles with their number of users',
      tags: TAGS,
      handler: async ({ visibility }) => {
        const all = await roles().findMany({ sort: 'id', visibility: withAllFields(visibility) });
        const counted = await Promise.all(
          all.map(async (role) => ({
            ...role,
            nb_users: await app.documents(USER).count({ filters: { role: { documentId: role.documentId } } }),
          })),
        );
        return { json: { roles: counted } };
      },
    }),
    route({
      method: 'GET',
      path: `${base}/roles/:id`,
      action: action('findOne'),
      summary: 'Returns a role with its permissions',
      tags: TAGS,
      handler: async (request, { params }) => {
        const role = await roleOf(request, params.id);
        const granted = await grants().of(role.documentId);
        return { json: { role: { ...role, permissions: treeOf(app, granted) } } };
      },
    }),
    route({
      method: 'POST',
      path: `${base}/roles`,
      action: action('createRole'),
      summary: 'Creates a role',
      tags: TAGS,
      body: 'json',
      handler: async (request, { body }) => {
        const given = inputOf(body);
        const complaints = new Complaints();
        const name = complaints.text(given, 'name');
        if (name !== '' && name.length < 3) complaints.add('name', 'name must be at least 3 characters');
        complaints.refuse();
        const wanted = grantsIn(app, given.permissions, false) ?? [];
        await checkGrantLimit(request, wanted, grants());
        const description = typeof given.description === 'string' ? given.description : '';
        const type = await freeType(
          app,
          typeof given.type === 'string' && given.type !== '' ? given.type : name,
        );
        await grants().createRole({ name, description, type }, wanted, request);
        return { json: { ok: true } };
      },
    }),
    route({
      method: 'PUT',
      path: `${base}/roles/:id`,
      action: action('updateRole'),
      summary: 'Updates a role and its permissions',
      tags: TAGS,
      body: 'json',
      handler: async (request, { params, body }) => {
        const role = await roleOf(request, params.id);
        const given = inputOf(body);
        const wanted = grantsIn(app, given.permissions, role.type === PUBLIC);
        const before = await grants().of(role.documentId);
        if (wanted !== null && isFull(before))
          throw usersErrors.ROLE_RULE(
            'This role has every permission, so its permissions cannot change. Use another role.',
          );
        const added = (wanted ?? []).filter(
          (grant) => !before.some((had) => had.action === grant.action && isSameRule(had.rule, grant.rule)),
        );
        await checkGrantLimit(request, added, grants());
        const data = {
          ...(typeof given.name === 'string' && given.name !== '' ? { name: given.name } : {}),
          ...(typeof given.description === 'string' ? { description: given.description } : {}),
        };
        await grants().updateRole(role.documentId, data, wanted, request);
        return { json: { ok: true } };
      },
    }),
    route({
      method: 'DELETE',
      path: `${base}/roles/:id`,
      action: action('deleteRole'),
      summary: 'Deletes a role; its users get the public role',
      tags: TAGS,
      handler: async (request, { params }) => {
        const role = await roleOf(request, params.id);
        const needed = [PUBLIC, config.register.role];
        if (typeof role.type === 'string' && needed.includes(role.type))
          throw usersErrors.ROLE_RULE(`Cannot delete ${role.type} role`);
        const successor = await grants().roleOfType(PUBLIC);
        if (!successor) throw new Error(`The role "${PUBLIC}", which gets the users, does not exist`);
        await grants().deleteRole(role.documentId, successor.documentId, request);
        return { json: { ok: true } };
      },
    }),
    route({
      method: 'GET',
      path: `${base}/permissions`,
      action: 'plugin::users-permissions.permissions.getPermissions',
      summary: 'Lists all actions that can be granted',
      tags: TAGS,
      handler: () => ({ json: { permissions: treeOf(app, []) } }),
    }),
  ];
}

/** `api::article.article.find` → api::article, article, find. */
function stepsOf(name: string): readonly [string, string, string] | null {
  const [owner = '', ...rest] = name.split('.');
  const verb = rest.pop();
  return verb === undefined ? null : [owner, rest.join('.'), verb];
}

function treeOf(app: App, granted: readonly Grant[]): Tree {
  const rules = new Map(granted.map(({ action: name, rule }) => [name, rule]));
  const full = isFull(granted);
  const tree: Tree = {};
  for (const name of app.actions.names().toSorted()) {
    const steps = stepsOf(name);
    if (!steps) continue;
    const [owner, controller, verb] = steps;
    tree[owner] ??= { controllers: {} };
    const { controllers } = tree[owner];
    controllers[controller] ??= {};
    controllers[controller][verb] = { enabled: full || rules.has(name), policy: '', ...rules.get(name) };
  }
  return tree;
}

/** null: the body has no permissions, so they stay unchanged. */
function grantsIn(app: App, permissions: unknown, isPublic: boolean): readonly Grant[] | null {
  if (permissions === undefined || permissions === null) return null;
  const grants: Grant[] = [];
  for (const [owner, verb, leaf] of leavesIn(permissions)) {
    const { enabled, where, fields } = leaf;
    if (enabled !== true) continue;
    const name = [...owner, verb].filter((step) => step !== '').join('.');
    const problem = unknownAction(app, name);
    if (problem !== null) throw usersErrors.ROLE_PERMISSIONS(problem);
    const rule = ruleIn(where, fields);
    const [mistake] = rule ? mistakesIn(app, name, rule, isPublic) : [];
    if (mistake !== undefined) throw usersErrors.ROLE_PERMISSIONS(`${name}: ${mistake}`);
    grants.push({ action: name, rule });
  }
  return grants;
}

type Place = readonly [owner: string, controller: string];

/** The leaves of the tree. A wrong place in it is a 400: its permissions would be missing without a word. */
function* leavesIn(permissions: unknown): Generator<readonly [Place, string, Body]> {
  const tree = ['permissions'];
  // Clients of the peer send an empty list for a role without permissions.
  if (Array.isArray(permissions) && permissions.length === 0) return;
  for (const [owner, entry] of entriesAt(permissions, tree)) {
    const at = [...tree, owner];
    const { controllers, ...others } = Object.fromEntries(entriesAt(entry, at));
    // Without controllers nothing is granted. Other keys in their place are a mistake.
    const given = Object.keys(others).length > 0 ? controllers : (controllers ?? {});
    for (const [controller, verbs] of entriesAt(given, [...at, 'controllers']))
      for (const [verb, value] of entriesAt(verbs, [...at, 'controllers', controller])) {
        const path = [...at, 'controllers', controller, verb];
        const leaf = Object.fromEntries(entriesAt(value, path));
        const { enabled } = leaf;
        if (typeof (enabled ?? false) !== 'boolean') throw wrongAt([...path, 'enabled'], 'true or false');
        yield [[owner, controller], verb, leaf];
      }
  }
}

function entriesAt(value: unknown, path: readonly string[]): [string, unknown][] {
  if (check.isPlainObject(value)) return Object.entries(value);
  throw wrongAt(
    path,
    'an object; the whole tree: { "api::article": { "controllers": { "article": { "find": { "enabled": true } } } } }',
  );
}

const wrongAt = (path: readonly string[], expected: string) =>
  usersErrors.BODY_ISSUES([
    { path: [...path], message: `${path.join('.')} must be ${expected}`, name: 'ValidationError' },
  ]);

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

/** `Édition 2b` → `edition_2_b`. Two roles may have the same name, but not the same type. */
async function freeType(app: App, wanted: string): Promise<string> {
  const words = wanted
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z]+|[0-9]+/g);
  const base = words?.join('_') ?? 'role';
  for (let n = 0; ; n++) {
    const type = n === 0 ? base : `${base}_${n}`;
    if ((await app.documents(ROLE).count({ filters: { type } })) === 0) return type;
  }
}
