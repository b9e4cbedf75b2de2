// Roles, users and API tokens that a case creates over the API, with full-access credentials by default.
import type { Bench } from './case';
import { is } from './pattern';

/** `plain`, `find` → `api::plain.plain.find` */
export const actionsOf = (name: string, ...verbs: string[]): string[] =>
  verbs.map((verb) => `api::${name}.${name}.${verb}`);

/** The private attributes of a user. */
export const SECRETS = [
  ...['password', 'resetPasswordToken', 'resetPasswordExpiresAt'],
  ...['confirmationToken', 'tokenEpoch'],
];

/** A granted action, or one with a rule on documents and attributes. */
export type Granted =
  | string
  | {
      readonly action: string;
      readonly where?: unknown;
      readonly fields?: unknown;
      readonly enabled?: unknown;
    };

/** `api::plain.plain.find` → the tree that the roles' endpoint takes. */
export function permissionTree(actions: readonly Granted[]): Record<string, unknown> {
  const tree: Record<string, { controllers: Record<string, Record<string, object>> }> = {};
  for (const granted of actions) {
    const { action, ...rule } = typeof granted === 'string' ? { action: granted } : granted;
    const [, scope = '', controller = '', verb = ''] =
      /^([\w-]+::[\w-]+)\.([\w-]+)\.(\w+)$/.exec(action) ?? [];
    tree[scope] ??= { controllers: {} };
    const { controllers } = tree[scope];
    controllers[controller] = { ...controllers[controller], [verb]: { enabled: true, policy: '', ...rule } };
  }
  return tree;
}

const ROLES = '/users-permissions/roles';

/** A role with only these actions; the case removes it. Returns its id. */
async function makeRole(bench: Bench, name: string, actions: readonly Granted[]): Promise<number> {
  await bench.send({
    send: 'POST',
    path: ROLES,
    body: { name, description: name, type: name, permissions: permissionTree(actions) },
  });
  const listed = await bench.send({ send: 'GET', path: ROLES });
  const role = rolesIn(listed.body).find((one) => one.name === name);
  if (!role) bench.fail('the new role is not in the list', name, listed.body);
  bench.afterwards({ send: 'DELETE', path: `${ROLES}/${role.id}` });
  return role.id;
}

interface MadeUser {
  readonly user: unknown;
  readonly login: unknown;
}

/** A user who has logged in. The bench removes the user. */
async function registerUser(bench: Bench, body: Readonly<Record<string, unknown>>): Promise<MadeUser> {
  const { body: user } = await bench.send({
    send: 'POST',
    path: '/users',
    body: { ...body, confirmed: true },
  });
  bench.afterwards({ send: 'DELETE', path: `/users/${Object(user).id}` });
  const login = { identifier: body.email, password: body.password };
  const answer = await bench.send({ send: 'POST', path: '/auth/local', body: login, as: 'anonymous' });
  return { user, login: answer.body };
}

/**
 * A user of this case alone, whose role allows only these actions. The token is kept, so that steps may say `as: alias`. The case may
 * change the user: password, role, block.
 */
export async function makeUser(bench: Bench, alias: string, actions: readonly Granted[]): Promise<void> {
  const name = `${bench.mark}${alias}`;
  const role = await makeRole(bench, name, actions);
  const password = `Pass-${bench.mark}-1`;
  const email = `${name}@conform.test`.toLowerCase();
  const { user, login } = await registerUser(bench, { username: name, email, password, role });
  bench.keep(`${alias}User`, user);
  bench.keep(`${alias}Login`, login);
  bench.keep(alias, { token: Object(login).jwt, email, password, name });
}

/** A user whose role allows only these actions, for a case that needs no more than the token: steps may say `as: alias`. */
export async function borrowUser(bench: Bench, alias: string, actions: readonly Granted[]): Promise<void> {
  const name = `${bench.mark}${alias}`;
  const role = await makeRole(bench, name, actions);
  const email = `${name}@conform.test`.toLowerCase();
  const { user, login } = await bench.borrow('user', (maker) =>
    registerUser(maker, { username: name, email, password: `Pass-${name}-1`, role }),
  );
  await bench.send({ send: 'PUT', path: `/users/${Object(user).id}`, body: { role } });
  bench.keep(`${alias}User`, user);
  bench.keep(alias, { token: Object(login).jwt });
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
export async function grantPublic(bench: Bench, actions: readonly Granted[]): Promise<void> {
  const listed = await bench.send({ send: 'GET', path: ROLES });
  const role = rolesIn(listed.body).find((one) => one.type === 'public');
  if (!role) bench.fail('there is no public role', 'a role with the type public', listed.body);
  const path = `${ROLES}/${role.id}`;
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
