// "Why not?": may a user do an action, which permission or rule decides, and which roles have the permission.
import { type App, check, coreErrors, type RouteDefinition, route } from '../../../core';
import { conditionFor, FULL_GRANT, GRANTS, USERS } from '../../users-permissions';
import { adminErrors } from '../errors';
import { OPEN } from '../types';

const ROLE = 'plugin::users-permissions.role';
const PERMISSION = 'plugin::users-permissions.permission';
/** Rules and roles are what these two show, too. */
const NEEDED = [`${ROLE}.findOne`, 'plugin::users-permissions.user.findOne'];

const MOST_ROLES = 100;

type Reason = 'allowed' | 'blocked' | 'no-role' | 'missing' | 'row';

export function explainRoute(app: App, base: string): RouteDefinition {
  return route({
    method: 'GET',
    path: `${base}/explain`,
    action: OPEN,
    tags: ['Admin'],
    summary: 'Explains whether a user may do an action, and why not',
    policies: [(request) => NEEDED.every((action) => request.can(action))],
    checks: {
      query: check.object({
        user: check.string({ pattern: /^\d{1,15}$/, expected: 'the id of a user' }),
        action: check.string({ min: 1, max: 300 }),
        documentId: check.optional(check.string({ min: 1, max: 64 })),
      }),
    },
    async handler(request, { query: { user, action, documentId } }) {
      if (!app.actions.has(action)) throw adminErrors.ADMIN_ACTION(action);
      const users = app.container.resolve(USERS);
      const account = await users.account(Number(user));
      const isStopped = account.blocked || (!account.confirmed && users.registration.emailConfirmation);
      const grants = account.role === null ? [] : await app.container.resolve(GRANTS).of(account.role);
      const grant = grants.find((each) => each.action === action || each.action === FULL_GRANT.action);
      const role =
        account.role === null ? null : await app.documents(ROLE).findOne({ documentId: account.role });
      const uid = action.slice(0, action.lastIndexOf('.'));
      const rule = grant?.rule ?? null;

      /** The caller may not learn of documents that are hidden from the caller. */
      const isInRule = async (): Promise<boolean> => {
        const type = app.schema.types.get(uid);
        if (documentId === undefined || !type?.api) return true;
        const all = {
          ...(type.axes.some(({ axis }) => axis.name === 'status') ? { status: 'draft' as const } : {}),
          ...(type.axes.some(({ axis }) => axis.name === 'locale') ? { locale: '*' } : {}),
        };
        const filters = { documentId };
        const found = await app
          .documentsAs(request)(type.uid)
          .count({ filters, ...all });
        if (found === 0) throw coreErrors.DOCUMENT_NOT_FOUND();
        const condition = conditionFor(rule, account);
        if (condition === null) return true;
        return (await app.documents(type.uid).count({ filters: { $and: [filters, condition] }, ...all })) > 0;
      };
      const reasonOf = async (): Promise<Reason> => {
        if (isStopped) return 'blocked';
        if (role === null) return 'no-role';
        if (!grant) return 'missing';
        return (await isInRule()) ? 'allowed' : 'row';
      };
      const having = await app.documents(PERMISSION).findMany({
        filters: { action: { $in: [action, FULL_GRANT.action] } },
        populate: { role: { fields: ['id', 'name', 'type'] } },
        pagination: { limit: MOST_ROLES },
      });
      return {
        json: {
          data: {
            user: { id: account.id, username: account.username },
            action,
            description: app.actions.get(action)?.description ?? '',
            role: role && { id: role.id, name: role.name, type: role.type },
            reason: await reasonOf(),
            rule,
            roles: having.flatMap(({ role: each, rule: own }) =>
              each ? [{ ...(each as object), ruled: own !== null && own !== undefined }] : [],
            ),
          },
        },
      };
    },
  });
}
