// Cases of callers who create roles and users: they give at most the permissions that they have.
import {
  actionsOf,
  borrowUser,
  type Granted,
  grantPublic,
  makeToken,
  makeUser,
  permissionTree,
} from '../accounts';
import { get } from '../build';
import type { Bench, Case, Step } from '../case';
import { LIMITED } from '../deployments';
import { is } from '../pattern';
import { rule } from '../rules-build';

const ROLES = '/users-permissions/roles';
const users = (name: string, ...verbs: string[]): string[] =>
  verbs.map((verb) => `plugin::users-permissions.${name}.${verb}`);
const MAY = [...actionsOf('plain', 'find'), ...users('role', 'createRole', 'updateRole')];
const [FIND = '', OTHER = ''] = [...actionsOf('plain', 'find'), ...actionsOf('label', 'find')];
const RULE = { action: FIND, where: { n: { $gt: 1 } }, fields: ['n'] };

interface Role {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly type: string;
}

/** A caller creates roles. The message names the permissions that the caller lacks. */
class Granting {
  #made = 0;

  constructor(
    readonly bench: Bench,
    readonly as: string,
  ) {}

  async roles(): Promise<readonly Role[]> {
    return Object((await this.bench.send(get(ROLES))).body).roles;
  }

  async mayGrant(...granted: Granted[]): Promise<number> {
    const name = await this.#create(granted, { status: 200 });
    const role = (await this.roles()).find((one) => one.name === name);
    if (!role) this.bench.fail('the new role is not in the list', name, role);
    this.bench.afterwards({ send: 'DELETE', path: `${ROLES}/${role.id}` });
    return role.id;
  }

  async mayNot(granted: readonly Granted[], ...named: string[]): Promise<void> {
    const name = await this.#create(granted, lacking(named));
    const role = (await this.roles()).find((one) => one.name === name);
    if (role) this.bench.fail('a refused role is stored', 'no role', role);
  }

  async #create(granted: readonly Granted[], expect: Step['expect']): Promise<string> {
    const name = `${this.bench.mark}${this.as}${++this.#made}`;
    const body = { name, description: '', type: name, permissions: permissionTree(granted) };
    await this.bench.send({ send: 'POST', path: ROLES, as: this.as, body, expect });
    return name;
  }
}

const lacking = (named: readonly string[]): Step['expect'] => ({
  status: 403,
  error: {
    name: 'ForbiddenError',
    message: is.both(
      ...[FIND, OTHER].map((action) => {
        const pattern = is.matching(action.replaceAll('.', '\\.'));
        return named.includes(action) ? pattern : is.not(pattern);
      }),
    ),
  },
});

export const quireGrantingCases: readonly Case[] = [
  rule(
    'granting',
    async (bench) => {
      await makeToken(bench, 'granter', { type: 'custom', actions: MAY });
      const granter = new Granting(bench, 'granter');
      const id = await granter.mayGrant(FIND);
      await granter.mayNot([FIND, OTHER], OTHER);
      await granter.mayNot([{ ...RULE, action: OTHER }, OTHER], OTHER);
      const change = (granted: Granted[], expect: Step['expect'], as = 'granter'): Step => ({
        ...{ send: 'PUT', path: `${ROLES}/${id}`, as, expect },
        body: { name: `${bench.mark} changed`, permissions: permissionTree(granted) },
      });
      await bench.send(change([FIND, OTHER], lacking([OTHER])));
      await makeToken(bench, 'keeper', { type: 'custom', actions: [...MAY, ...users('role', 'grantAll')] });
      await bench.send(change([FIND, OTHER], { status: 200 }, 'keeper'));
      // What the role has already is not granted again.
      await bench.send(change([FIND, OTHER], { status: 200 }));
      await new Granting(bench, 'keeper').mayGrant(OTHER);
    },
    { name: 'tokens', deploy: LIMITED },
  ),
  rule(
    'granting',
    async (bench) => {
      await borrowUser(bench, 'reader', [RULE, ...actionsOf('tag', 'find'), ...users('role', 'createRole')]);
      const reader = new Granting(bench, 'reader');
      const tags = { ...RULE, action: 'api::tag.tag.find', where: { name: 'a' }, fields: ['name'] };
      await reader.mayGrant(RULE, tags, ...users('role', 'createRole'));
      await reader.mayNot([FIND, OTHER], FIND, OTHER);
      await reader.mayNot([{ ...RULE, fields: ['n', 'name'] }], FIND);
      await reader.mayNot([RULE, OTHER], OTHER);
    },
    { name: 'users', deploy: LIMITED },
  ),
  rule(
    'granting',
    async (bench) => {
      await grantPublic(bench, [RULE, ...actionsOf('tag', 'find'), ...users('role', 'createRole')]);
      const anyone = new Granting(bench, 'anonymous');
      await anyone.mayGrant(...actionsOf('tag', 'find'));
      // The public role has the permission with a rule.
      await anyone.mayNot([FIND, ...actionsOf('tag', 'find')], FIND);
    },
    { name: 'anonymous callers', deploy: LIMITED },
  ),
  rule(
    'granting',
    async (bench) => {
      const may = [FIND, ...users('user', 'find', 'create', 'update'), ...actionsOf('tag', 'find')];
      await makeToken(bench, 'granter', { type: 'custom', actions: may });
      await makeUser(bench, 'less', [FIND]);
      await makeUser(bench, 'more', [FIND, OTHER]);
      const roles = await new Granting(bench, 'granter').roles();
      const roleOf = (key: string): Role =>
        roles.find(({ type, name }) => type === key || name === key) ?? bench.fail('a role', key, roles);
      const [less, more] = ['less', 'more'].map((alias) => roleOf(`${bench.mark}${alias}`)) as [Role, Role];
      let made = 0;
      const create = (role: unknown, expect: Step['expect']): Step => {
        const name = `${bench.mark}new${++made}`;
        const body = { username: name, email: `${name}@conform.test`, password: 'Passw0rd!x', role };
        return { send: 'POST', path: '/users', as: 'granter', body, expect, save: { made: 'body' } };
      };
      const allowed = [
        less.id,
        less.documentId,
        { connect: [less.id] },
        { set: [{ documentId: less.documentId }] },
      ];
      // Each visitor can have the role that registration assigns.
      for (const role of [...allowed, roleOf('authenticated').id, roleOf('public').documentId]) {
        await bench.send(create(role, { status: 201 }));
        bench.afterwards({ send: 'DELETE', path: `/users/${bench.value('made.id')}` });
      }
      for (const role of [
        more.id,
        more.documentId,
        `${more.id}`,
        { connect: [{ id: more.id }] },
        { set: [more.id] },
        [less.id, more.id],
        [less.documentId, more.documentId],
      ])
        await bench.send({ ...create(role, lacking([OTHER])), save: {} });
      const change = (alias: string, body: object, expect: Step['expect'] = { status: 200 }): Step => ({
        ...{ send: 'PUT', path: `/users/{${alias}User.id}`, as: 'granter', body, expect },
      });
      await bench.send(change('less', { role: more.id }, lacking([OTHER])));
      await bench.send(change('less', { role: { connect: [more.documentId] } }, lacking([OTHER])));
      await bench.send(change('less', { password: 'Passw0rd!y', email: '{mark}less@conform.test' }));
      // A new password or address gives access to the permissions of the user.
      await bench.send(change('more', { password: 'Passw0rd!y' }, lacking([OTHER])));
      await bench.send(change('more', { email: '{mark}other@conform.test' }, lacking([OTHER])));
      await bench.send(change('more', { password: 'Passw0rd!y', email: '{more.email}' }, lacking([OTHER])));
      await bench.send(change('more', { email: '{more.email}', username: '{mark}changed' }));
      await bench.send(change('more', { role: more.id, confirmed: true }));
      await bench.send(change('more', { role: less.id }));
    },
    { name: 'roles of users', deploy: LIMITED },
  ),
];
