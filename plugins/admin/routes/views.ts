// Saved views of lists: search, filter, order and columns under a name. They are for one user, or for everyone who may read the list. The page
// decides what the texts mean, and leaves out what the type no longer has; the server bounds them.
import { type App, check, type RequestContext, type RouteDefinition, route } from '../../../core';
import { adminErrors } from '../errors';
import type { WithUserLock } from '../sessions/rows-of-user';
import type { AdminRows, ViewRow } from '../sessions/session-rows';
import { OPEN, SHARE_VIEWS } from '../types';
import { typeFinder } from './content';

/** Views of one user and type. */
const MOST_VIEWS = 50;
const { boolean, integer, object, optional, string } = check;
const WORDS = object({
  q: optional(string({ max: 200 })),
  filters: optional(string({ max: 2000 })),
  sort: optional(string({ max: 200 })),
  columns: optional(string({ max: 2000 })),
});

export function viewRoutes(
  app: Pick<App, 'schema'>,
  base: string,
  { views }: AdminRows,
  withUserLock: WithUserLock,
): readonly RouteDefinition[] {
  const typeOf = typeFinder(app);
  /** The user, who may read lists of the type. */
  const userOf = (request: RequestContext, uid: string): number => {
    const { user } = request.state;
    if (!user) throw adminErrors.ADMIN_SESSION_OVER();
    if (!request.can(`${typeOf(uid).uid}.find`)) throw adminErrors.ADMIN_TYPE(uid);
    return user.id;
  };
  const shownTo = (user: number, { id, name, shared, words, user: owner }: ViewRow) => ({
    id,
    name,
    shared,
    own: owner === user,
    words,
  });
  const common = { action: OPEN, tags: ['Admin'] };
  return [
    route({
      ...common,
      method: 'GET',
      path: `${base}/views/:uid`,
      summary: 'Lists the saved views of a type: own and shared ones',
      async handler(request, { params: { uid } }) {
        const user = userOf(request, uid);
        const found = await views
          .query()
          .where({ type: uid })
          .where((either) => void either.where({ user }).orWhere({ shared: true }))
          .orderBy('name');
        return { json: { data: found.map((row) => shownTo(user, row)) } };
      },
    }),
    route({
      ...common,
      method: 'PUT',
      path: `${base}/views/:uid`,
      summary: 'Saves a view under its name; an own view of this name is replaced',
      body: 'json',
      checks: { body: object({ name: string({ min: 1, max: 60 }), shared: boolean(), words: WORDS }) },
      async handler(request, { params: { uid: type }, body: { name, shared, words } }) {
        const user = userOf(request, type);
        if (shared && !request.can(SHARE_VIEWS)) throw adminErrors.ADMIN_SHARE();
        const own = { type, user, name };
        return withUserLock(user, async () => {
          if ((await views.query().where(own).patch({ shared, words })) === 0) {
            const stored = await views.query().where({ type, user }).resultSize();
            if (stored >= MOST_VIEWS) throw adminErrors.ADMIN_VIEWS(MOST_VIEWS);
            await views.query().insert({ ...own, shared, words });
          }
          const row = await views.query().findOne(own);
          if (!row) throw adminErrors.ADMIN_VIEW();
          return { json: { data: shownTo(user, row) } };
        });
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: `${base}/views/:uid/:id`,
      summary: 'Removes an own view, or a shared one',
      checks: { params: object({ uid: string(), id: integer({ min: 1 }) }) },
      async handler(request, { params: { uid: type, id } }) {
        const user = userOf(request, type);
        const row = await views.query().findOne({ id, type });
        const mayRemove = row && (row.user === user || (row.shared && request.can(SHARE_VIEWS)));
        if (!mayRemove) throw row?.shared ? adminErrors.ADMIN_SHARE() : adminErrors.ADMIN_VIEW();
        await views.query().where({ id }).delete();
        return { status: 204 };
      },
    }),
  ];
}
