// Cases of the rules that a role stores: they are shown, changed and checked.
import { type Granted, makeUser, permissionTree } from '../accounts';
import { get, INVALID, plain, several } from '../build';
import type { Case, Step } from '../case';
import { is } from '../pattern';
import { rule } from '../rules-build';

/** Permissions that a role does not take, and what the message says. */
const WRONG: readonly (readonly [Granted, string])[] = [
  [{ action: 'api::plain.plain.find', where: { nothing: 1 } }, 'nothing'],
  [{ action: 'api::plain.plain.find', where: { n: { $near: 1 } } }, ''],
  [{ action: 'api::plain.plain.find', where: [1] }, 'where'],
  [{ action: 'api::plain.plain.find', where: null }, 'where'],
  [{ action: 'api::plain.plain.find', where: 'n' }, 'where'],
  [{ action: 'api::plain.plain.find', where: { name: '$user.shoes' } }, 'shoes'],
  ...['password', 'provider', 'role', 'confirmed', 'resetPasswordToken', 'createdAt'].map(
    (name) => [{ action: 'api::plain.plain.find', where: { name: `$user.${name}` } }, name] as const,
  ),
  [{ action: 'api::plain.plain.find', fields: 'name' }, 'fields'],
  [{ action: 'api::plain.plain.find', fields: [5] }, 'fields'],
  [{ action: 'api::plain.plain.find', fields: ['nothing'] }, 'nothing'],
  [{ action: 'api::plain.plain.create', fields: ['createdAt'] }, 'createdAt'],
  [{ action: 'api::plain.plain.find', enabled: 'yes' }, 'true or false'],
  [{ action: 'plugin::users-permissions.user.me', fields: ['username'] }, 'accepts no where'],
];

const RULE = { where: { n: { $lt: 3 } }, fields: ['n', 'name'] };
const ROLES = '/users-permissions/roles';

export const quireRoleRuleCases: readonly Case[] = [
  rule(
    'changed',
    async (bench) => {
      const find = 'api::plain.plain.find';
      const user = 'plugin::users-permissions.user.update';
      await makeUser(bench, 'user', [
        { action: find, ...RULE },
        { action: user, fields: ['username'] },
      ]);
      const { roles } = Object((await bench.send(get(ROLES))).body);
      const { id, name } = roles.find((one: { name: string }) => one.name === bench.value('user.name'));
      const sees = async (...numbers: number[]): Promise<void> => {
        const expect = { data: numbers.map((n) => ({ id: is.number, documentId: is.text, n })) };
        await bench.send({ ...get(`/plains?filters[name]={mark}&fields=n&sort=n`, expect), as: 'user' });
      };
      const change = (...granted: Granted[]): Step => ({
        ...{ send: 'PUT', path: `${ROLES}/${id}`, body: { name, permissions: permissionTree(granted) } },
      });
      const { body } = await bench.send(get(`${ROLES}/${id}`));
      const shown = Object(body).role.permissions['api::plain'].controllers.plain.find;
      if (JSON.stringify(shown) !== JSON.stringify({ enabled: true, policy: '', ...RULE }))
        bench.fail('the permission that the role shows', RULE, shown);
      await sees(1, 2);
      const renames = (body: object, expect: Step['expect']): Step => ({
        ...{ send: 'PUT', path: '/users/{userUser.id}', as: 'user', body, expect },
      });
      await bench.send(renames({ email: '{mark}@x.test' }, INVALID));
      await bench.send(renames({ username: '{mark} new' }, { status: 200 }));
      await bench.send(change({ action: find, where: { n: { $gt: 1 } }, fields: ['n', 'name'] }));
      await sees(2, 3);
      await bench.send(change({ action: find, fields: ['n', 'name'] }));
      await sees(1, 2, 3);
      await bench.send({ ...change(), body: { name, permissions: {} } });
      await bench.send({ ...get('/plains', { status: 403 }), as: 'user' });
    },
    { given: several(3, (index) => plain({ n: index + 1 })) },
  ),
  rule('refused', async (bench) => {
    const role = (permissions: object) => ({ name: '{mark}', description: '', type: '{mark}', permissions });
    for (const [granted, said] of WRONG)
      await bench.send({
        ...{ send: 'POST', path: ROLES, body: role(permissionTree([granted])) },
        expect: { status: 400, error: { message: is.matching(said) } },
      });
    const { body } = await bench.send(get(ROLES));
    const made = Object(body).roles.filter((one: { name: string }) => one.name === bench.mark);
    if (made.length > 0) bench.fail('a refused role was created', [], made);
    const open = Object(body).roles.find((one: { type: string }) => one.type === 'public');
    await bench.send({
      ...{ send: 'PUT', path: `${ROLES}/${open.id}` },
      body: {
        name: open.name,
        permissions: permissionTree([{ action: 'api::plain.plain.find', where: { name: '$user.username' } }]),
      },
      expect: { status: 400, error: { message: is.matching('anonymous') } },
    });
  }),
];
