// `strapi.plugin('users-permissions').service('user')`, `service('jwt')` and `service('role')`.
import type { Context } from 'koa';
import { type App, check } from '../../../core';
import type { Params } from '../content/document-params';
import { USER, userOfHandle } from '../content/user-rows';
import { OutOfReach } from '../project/out-of-reach';
import type { queryOf } from './database';

export interface UserServiceParts {
  readonly app: App;
  readonly query: ReturnType<typeof queryOf>;
}

type RoleId = string | number;

/** Code often has no user, as in `ctx.state.user?.id`. */
const isNone = (id: unknown): boolean => id === undefined || id === null;

export function userServices({ app, query }: UserServiceParts) {
  const users = () => {
    if (app.users) return app.users;
    throw new Error('The project uses users: enable the plugin "users-permissions"');
  };
  const rows = () => query(USER);
  const toQuery = ({ filters, fields, sort, start, limit, populate }: Params): Params => ({
    where: filters,
    select: fields,
    orderBy: sort,
    offset: start,
    limit,
    populate,
  });

  const user = {
    count: (params: Params = {}) => rows().count(toQuery(params)),
    fetch: async (id: unknown, params: Params = {}) =>
      isNone(id)
        ? null
        : rows().findOne({ ...toQuery(params), where: { $and: [{ id }, params.filters ?? {}] } }),
    fetchAuthenticatedUser: async (id: unknown) =>
      isNone(id) ? null : rows().findOne({ where: { id }, populate: ['role'] }),
    fetchAll: (params: Params = {}) => rows().findMany(toQuery(params)),
    add: (data: Params) => rows().create({ data, populate: ['role'] }),
    edit: async (id: unknown, data: Params = {}) =>
      isNone(id) ? null : rows().update({ where: { id }, data, populate: ['role'] }),
    async remove(where: Params = {}) {
      if (Object.keys(where).length === 0)
        throw new Error('remove needs a condition, such as { id: user.id }');
      return rows().delete({ where });
    },
    /** A new code replaces that of an earlier mail. */
    sendConfirmationEmail: ({ id }: { readonly id: unknown }) => users().sendConfirmation(Number(id)),
    /** The document service hashes passwords. */
    ensureHashedPasswords: async <T>(values: T): Promise<T> => values,
    /** `handle`: `user.password` of a row. */
    async validatePassword(password: unknown, handle: unknown): Promise<boolean> {
      const id = userOfHandle(handle);
      if (id === null || typeof password !== 'string') return false;
      return users().hasPassword(id, password);
    },
  };

  const jwt = {
    issue(payload: unknown, options: unknown = {}): string | Promise<string> {
      if (!check.isPlainObject(payload)) throw new Error('issue needs an object, such as { id: user.id }');
      const { expiresIn, ...others } = check.isPlainObject(options) ? options : {};
      const [unknown] = Object.keys(others);
      if (unknown !== undefined)
        throw new OutOfReach(
          `the option "${unknown}" of issue`,
          'write the settings of tokens in config/plugins',
        );
      return users().tokens.sign(payload, expiresIn as string | number | undefined);
    },
    async verify(token: unknown): Promise<unknown> {
      const payload = await users().tokens.read(String(token));
      if (payload === null) throw new Error('Invalid token.');
      return payload;
    },
    async getToken({ request }: Context): Promise<unknown> {
      const [scheme, token, ...more] = (request.header.authorization ?? '').split(/\s+/);
      if (scheme?.toLowerCase() !== 'bearer' || token === undefined || more.length > 0) return null;
      return jwt.verify(token);
    },
  };

  const role = {
    find: () => users().roles.find(),
    findOne: (id: RoleId) => users().roles.findOne(id),
    createRole: (params: unknown) => users().roles.create(params),
    updateRole: (id: RoleId, data: unknown) => users().roles.update(id, data),
    /** The users get the role "public". */
    deleteRole: (id: RoleId) => users().roles.remove(id),
  };

  return { user, jwt, role };
}
