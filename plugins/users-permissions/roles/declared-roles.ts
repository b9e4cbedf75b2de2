// Roles at startup: seeds the two built-in roles, and applies the roles of the configuration. A permission that is no longer
// declared is revoked; a permission that was granted at runtime stays.
import {
  type App,
  AppError,
  expandActions,
  isOfDisabledPlugin,
  type Mistake,
  nearestAction,
  StartupError,
} from '../../../core';
import type { RoleConfig, UsersPermissionsConfig } from '../config';
import { SHORTEST_NAME } from '../content-types';
import { PUBLIC } from '../types';
import { FULL, FULL_GRANT, fullRoleMistake } from './full-role';
import type { Grant, Grants } from './grants';
import { mistakesIn, partsOf, RULED } from './rules';

export const AUTHENTICATED = 'authenticated';

const OWN = (verb: string): string => `plugin::users-permissions.${verb}`;

/** The built-in roles and their initial permissions. */
const SEEDS = [
  {
    type: AUTHENTICATED,
    name: 'Authenticated',
    description: 'Default role given to authenticated user.',
    actions: [
      'auth.changePassword',
      'auth.logout',
      'auth.getSessions',
      'auth.revokeSession',
      'user.me',
      'user.updateMe',
    ].map(OWN),
  },
  {
    type: PUBLIC,
    name: 'Public',
    description: 'Default role given to unauthenticated user.',
    actions: [
      'auth.callback',
      'auth.connect',
      'auth.forgotPassword',
      'auth.resetPassword',
      'auth.register',
      'auth.emailConfirmation',
      'auth.sendEmailConfirmation',
      'auth.refresh',
    ].map(OWN),
  },
] as const;

export async function seedRoles(grants: Grants): Promise<void> {
  for (const { type, name, description, actions } of SEEDS)
    if (!(await grants.roleOfType(type)))
      await grants.createRole({ type, name, description }, actions.map(plain));
}

export async function applyDeclaredRoles(
  app: Pick<App, 'actions'>,
  grants: Grants,
  roles: UsersPermissionsConfig['roles'],
): Promise<void> {
  for (const [type, declared] of Object.entries(roles)) {
    const name = nameOf(type, declared);
    const { description } = declared;
    const existing = await grants.roleOfType(type);
    const role = existing ?? (await grants.createRole({ type, name, description }, []));
    const isRenamed = declared.name !== undefined && role.name !== declared.name;
    const isRedescribed = description !== '' && role.description !== description;
    if (isRenamed || isRedescribed)
      await grants.updateRole(
        role.documentId,
        { ...(isRenamed ? { name } : {}), ...(isRedescribed ? { description } : {}) },
        null,
      );
    const wanted = grantsOf(declared, app);
    const actions = new Set(wanted.map(({ action }) => action));
    const before = await grants.of(role.documentId);
    const stale = before.filter((permission) => permission.declared && !actions.has(permission.action));
    if (stale.length > 0)
      await grants
        .revoke(
          role.documentId,
          stale.map(({ action }) => action),
        )
        .catch((error: unknown) => {
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          throw new StartupError('A role cannot be changed as declared:', [
            { where: 'config/plugins', at: `users-permissions.config.roles.${type}`, message: error.message },
          ]);
        });
    await grants.grant(role.documentId, wanted, true);
  }
}

const nameOf = (type: string, { name }: RoleConfig): string =>
  name ?? type.charAt(0).toUpperCase() + type.slice(1);

/** Checks all declared roles before the first write. */
export function checkDeclaredRoles(app: App, config: UsersPermissionsConfig): void {
  const mistakes: Mistake[] = [];
  const where = 'config/plugins';
  for (const [type, declared] of Object.entries(config.roles)) {
    const role = `users-permissions.config.roles.${type}`;
    const name = nameOf(type, declared);
    if (name.length < SHORTEST_NAME)
      mistakes.push({
        where,
        at: `${role}.name`,
        message: `the name of a role has at least ${SHORTEST_NAME} characters, and "${name}" has ${name.length}; set a longer name`,
      });
    const noFullRole = declared.full ? fullRoleMistake(type, config.register.role) : null;
    if (noFullRole !== null) mistakes.push({ where, at: `${role}.full`, message: noFullRole });
    const at = `${role}.actions`;
    for (const { action, rule } of grantsOf(declared, app)) {
      const problem = action === FULL ? null : unknownAction(app, action);
      if (problem !== null) {
        if (!isOfDisabledPlugin(app, action) && !isRuled(app, action))
          mistakes.push({ where, at, message: problem });
      } else if (rule)
        for (const message of mistakesIn(app, action, rule, type === PUBLIC))
          mistakes.push({ where, at, message: `${action}: ${message}` });
    }
  }
  if (mistakes.length > 0) throw new StartupError('Some roles are misconfigured:', mistakes);
}

/** A role may list the actions of documents for each type: a type that lacks some of them is no mistake. */
const isRuled = (app: App, action: string): boolean => RULED.has(partsOf(action, app)?.verb ?? '');

export async function checkRegisterRole(grants: Grants, type: string): Promise<void> {
  if (await grants.roleOfType(type)) return;
  throw new StartupError('Registration is misconfigured:', [
    {
      where: 'config/plugins',
      at: 'users-permissions.config.register.role',
      message: `the role "${type}" does not exist; declare it under roles, or set another role`,
    },
  ]);
}

/** null: the action exists. */
export function unknownAction({ actions }: Pick<App, 'actions'>, action: string): string | null {
  if (actions.has(action)) return null;
  const near = nearestAction(action, actions.names());
  const unknown = action.endsWith('.*')
    ? `no action begins with "${action.slice(0, -1)}"`
    : `the action "${action}" does not exist`;
  return `${unknown}${near ? `; did you mean "${near}"?` : ''} ("quire role list --actions" lists all actions)`;
}

/** A pattern such as `api::product.*` grants each action that it matches. An entry of its own with one of them has its own rule. */
function grantsOf({ full, actions: listed }: RoleConfig, { actions }: Pick<App, 'actions'>): Grant[] {
  if (full) return [FULL_GRANT];
  const names = actions.names();
  const own = new Set(listed.map(nameOfEntry));
  return listed.flatMap((entry) =>
    expandActions([nameOfEntry(entry)], names)
      .filter((action) => action === nameOfEntry(entry) || !own.has(action))
      .map((action) => ({ action, rule: ruleOf(entry) })),
  );
}

const nameOfEntry = (entry: RoleConfig['actions'][number]): string =>
  typeof entry === 'string' ? entry : entry.action;

function ruleOf(entry: RoleConfig['actions'][number]): Grant['rule'] {
  if (typeof entry === 'string') return null;
  const { where, fields } = entry;
  const rule = { ...(where ? { where } : {}), ...(fields ? { fields } : {}) };
  return Object.keys(rule).length > 0 ? rule : null;
}

const plain = (action: string): Grant => ({ action, rule: null });
