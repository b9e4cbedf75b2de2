// Roles at the start: the two there always are, those of the configuration, and what is wrong with either. What was declared
// before and no longer is, is taken away; what was granted by hand stays.
import { type Kernel, type Mistake, StartupError } from '../../core';
import { PUBLIC } from './authorize';
import type { RoleConfig, UsersPermissionsConfig } from './config';
import type { Grant, Grants } from './grants';
import { mistakesIn, partsOf, RULED } from './rules';

export const AUTHENTICATED = 'authenticated';

const OWN = (verb: string): string => `plugin::users-permissions.${verb}`;

/** What the two roles may do from the start. */
const SEEDS = [
  {
    type: AUTHENTICATED,
    name: 'Authenticated',
    description: 'Default role given to authenticated user.',
    actions: ['auth.changePassword', 'auth.logout', 'user.me', 'user.updateMe'].map(OWN),
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
  grants: Grants,
  roles: UsersPermissionsConfig['roles'],
): Promise<void> {
  for (const [type, declared] of Object.entries(roles)) {
    const name = declared.name ?? type.charAt(0).toUpperCase() + type.slice(1);
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
    const wanted = grantsOf(declared);
    const actions = new Set(wanted.map(({ action }) => action));
    const before = await grants.of(role.documentId);
    const stale = before.filter((permission) => permission.declared && !actions.has(permission.action));
    if (stale.length > 0)
      await grants.revoke(
        role.documentId,
        stale.map(({ action }) => action),
      );
    await grants.grant(role.documentId, wanted, true);
  }
}

/** Everything wrong with the declared roles, before anything is written. */
export function checkDeclaredRoles(kernel: Kernel, config: UsersPermissionsConfig): void {
  const mistakes: Mistake[] = [];
  const where = 'config/plugins';
  for (const [type, declared] of Object.entries(config.roles)) {
    const at = `users-permissions.config.roles.${type}.actions`;
    for (const { action, rule } of grantsOf(declared)) {
      const problem = unknownAction(kernel, action);
      if (problem !== null) {
        if (!isOfSomethingOff(kernel, action)) mistakes.push({ where, at, message: problem });
      } else if (rule)
        for (const message of mistakesIn(kernel, action, rule, type === PUBLIC))
          mistakes.push({ where, at, message: `${action}: ${message}` });
    }
  }
  if (mistakes.length > 0) throw new StartupError('Some roles cannot be set up:', mistakes);
}

/** Switching a plugin off is one line: what roles say of it waits. A word that nobody could bring is a mistake. */
function isOfSomethingOff({ config, plugins, schema }: Kernel, action: string): boolean {
  const [, owner] = /^plugin::([^.]+)\./.exec(action) ?? [];
  if (owner !== undefined)
    return Object.hasOwn(config.plugins, owner) && !plugins.some(({ name }) => name === owner);
  return RULED.has(partsOf(action, schema)?.verb ?? '');
}

export async function checkRegisterRole(grants: Grants, type: string): Promise<void> {
  if (await grants.roleOfType(type)) return;
  throw new StartupError('Nobody could register:', [
    {
      where: 'config/plugins',
      at: 'users-permissions.config.register.role',
      message: `there is no role of the type "${type}"; declare it under roles, or name another`,
    },
  ]);
}

/** null: there is such an action. */
export function unknownAction({ actions }: Pick<Kernel, 'actions'>, action: string): string | null {
  if (actions.has(action)) return null;
  const near = actions.nearest(action);
  return `there is no action "${action}"${near ? `; did you mean "${near}"?` : ''} ("quire role list --actions" shows all)`;
}

function grantsOf({ actions }: RoleConfig): Grant[] {
  return actions.map((entry) => {
    if (typeof entry === 'string') return plain(entry);
    const { action, where, fields } = entry;
    const rule = { ...(where ? { where } : {}), ...(fields ? { fields } : {}) };
    return { action, rule: Object.keys(rule).length > 0 ? rule : null };
  });
}

const plain = (action: string): Grant => ({ action, rule: null });
