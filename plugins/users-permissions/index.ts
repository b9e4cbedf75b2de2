// users-permissions: users, roles, permissions per action, and login.
import './app-member';
import { definePlugin, USER_RIGHTS } from '../../core';
import { RATE_LIMITERS } from '../rate-limit';
import { createAccountSteps } from './accounts/account-steps';
import { checkAllowedFields } from './accounts/check-allowed-fields';
import { createAuthentication } from './accounts/create-authentication';
import { createCredentials } from './accounts/credentials';
import { loginHooks } from './accounts/login-hooks';
import { createMails } from './accounts/mails';
import { createRateLimits } from './accounts/rate-limits';
import { createSessions } from './accounts/sessions/sessions';
import { roleCommand, userCommand } from './commands';
import { addCommonConfig } from './common-config';
import { usersPermissionsConfig } from './config';
import { addContentTypes } from './content-types';
import { graphqlPart } from './graphql';
import { importParts } from './import-parts';
import { createInvalidation, forgetOldAddress } from './invalidation';
import { createAuthorize } from './roles/authorize';
import { followChangedTypes } from './roles/changed-types';
import { applyDeclaredRoles, checkDeclaredRoles, checkRegisterRole, seedRoles } from './roles/declared-roles';
import { createLastFullUser } from './roles/full-role';
import { createGrants } from './roles/grants';
import { createRoleCache } from './roles/role-cache';
import { createRoleVisibility } from './roles/role-visibility';
import { createUserRights } from './roles/user-rights';
import { authRoutes } from './routes/auth';
import { manageRoles } from './routes/manage-roles';
import { createRefreshCookie } from './routes/refresh-cookie';
import { rolesRoutes } from './routes/roles';
import { userHooks } from './routes/user-hooks';
import { usersRoutes } from './routes/users';
import { securityChecks } from './security-checks';
import { AUTHENTICATION, CREDENTIALS, GRANTS, REGISTERED_PARTS, USERS } from './services';
import { declareSessions } from './session-rows';
import { createAccountCache } from './tokens/account-cache';
import { createUserAuthentication } from './tokens/authenticate';
import { createJwt } from './tokens/jwt';
import { checkJwtKeys } from './tokens/jwt-keys';
import { jwtSecretOf } from './tokens/jwt-secret';
import { createRecall } from './tokens/recall';
import { createTokensOfCode } from './tokens/tokens-of-code';
import { NAME, PERMISSION, ROLE } from './types';
import { extensionAttributes, isExtension } from './user-extension';
import { createUsers } from './users';

export type { Authentication, Issued } from './accounts/authentication';
export type {
  Admission,
  FactorProof,
  FactorQuestion,
  FactorRemoval,
  LoginHooks,
  LoginOutcome,
} from './accounts/login-hooks';
export type { SignUp } from './accounts/sign-up';
export { SHORTEST_PASSWORD } from './accounts/validation';
export { declareOneTime, type OneTime } from './one-time-rows';
export type { ProvedUser } from './proved-user';
export type { ActionRule } from './roles/action-rule';
export { FULL_GRANT, isFull } from './roles/full-role';
export { grantsBeyond } from './roles/grant-limit';
export type { Grant, Grants } from './roles/grants';
export { conditionFor, RULED } from './roles/rules';
export { AUTHENTICATION, GRANTS, USERS } from './services';
export { mayAct } from './tokens/may-act';
export type { TokensOfCode } from './tokens/tokens-of-code';
export { type Account, USER } from './types';
export { type Removing, removingCommand, userNamed } from './user-commands';
export { lockUser } from './user-lock';
export { whenUserIsDeleted } from './user-writes';
export type { LoginAttempt, Users } from './users';

/** Runs after the plugins that recognise their own tokens, and refuses unknown tokens. */
const LAST = 100;

export default definePlugin({
  name: NAME,
  dependencies: ['rate-limit'],
  after: ['email', 'rest'],
  config: usersPermissionsConfig,
  remedies: {
    'jwt.secret': 'use jwtSecret',
    'jwt.notBefore': 'remove it; a token is valid at once',
    'jwt.subject': 'remove it; the token names its user in "id"',
    'sessions.cookie.maxAge': 'set sessions.idleRefreshTokenLifespan; the cookie lives as long as its token',
  },
  provides: { commands: ['role', 'user'] },
  handlesAnonymous: true,
  readsFile: isExtension,

  register(app, config) {
    const { hooks, actions, container } = app;
    const published = hooks.publish('logins', loginHooks());
    const { routes: visible } = hooks.publish('users', userHooks());
    const key = { secret: '' };
    const jwt = createJwt(key, config);
    const rows = declareSessions(app);
    const accounts = createAccountCache(app, config.cacheSeconds);
    const roleCache = createRoleCache(app, config.cacheSeconds);

    hooks.schema.collect((collector) =>
      addContentTypes(collector, { ...extensionAttributes(app.dir), ...config.user.attributes }),
    );
    hooks.schema.ready((schema) => {
      checkAllowedFields(schema, config);
      for (const [name, description] of Object.entries(EXTRA_ACTIONS))
        actions.add({ name: `plugin::users-permissions.${name}`, description });
    });
    // `GET /users-permissions/roles/:id` shows the permissions of a role.
    app.readActions.add(PERMISSION, `${ROLE}.findOne`);
    for (const name of SECRET_INPUTS) app.secretNames.add(name);
    const authentication = () => container.resolve(AUTHENTICATION);
    const grants = () => container.resolve(GRANTS);
    const cookie = createRefreshCookie(config, app.isProduction);
    const roles = manageRoles(app, config, grants);
    const routes = [
      ...authRoutes(app, cookie, config, authentication),
      ...usersRoutes(app, config, authentication, () => container.resolve(CREDENTIALS), grants),
      ...rolesRoutes(app, roles),
    ];
    hooks.schema.ready(() => {
      const served = visible.call(routes);
      for (const route of served) app.routes.add(route);
      app.graphql.add(graphqlPart(app, { own: routes, served }, authentication));
    });

    const needsConfirmation = config.register.emailConfirmation;
    const authenticate = createUserAuthentication({ jwt, accounts, needsConfirmation });
    hooks.request.authenticate(authenticate, { stage: LAST });
    hooks.request.recall(createRecall(accounts, needsConfirmation));
    hooks.request.authorize(createAuthorize(roleCache, createRoleVisibility(app)));
    hooks.documents.prepare(createInvalidation(accounts, roleCache));
    hooks.documents.validate(forgetOldAddress);
    hooks.documents.prepare(createLastFullUser(app), { stage: LAST });

    for (const check of securityChecks({ config, key, roleCache })) app.security.add(check);
    addCommonConfig(app, key, config);
    for (const part of importParts(app)) app.imports.add(part);
    app.commands.add(roleCommand(app));
    app.commands.add(userCommand(app));
    container.provide(USER_RIGHTS, createUserRights(accounts, roleCache, needsConfirmation));
    const removedTypes = followChangedTypes(app);
    hooks.boot.check(() => {
      key.secret = jwtSecretOf(app, config.jwtSecret);
      checkJwtKeys(config);
    });
    container.provide(REGISTERED_PARTS, {
      key,
      jwt,
      accounts,
      roleCache,
      removedTypes,
      cookie,
      rows,
      hooks: published,
      roles,
      routes,
    });
  },

  async boot(app, config) {
    const { container } = app;
    const { jwt, accounts, roleCache, removedTypes, cookie, rows, hooks, roles } =
      container.resolve(REGISTERED_PARTS);
    checkDeclaredRoles(app, config);
    const grants = createGrants(app);
    if (!app.config.server.readOnly) {
      await seedRoles(grants);
      await applyDeclaredRoles(app, grants, config.roles);
    }
    await checkRegisterRole(grants, config.register.role);
    await removedTypes.warn();
    const { unknown, wrongRules } = await roleCache.read();
    if (wrongRules.length > 0)
      app.log.warn(
        'some roles lack permissions whose rules do not fit the content types, for example after a rename. Change these rules',
        { rules: wrongRules },
      );
    if (unknown.length > 0)
      app.log.warn(
        'some roles have permissions for unknown actions, which are ignored. They hold again when the content type or plugin comes back; "quire role revoke" removes them, and "quire migrate apply --drop" those of removed types',
        { actions: unknown },
      );
    const credentials = createCredentials(app);
    const limits = createRateLimits(config, container.resolve(RATE_LIMITERS));
    const options = {
      app,
      config,
      jwt,
      accounts,
      credentials,
      sessions: createSessions({ app, rows, jwt, accounts, config }),
      limits,
      mails: createMails(app, config),
      hooks,
    };
    const steps = createAccountSteps(options);
    const known = { app, accounts, roleCache, credentials };
    const authentication = createAuthentication(options, steps);
    const openSession = async (id: number) => (await authentication.issue(id)).jwt;
    const tokens = createTokensOfCode({ jwt, accounts, config, openSession });
    container.provide(USERS, createUsers({ ...known, limits, steps, cookie, config, hooks, tokens, roles }));
    container.provide(AUTHENTICATION, authentication);
    container.provide(CREDENTIALS, credentials);
    container.provide(GRANTS, grants);
  },

  members: (app) => () => ({
    get users() {
      return app.container.resolve(USERS);
    },
    get userRoutes() {
      return app.container.resolve(REGISTERED_PARTS).routes;
    },
  }),
});

/** Keys of bodies, beside those that the core knows. */
const SECRET_INPUTS = ['code', 'confirmation', 'passwordConfirmation', 'currentPassword'];

/** Actions without a route, or with a route in refresh mode only. A role can have the latter before the mode is enabled. */
const EXTRA_ACTIONS = {
  'auth.refresh': 'Returns new tokens for a refresh token',
  'auth.logout': 'Ends the session of the token',
  'auth.getSessions': 'Lists the sessions of the user',
  'auth.revokeSession': 'Ends one session of the user',
  'role.grantAll': 'Grants permissions that the caller does not have',
} as const;
