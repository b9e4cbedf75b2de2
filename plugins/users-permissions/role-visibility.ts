// What a role shows and lets write: permissions and rules as the Visibility that queries and writes ask. One object per role;
// more of them only where rules tell actions or users apart. A changed role is a new Role, so nothing here is ever undone.
import type { AnyModel, Attribute, ContentType, Kernel, Visibility } from '../../core';
import { hintOf } from './hint';
import type { Role } from './role-book';
import { conditionFor, partsOf, presetOf, READING, RULED } from './rules';
import type { Account } from './types';

export type VisibilityOf = (role: Role, action: string, user: Account | null) => Visibility;

/** Objects per role that are kept for users with rules of their own. */
const MOST = 1000;

export function createRoleVisibility(
  kernel: Pick<Kernel, 'schema' | 'actions' | 'isProduction'>,
): VisibilityOf {
  const { actions } = kernel;
  const made = new WeakMap<Role, Map<string, Visibility>>();

  return (role, action, user) => {
    const isRuled = role.rules.size > 0;
    const kind = isRuled && partsOf(action, kernel.schema) ? action : '';
    const who = role.mentionsUser && user ? userKey(user) : '';
    let all = made.get(role);
    if (!all) {
      all = new Map();
      made.set(role, all);
    }
    const key = `${kind} ${who}`;
    let visibility = all.get(key);
    if (!visibility) {
      if (all.size >= MOST) all.clear();
      visibility = isRuled
        ? ruledVisibility(role, kind, user, `${role.scope} ${key}`)
        : plainVisibility(role, role.scope);
      all.set(key, visibility);
    }
    return visibility;
  };

  function plainVisibility(role: Role, scope: string): Visibility {
    const readable = new Map<ContentType, boolean>();
    return {
      scope,
      canRead(type) {
        let answer = readable.get(type);
        if (answer === undefined) {
          const action = actions.readingOf(type.uid);
          answer = action === null || role.actions.has(action);
          readable.set(type, answer);
        }
        return answer;
      },
      readable: () => true,
      writable: () => true,
      allows: (action) => role.actions.has(action),
      hint: kernel.isProduction ? undefined : (action) => hintOf(role, action),
      narrows: (action) => role.rules.has(action),
    };
  }

  function ruledVisibility(role: Role, action: string, user: Account | null, scope: string): Visibility {
    const parts = action === '' ? null : partsOf(action, kernel.schema);
    const root = parts?.type ?? null;
    const rootRule = role.rules.get(action);
    const isWrite = parts !== null && !READING.has(parts.verb);
    const conditions = new Map<ContentType, Readonly<Record<string, unknown>> | null>();

    const reachedCondition = (type: ContentType) => {
      let condition = conditions.get(type);
      if (condition === undefined) {
        condition = conditionFor(role.rules.get(actions.readingOf(type.uid) ?? ''), user);
        conditions.set(type, condition);
      }
      return condition;
    };

    /** An action that takes no rule of its own (to count, to delete a user) is about what `find` shows; one's own record is one's own. */
    const rootCondition =
      root === null || parts === null || OWN_RECORD.has(parts.verb)
        ? null
        : RULED.has(parts.verb)
          ? conditionFor(rootRule, user)
          : reachedCondition(root);

    /** Wherever the type is read, what `find` shows; a single document may show less, never more. */
    const readableLists = (type: AnyModel): (readonly string[])[] => {
      if (type.model !== 'type') return [];
      const find = actions.readingOf(type.uid) ?? '';
      const findOne = `${type.uid}.findOne`;
      const lists = [role.rules.get(find)?.fields];
      if (!role.actions.has(find)) lists.push(role.rules.get(findOne)?.fields);
      if (type === root && !isWrite) lists.push(rootRule?.fields);
      else if (type === root && !role.actions.has(find) && !role.actions.has(findOne))
        lists.push(rootRule?.fields);
      return lists.filter((list) => list !== undefined);
    };

    const base = plainVisibility(role, scope);
    const hasConditions = [...role.rules.values()].some(({ where }) => where !== undefined);
    const preset = root && parts?.verb === 'create' ? presetOf(rootCondition, root) : null;
    return {
      ...base,
      readable: (model: AnyModel, { name }: Attribute) =>
        readableLists(model).every((list) => list.includes(name)),
      writable: (model: AnyModel, { name }: Attribute) =>
        model !== root || !isWrite || !rootRule?.fields || rootRule.fields.includes(name),
      ...(hasConditions
        ? {
            rowFilter: (type: ContentType, place?: 'root') =>
              place === 'root' && type === root ? rootCondition : reachedCondition(type),
          }
        : {}),
      ...(preset ? { preset: (type: ContentType) => (type === root ? preset : null) } : {}),
    };
  }
}

const OWN_RECORD: ReadonlySet<string> = new Set(['me', 'updateMe']);

/** Everything that a rule may name of a user. */
const userKey = (user: Account): string => JSON.stringify(user.values);
