// The plugins of Strapi that an extension may change, as Quire has them: actions of routes, services, attributes.
import type { Context } from 'koa';
import type { App, Mistake, RouteDefinition } from '../../../core';
import { requireScope } from '../content/scope';
import type { Members } from '../project/parts';
import { originalAction } from './original-action';
import type { Baseline } from './plugin-object';

export const USERS = 'users-permissions';

/** The attributes of users in Strapi, which stay as they are. */
const USER_ATTRIBUTES = {
  username: { type: 'string', minLength: 3, unique: true, configurable: false, required: true },
  email: { type: 'email', minLength: 6, configurable: false, required: true },
  provider: { type: 'string', configurable: false },
  password: { type: 'password', minLength: 6, configurable: false, private: true, searchable: false },
  resetPasswordToken: { type: 'string', configurable: false, private: true, searchable: false },
  confirmationToken: { type: 'string', configurable: false, private: true, searchable: false },
  confirmed: { type: 'boolean', default: false, configurable: false },
  blocked: { type: 'boolean', default: false, configurable: false },
  role: {
    type: 'relation',
    relation: 'manyToOne',
    target: 'plugin::users-permissions.role',
    inversedBy: 'users',
    configurable: false,
  },
};

/** Actions that Strapi does not have. A project may have its own ones with these names. */
const OF_QUIRE = ['user.updateMe'];

export interface BaselineOptions {
  readonly app: Pick<App, 'policies' | 'isProduction' | 'config' | 'users' | 'userRoutes'>;
  readonly services: Readonly<Record<string, Readonly<Record<string, Members>>>>;
  readonly mistakes: Mistake[];
}

export function createBaselines({ app, services, mistakes }: BaselineOptions): Baseline[] {
  const routes = 'userRoutes' in app ? (app.userRoutes ?? []) : [];
  const others = Object.entries(services).filter(([name]) => name !== USERS);
  return [
    ...(routes.length > 0 ? [usersBaseline({ app, services, mistakes }, routes)] : []),
    ...others.map(([name, own]) => ({ ...EMPTY, name, services: own })),
  ];
}

const EMPTY = { controllers: {}, factories: [], routes: [], middlewares: {}, contentTypes: {} };

function usersBaseline(
  { app, services, mistakes }: BaselineOptions,
  routes: readonly RouteDefinition[],
): Baseline {
  const controllers: Record<string, Members> = {};
  for (const handler of new Set(routes.map(({ action }) => handlerOf(action)))) {
    const [controller = '', name = ''] = handler.split('.');
    const list = routes.filter(({ action }) => handlerOf(action) === handler);
    const actions = list.map((route) => ({ route, run: originalAction({ app, route, mistakes }) }));
    const members: Members = controllers[controller] ?? {};
    controllers[controller] = members;
    // `auth.callback` serves two routes.
    members[name] = (ctx: Context) =>
      (actions.find(({ route }) => route.method === ctx.method) ?? actions[0])?.run(ctx);
  }
  return {
    name: USERS,
    controllers,
    factories: ['auth'],
    routes: routes
      .filter(({ action }) => !OF_QUIRE.includes(handlerOf(action)))
      .map((route) => rawRoute(route, app)),
    services: services[USERS] ?? {},
    middlewares: {
      rateLimit: () => async (ctx: Context, next: () => Promise<unknown>) => {
        // Each spelling of a path belongs to its route.
        const { method, path } = ctx.state.route as Members;
        await app.users?.limit(requireScope(ctx).request, `strapi ${String(method)} ${String(path)}`);
        return next();
      },
    },
    contentTypes: { user: USER_ATTRIBUTES, role: {}, permission: {} },
  };
}

/** `plugin::users-permissions.user.me` → `user.me` */
export const handlerOf = (action: string | null): string => (action ?? '').slice(`plugin::${USERS}.`.length);

const LIMITED = [
  'forgotPassword',
  'resetPassword',
  'callback',
  'register',
  'changePassword',
  'sendEmailConfirmation',
];

/** As Strapi writes it. */
export function rawRoute({ method, path, action }: RouteDefinition, { config }: Pick<App, 'config'>): object {
  const handler = handlerOf(action);
  const isLimited = method === 'POST' && LIMITED.includes(handler.replace('auth.', ''));
  return {
    method,
    path: path.slice(config.api.rest.prefix.length),
    handler,
    config: { ...(isLimited ? { middlewares: [`plugin::${USERS}.rateLimit`] } : {}), prefix: '' },
  };
}
