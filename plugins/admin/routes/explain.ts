// "Why not?": may a user do an action, which permission or rule decides, and which roles have the permission. Everyone may ask about
// themselves, and then learns no rule and no other role.
import {
  type App,
  check,
  coreErrors,
  type RequestContext,
  type RouteDefinition,
  route,
  type Visibility,
  withAllFields,
} from '../../../core';
import { FULL_GRANT, GRANTS, mayAct, USER, USERS } from '../../users-permissions';
import { adminErrors } from '../errors';
import { documentVerdict, grantOf, mustSee } from '../model/document-verdict';
import { OPEN } from '../types';

const ROLE = 'plugin::users-permissions.role';
const PERMISSION = 'plugin::users-permissions.permission';
const SEES_ROLES = `${ROLE}.findOne`;
const SEES_USERS = `${USER}.findOne`;
/** Attributes of the user that an answer tells. */
const TOLD = ['username', 'role', 'blocked', 'confirmed'];

const MOST_ROLES = 100;

type Reason = 'allowed' | 'blocked' | 'no-role' | 'missing' | 'row' | 'draft';

export function explainRoute(app: App, base: string): RouteDefinition {
  const visibilityOf = (request: RequestContext, action: string) =>
    app.server.authorize(request, { action, method: 'GET' });

  /** A user or a role that a rule hides from the caller is unknown. */
  async function accountOf(request: RequestContext, id: number) {
    const visibility = await visibilityOf(request, SEES_USERS);
    const words = { filters: { id }, fields: ['id'], visibility: withAllFields(visibility) };
    if (!(await app.documents(USER).findFirst(words))) throw coreErrors.DOCUMENT_NOT_FOUND();
    const type = app.schema.types.get(USER);
    const hidden = TOLD.filter((name) => {
      const attribute = type?.attributes.get(name);
      return !type || !attribute || !visibility.readable(type, attribute);
    });
    if (hidden.length > 0)
      throw coreErrors.ACCESS_FORBIDDEN(`your role may not read ${hidden.join(', ')} of users`);
    return app.container.resolve(USERS).account(id);
  }

  async function rolesOf(request: RequestContext, documentIds: readonly string[]) {
    const visibility = withAllFields(await visibilityOf(request, SEES_ROLES));
    return namesOf(documentIds, visibility);
  }
  async function namesOf(documentIds: readonly string[], visibility?: Visibility) {
    const words = {
      filters: { documentId: { $in: documentIds } },
      sort: 'id',
      pagination: { limit: MOST_ROLES + 1 },
      ...(visibility === undefined ? {} : { visibility }),
    };
    const found = await app.documents(ROLE).findMany(words);
    return new Map(found.map(({ id, documentId, name, type }) => [documentId, { id, name, type }]));
  }

  return route({
    method: 'GET',
    path: `${base}/explain`,
    action: OPEN,
    tags: ['Admin'],
    summary: 'Explains whether a user may do an action, and why not',
    checks: {
      query: check.object({
        user: check.optional(check.string({ pattern: /^\d{1,15}$/, expected: 'the id of a user' })),
        action: check.string({ min: 1, max: 300 }),
        documentId: check.optional(check.string({ min: 1, max: 64 })),
      }),
    },
    async handler(request, { query: { user, action, documentId } }) {
      const own = request.state.user?.id ?? null;
      const asked = user === undefined ? own : Number(user);
      const seesAll = request.can(SEES_ROLES) && request.can(SEES_USERS);
      if (asked === null || (!seesAll && asked !== own))
        throw adminErrors.ADMIN_EXPLAIN([SEES_ROLES, SEES_USERS]);
      if (!app.actions.has(action)) throw adminErrors.ADMIN_ACTION(action);
      const account = seesAll
        ? await accountOf(request, asked)
        : await app.container.resolve(USERS).account(asked);
      const permissions = await app.documents(PERMISSION).findMany({
        filters: { action: { $in: [action, FULL_GRANT.action] } },
        populate: { role: { fields: ['id'] } },
        sort: 'id',
        pagination: { limit: MOST_ROLES },
      });
      const having = permissions.flatMap(({ role, rule }) =>
        role ? [{ role: (role as { documentId: string }).documentId, ruled: (rule ?? null) !== null }] : [],
      );
      const roleId = account.role;
      const wanted = roleId === null ? [] : [roleId];
      const roles = seesAll
        ? await rolesOf(request, [...having.map(({ role }) => role), ...wanted])
        : await namesOf(wanted);
      const role = roleId === null ? null : roles.get(roleId);
      if (role === undefined) throw coreErrors.DOCUMENT_NOT_FOUND();
      const granted = roleId === null ? [] : await app.container.resolve(GRANTS).of(roleId);
      const grant = grantOf(granted, action);
      const type = app.schema.types.get(action.slice(0, action.lastIndexOf('.')));

      const reasonOf = async (): Promise<Reason> => {
        if (!mayAct(account, app.container.resolve(USERS).registration.emailConfirmation)) return 'blocked';
        if (role === null) return 'no-role';
        if (!grant) return 'missing';
        if (documentId === undefined || !type?.api) return 'allowed';
        await mustSee(app, request, type, documentId);
        return documentVerdict(app, { type, documentId, action, granted, account });
      };
      return {
        json: {
          data: {
            user: { id: account.id, username: account.username },
            action,
            description: app.actions.get(action)?.description ?? '',
            role,
            reason: await reasonOf(),
            rule: seesAll ? (grant?.rule ?? null) : null,
            roles: !seesAll
              ? []
              : having.flatMap(({ role: id, ruled }) => {
                  const shown = roles.get(id);
                  return shown ? [{ ...shown, ruled }] : [];
                }),
          },
        },
      };
    },
  });
}
