// Permissions of a role as the tree of REST: `{ "api::article": { controllers: { article: { find: { enabled: true } } } } }`.
import { type App, check } from '../../../core';
import { type Body, bodyOf } from '../accounts/validation';
import { usersErrors } from '../errors';
import type { ActionRule } from '../roles/action-rule';
import { unknownAction } from '../roles/declared-roles';
import { isFull } from '../roles/full-role';
import type { Grant } from '../roles/grants';
import { mistakesIn } from '../roles/rules';
import { ROLE } from '../types';

interface Leaf extends ActionRule {
  readonly enabled: boolean;
  readonly policy: '';
}
type Tree = Record<string, { controllers: Record<string, Record<string, Leaf>> }>;

/** `api::article.article.find` → api::article, article, find. */
function stepsOf(name: string): readonly [string, string, string] | null {
  const [owner = '', ...rest] = name.split('.');
  const verb = rest.pop();
  return verb === undefined ? null : [owner, rest.join('.'), verb];
}

export function treeOf(app: App, granted: readonly Grant[]): Tree {
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
export function grantsIn(app: App, permissions: unknown, isPublic: boolean): readonly Grant[] | null {
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
export async function freeType(app: App, wanted: string): Promise<string> {
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
