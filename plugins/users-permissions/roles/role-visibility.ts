// The Visibility of a role: its permissions and rules, as queries and writes need them. One object per role, or one per action
// and user when rules differ. A changed role is a new object, so nothing here needs to be invalidated.
import {
  type AnyModel,
  type App,
  type Attribute,
  type ContentType,
  documentActionOf,
  type FilterPlace,
  readActionOf,
  type Visibility,
} from '../../../core';
import type { Account } from '../types';
import { permissionHint } from './permission-hint';
import type { Role } from './role-cache';
import { conditionFor, partsOf, presetOf, READING, RULED } from './rules';

export type VisibilityOf = (role: Role, action: string, user: Account | null) => Visibility;

/** The number of cached objects per role. */
const MAX_VISIBILITIES = 1000;

export function createRoleVisibility(
  app: Pick<App, 'schema' | 'readActions' | 'linkActions' | 'documentActions' | 'environment'>,
): VisibilityOf {
  const { readActions, linkActions, documentActions } = app;
  const findOneOf = ({ uid }: AnyModel) => documentActionOf(documentActions, uid, 'findOne');
  const updateOf = (uid: string) => documentActionOf(documentActions, uid, 'update');
  const deleteOf = (uid: string) => documentActionOf(documentActions, uid, 'delete');
  /** A type whose documents every reader sees behind relations still has rules of its own lists. */
  const findOf = ({ uid }: AnyModel) =>
    readActionOf(readActions, uid) ?? documentActionOf(documentActions, uid, 'find');
  const made = new WeakMap<Role, Map<string, Visibility>>();

  return (role, action, user) => {
    const isRuled = role.rules.size > 0;
    const kind = isRuled && partsOf(action, app) ? action : '';
    const who = role.mentionsUser && user ? userKey(user) : '';
    let all = made.get(role);
    if (!all) {
      all = new Map();
      made.set(role, all);
    }
    const key = `${kind} ${who}`;
    let visibility = all.get(key);
    if (!visibility) {
      if (all.size >= MAX_VISIBILITIES) all.clear();
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
          const action = readActionOf(readActions, type.uid);
          answer = action === null || role.actions.has(action);
          readable.set(type, answer);
        }
        return answer;
      },
      readable: () => true,
      writable: () => true,
      canRelink: ({ uid }, { name }) => {
        const update = updateOf(uid);
        return role.actions.has(update) && (role.rules.get(update)?.fields?.includes(name) ?? true);
      },
      allows: (action) => role.actions.has(action),
      hint: app.environment === 'development' ? (action) => permissionHint(role, action) : undefined,
      isLimited: (action) => role.rules.has(action),
    };
  }

  function ruledVisibility(role: Role, action: string, user: Account | null, scope: string): Visibility {
    const parts = action === '' ? null : partsOf(action, app);
    const root = parts?.type ?? null;
    const rootRule = role.rules.get(action);
    const isWrite = parts !== null && !READING.has(parts.verb);
    const conditions = new Map<ContentType, Readonly<Record<string, unknown>> | null>();

    const reachedCondition = (type: ContentType) => {
      let condition = conditions.get(type);
      if (condition === undefined) {
        condition = conditionFor(role.rules.get(readActionOf(readActions, type.uid) ?? ''), user);
        conditions.set(type, condition);
      }
      return condition;
    };

    /** An action without a rule of its own (`count`, `destroy`) uses the rule of `find`. The own record has no rule. */
    const rootCondition =
      root === null || parts === null || OWN_RECORD.has(parts.verb)
        ? null
        : RULED.has(parts.verb)
          ? conditionFor(rootRule, user)
          : reachedCondition(root);

    /** A document that needs an action to be linked meets the rule of one of these actions. */
    const linkedCondition = (type: ContentType) => {
      const allowed = linkActions.get(type.uid)?.filter((each) => role.actions.has(each)) ?? [];
      return anyOf(allowed.map((each) => conditionFor(role.rules.get(each), user)));
    };

    /** A document is shown by `find` or by `findOne`; without both permissions, the answer of a write shows it. */
    const shownCondition = (type: ContentType) => {
      const allowed = [findOf(type), findOneOf(type)].filter((each) => role.actions.has(each));
      return anyOf(allowed.map((each) => conditionFor(role.rules.get(each), user)));
    };

    /** `fields` of `find` apply wherever the type is read; `findOne` may show fewer fields, never more. */
    const readableLists = (type: AnyModel): (readonly string[])[] => {
      if (type.model !== 'type') return [];
      const find = findOf(type);
      const findOne = findOneOf(type);
      const lists = [role.rules.get(find)?.fields];
      if (!role.actions.has(find)) lists.push(role.rules.get(findOne)?.fields);
      if (type === root && !isWrite) lists.push(rootRule?.fields);
      else if (type === root && !role.actions.has(find) && !role.actions.has(findOne))
        lists.push(rootRule?.fields);
      return lists.filter((list) => list !== undefined);
    };

    const base = plainVisibility(role, scope);
    const hasConditions = [...role.rules.values()].some(({ where }) => where !== undefined);
    const preset = root && parts?.creates ? presetOf(rootCondition, root) : null;
    return {
      ...base,
      readable: (model: AnyModel, { name }: Attribute) =>
        readableLists(model).every((list) => list.includes(name)),
      writable: (model: AnyModel, { name }: Attribute) =>
        model !== root || !isWrite || !rootRule?.fields || rootRule.fields.includes(name),
      ...(hasConditions
        ? {
            rowFilter: (type: ContentType, place?: FilterPlace) => {
              if (place === 'relinked') return conditionFor(role.rules.get(updateOf(type.uid)), user);
              if (place === 'cascaded') return conditionFor(role.rules.get(deleteOf(type.uid)), user);
              if (place === 'linked') return linkedCondition(type);
              if (place === 'answer') return shownCondition(type);
              return place === 'root' && type === root ? rootCondition : reachedCondition(type);
            },
          }
        : {}),
      ...(preset ? { preset: (type: ContentType) => (type === root ? preset : null) } : {}),
    };
  }
}

/** One of the conditions; null, if a document needs none. */
const anyOf = (conditions: readonly (Readonly<Record<string, unknown>> | null)[]) =>
  conditions.length === 0 || conditions.includes(null) ? null : { $or: conditions };

const OWN_RECORD: ReadonlySet<string> = new Set(['me', 'updateMe']);

/** All values of the user that a rule may use. */
const userKey = (user: Account): string => JSON.stringify(user.values);
