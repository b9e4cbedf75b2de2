// Roles, users and API tokens that a case creates over the API, with full-access credentials by default.
import type { Bench } from './case';
import { is } from './pattern';

/** `api::plain.plain.find` → the tree that the roles' endpoint takes. */
export function permissionTree(actions: readonly string[]): Record<string, unknown> {
  const tree: Record<
    string,
    { controllers: Record<string, Record<string, { enabled: boolean; policy: string }>> }
  > = {};
  for (const action of actions) {
    const [, scope = '', controller = '', verb = ''] =
      /^([\w-]+::[\w-]+)\.([\w-]+)\.(\w+)$/.exec(action) ?? [];
    tree[scope] ??= { controllers: {} };
    const { controllers } = tree[scope];
    controllers[controller] = { ...controllers[controller], [verb]: { enabled: true, policy: '' } };
  }
  return tree;
}

/** A user whose role allows only these actions. The token is kept, so that steps may say `as: alias`. */
export async function makeUser(bench: Bench, alias: string, actions: readonly string[]): Promise<void> {
  const name = `${bench.mark}${alias}`;
  const roles = '/users-permissions/roles';
  await bench.send({
    send: 'POST',
    path: roles,
    body: { name, description: name, type: name, permissions: permissionTree(actions) },
  });
  const listed = await bench.send({ send: 'GET', path: roles });
  const role = rolesIn(listed.body).find((one) => one.name === name);
  if (!role) bench.fail('the new role is not in the list', name, listed.body);
  bench.afterwards({ send: 'DELETE', path: `${roles}/${role.id}` });
  const password = `Pass-${bench.mark}-1`;
  const email = `${name}@conform.test`.toLowerCase();
  await bench.send({
    send: 'POST',
    path: '/users',
    body: { username: name, email, password, role: role.id, confirmed: true },
    save: { [`${alias}User`]: 'body' },
  });
  bench.afterwards({ send: 'DELETE', path: `/users/${bench.value(`${alias}User.id`)}` });
  const { body } = await bench.send({
    send: 'POST',
    path: '/auth/local',
    body: { identifier: email, password },
    as: 'anonymous',
  });
  bench.keep(`${alias}Login`, body);
  bench.keep(alias, { token: bench.value(`${alias}Login.jwt`), email, password, name });
}

/** Creates an API token that the case removes, so that steps may say `as: alias`. */
export async function makeToken(bench: Bench, alias: string, body: object, as = 'full'): Promise<void> {
  const path = '/api-tokens';
  await bench.send({
    ...{ send: 'POST', path, as, body: { name: `${bench.mark} ${alias}`, ...body } },
    expect: { status: 201, body: { data: { accessKey: is.text, documentId: is.text } } },
    save: { [`${alias}Token`]: 'body.data' },
  });
  bench.afterwards({
    ...{ send: 'DELETE', path: `${path}/${bench.value(`${alias}Token.documentId`)}` },
    expect: { status: 'any' },
  });
  bench.keep(alias, { token: bench.value(`${alias}Token.accessKey`) });
}

/** Grants the public role more, and revokes it after the case. */
export async function grantPublic(bench: Bench, actions: readonly string[]): Promise<void> {
  const listed = await bench.send({ send: 'GET', path: '/users-permissions/roles' });
  const role = rolesIn(listed.body).find((one) => one.type === 'public');
  if (!role) bench.fail('there is no public role', 'a role with the type public', listed.body);
  const path = `/users-permissions/roles/${role.id}`;
  await bench.send({ send: 'GET', path, save: { publicRole: 'body.role' } });
  const before = bench.value('publicRole.permissions');
  const { name, description } = role;
  bench.afterwards({ send: 'PUT', path, body: { name, description, permissions: before } });
  await bench.send({
    send: 'PUT',
    path,
    body: { name, description, permissions: merged(before, permissionTree(actions)) },
  });
}

interface ListedRole {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

function rolesIn(body: unknown): ListedRole[] {
  const roles = isObject(body) ? body.roles : undefined;
  return Array.isArray(roles) ? roles : [];
}

function merged(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over;
  const keys = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries(
    [...keys].map((key) => [key, key in over ? merged(base[key], over[key]) : base[key]]),
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
