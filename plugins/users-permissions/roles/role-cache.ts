// Caches all roles with their permissions for `cacheSeconds`; a write clears the cache of every process.
// An unchanged role stays the same object, so caches that are keyed by the role stay valid.
import type { App, SharedValue } from '../../../core';
import { createStoredReader, type StoredReader, textOf, textOrNull } from '../stored-rows';
import { PERMISSION, PUBLIC, ROLE } from '../types';
import type { ActionRule } from './action-rule';
import { FULL } from './full-role';
import { mentionsUser, mistakesInWhere, partsOf } from './rules';

export interface Role {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly type: string;
  /** The role has every permission. */
  readonly full: boolean;
  /** The granted actions, without those of disabled plugins and those with a wrong rule. */
  readonly actions: ReadonlySet<string>;
  /** The rules of granted actions that have one. */
  readonly rules: ReadonlyMap<string, ActionRule>;
  /** Why the role lacks granted actions. */
  readonly wrongRules: readonly string[];
  readonly mentionsUser: boolean;
  /** Unique per role and state of the role. */
  readonly scope: string;
}

export interface Roles {
  readonly byDocument: ReadonlyMap<string, Role>;
  readonly byType: ReadonlyMap<string, Role>;
  /** Granted actions that no enabled plugin registers. */
  readonly unknown: readonly string[];
  /** Of all roles. */
  readonly wrongRules: readonly string[];
}

export type RoleCache = SharedValue<Roles>;

let scopes = 0;

export function createRoleCache(app: App, cacheSeconds: number): RoleCache {
  const seen = new Map<string, { readonly text: string; readonly role: Role }>();
  let readers: { readonly roles: StoredReader; readonly permissions: StoredReader } | null = null;

  const readersOf = () => {
    const role = app.schema.types.get(ROLE);
    const permission = app.schema.types.get(PERMISSION);
    if (!role || !permission)
      throw new Error('the content types of users-permissions are missing from the schema');
    readers ??= {
      roles: createStoredReader(app.database, role, ['id', 'documentId', 'name', 'type']),
      permissions: createStoredReader(app.database, permission, ['action', 'rule', 'role']),
    };
    return readers;
  };

  function roleOf(
    row: Readonly<Record<string, unknown>>,
    granted: readonly (readonly [string, string])[],
  ): Role {
    const text = JSON.stringify([row.id, row.documentId, row.name, row.type, granted]);
    const documentId = textOf(row.documentId);
    const before = seen.get(documentId);
    if (before?.text === text) return before.role;
    const full = granted.some(([action]) => action === FULL);
    const rules = new Map<string, ActionRule>();
    const wrongRules: string[] = [];
    const actions = new Set(full ? app.actions.names() : granted.map(([action]) => action));
    for (const [action, text] of full ? [] : granted) {
      if (text === '') continue;
      const rule = JSON.parse(text) as ActionRule;
      const type = partsOf(action, app)?.type;
      const mistakes = type ? mistakesInWhere(app, type, rule, row.type === PUBLIC) : [];
      rules.set(action, rule);
      // Without its condition, the permission would show more.
      if (mistakes.length > 0) actions.delete(action);
      wrongRules.push(...mistakes.map((mistake) => `${textOf(row.name)}: ${action}: ${mistake}`));
    }
    const role: Role = {
      id: Number(row.id),
      documentId,
      name: textOf(row.name),
      type: textOf(row.type),
      full,
      actions,
      rules,
      wrongRules,
      mentionsUser: [...rules.values()].some(mentionsUser),
      scope: `role ${++scopes}`,
    };
    seen.set(documentId, { text, role });
    return role;
  }

  async function load(): Promise<Roles> {
    const { roles: roleReader, permissions } = readersOf();
    const [roleRows, permissionRows] = await Promise.all([
      roleReader.all('1 = 1', []),
      permissions.all('1 = 1', []),
    ]);
    const unknown = new Set<string>();
    const granted = new Map<string, [string, string][]>();
    for (const row of permissionRows) {
      const action = textOf(row.action);
      const role = textOrNull(row.role);
      if (role === null) continue;
      if (action !== FULL && !app.actions.has(action)) unknown.add(action);
      else granted.set(role, [...(granted.get(role) ?? []), [action, ruleText(row.rule)]]);
    }
    const all = roleRows.map((row) => roleOf(row, granted.get(textOf(row.documentId)) ?? []));
    return {
      byDocument: new Map(all.map((role) => [role.documentId, role])),
      byType: new Map(all.toReversed().map((role) => [role.type, role])),
      unknown: [...unknown],
      wrongRules: all.flatMap(({ wrongRules }) => wrongRules),
    };
  }

  return app.shared.value('users-permissions roles', { load, maxAge: cacheSeconds * 1000 });
}

function ruleText(stored: unknown): string {
  if (stored === null || stored === undefined) return '';
  const text = typeof stored === 'string' ? stored : JSON.stringify(stored);
  return text === 'null' || text === '{}' ? '' : text;
}
