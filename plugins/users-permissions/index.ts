// users-permissions: users, roles, permissions per action, tokens. The plugin as a table of contents: what it adds and where.
import { definePlugin } from '../../core';
import { createAccounts } from './accounts';
import { createAuthenticate } from './authenticate';
import { createAuthorize } from './authorize';
import { roleCommand, userCommand } from './commands';
import { usersPermissionsConfig } from './config';
import { addContentTypes } from './content-types';
import { createAuthentication } from './create-authentication';
import { createCredentials } from './credentials';
import { applyDeclaredRoles, checkDeclaredRoles, checkRegisterRole, seedRoles } from './declared-roles';
import { createGrants } from './grants';
import { createInvalidation } from './invalidation';
import { createJwt } from './jwt';
import { createLimits } from './limits';
import { createMails } from './mails';
import { checkOwnAttributes } from './own-attributes';
import { createRoleBook } from './role-book';
import { createRoleVisibility } from './role-visibility';
import { authRoutes } from './routes/auth';
import { rolesRoutes } from './routes/roles';
import { usersRoutes } from './routes/users';
import { jwtSecretOf } from './secret';
import { createSessions } from './sessions';
import { AUTHENTICATION, CREDENTIALS, GRANTS, MEMORY } from './tokens';
import { NAME } from './types';

export type { ActionRule } from './action-rule';
export type { Authentication, Issued } from './authentication';
export type { Grant, Grants } from './grants';
export { AUTHENTICATION, GRANTS } from './tokens';
export type { Account } from './types';

/** After the plugins that know tokens of their own: what is left is refused here. */
const LAST = 100;

export default definePlugin<typeof NAME>({
  name: NAME,
  after: ['email', 'rest'],
  config: usersPermissionsConfig,
  brings: { commands: ['role', 'user'] },
  judgesAnonymous: true,

  register(kernel, config) {
    const { hooks, actions, container } = kernel;
    const key = { secret: '' };
    const jwt = createJwt(key, config);
    const accounts = createAccounts(kernel, config.cacheSeconds);
    const book = createRoleBook(kernel, config.cacheSeconds);

    hooks.schema.collect.tap(NAME, (collector) => addContentTypes(collector, config.user.attributes));
    hooks.schema.ready.tap(NAME, (schema) => {
      checkOwnAttributes(schema, config);
      for (const verb of ['refresh', 'logout'] as const)
        actions.ensure({
          name: `plugin::users-permissions.auth.${verb}`,
          description: ABSENT_ROUTES[verb],
          plugin: NAME,
        });
    });
    hooks.http.routes.tap(NAME, (routes) => {
      const { prefix } = kernel.config.api.rest;
      for (const route of authRoutes(prefix, config, () => container.resolve(AUTHENTICATION)))
        routes.add(route);
      for (const route of usersRoutes(
        kernel,
        () => container.resolve(AUTHENTICATION),
        () => container.resolve(CREDENTIALS),
      ))
        routes.add(route);
      for (const route of rolesRoutes(kernel, config, () => container.resolve(GRANTS))) routes.add(route);
    });

    const needsConfirmation = config.register.emailConfirmation;
    const authenticate = createAuthenticate({ jwt, accounts, needsConfirmation });
    hooks.request.authenticate.tap({ name: NAME, stage: LAST }, authenticate);
    hooks.request.authorize.tap(NAME, createAuthorize(book, createRoleVisibility(kernel)));
    hooks.documents.prepare.tap(NAME, createInvalidation(accounts, book));

    kernel.commands.add('role', roleCommand, NAME);
    kernel.commands.add('user', userCommand, NAME);
    container.provide(MEMORY, { key, jwt, accounts, book });
  },

  async boot(kernel, config) {
    const { container } = kernel;
    const { key, jwt, accounts, book } = container.resolve(MEMORY);
    key.secret = jwtSecretOf(kernel, config.jwtSecret);
    checkDeclaredRoles(kernel, config);
    const grants = createGrants(kernel);
    await seedRoles(grants);
    await applyDeclaredRoles(grants, config.roles);
    await checkRegisterRole(grants, config.register.role);
    const { unknown } = await book.read();
    if (unknown.length > 0)
      kernel.log.warn(
        'some roles hold permissions for actions that no plugin knows; they mean nothing until one does. "quire role revoke" takes them away',
        { actions: unknown },
      );
    const credentials = await createCredentials(kernel);
    const authentication = createAuthentication({
      kernel,
      config,
      jwt,
      credentials,
      sessions: createSessions({ kernel, jwt, accounts, config }),
      limits: createLimits(config),
      mails: createMails(kernel, config),
    });
    container.provide(AUTHENTICATION, authentication);
    container.provide(CREDENTIALS, credentials);
    container.provide(GRANTS, grants);
  },
});

/** Actions that are there in every mode, so that a role may hold them before the mode is changed. */
const ABSENT_ROUTES = {
  refresh: 'Gives new tokens for a refresh token',
  logout: 'Ends the session of the token',
} as const;
