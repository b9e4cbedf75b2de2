// What a user has chosen in the admin, such as columns of lists. The page decides what it stores; the server bounds it.
import { check, type RequestContext, type RouteDefinition, route } from '../../../core';
import { adminErrors } from '../errors';
import type { WithUserLock } from '../sessions/rows-of-user';
import type { AdminRows } from '../sessions/session-rows';
import { OPEN } from '../types';

const MOST_BYTES = 16_384;

export function preferenceRoutes(
  base: string,
  { preferences }: AdminRows,
  withUserLock: WithUserLock,
): readonly RouteDefinition[] {
  const userOf = ({ state }: RequestContext): number => {
    if (!state.user) throw adminErrors.ADMIN_SESSION_OVER();
    return state.user.id;
  };
  const common = { path: `${base}/preferences`, action: OPEN, tags: ['Admin'] };
  return [
    route({
      ...common,
      method: 'GET',
      summary: 'Returns the preferences of the user',
      async handler(request) {
        const row = await preferences.query().findOne({ user: userOf(request) });
        return { json: { data: row?.value ?? {} } };
      },
    }),
    route({
      ...common,
      method: 'PUT',
      summary: 'Replaces the preferences of the user',
      body: 'json',
      checks: { body: check.object({ data: check.record(check.anything()) }) },
      async handler(request, { body: { data } }) {
        const user = userOf(request);
        if (Buffer.byteLength(JSON.stringify(data)) > MOST_BYTES)
          throw adminErrors.ADMIN_BODY([
            {
              path: ['data'],
              message: `data must have at most ${MOST_BYTES} bytes`,
              name: 'ValidationError',
            },
          ]);
        return withUserLock(user, async () => {
          if ((await preferences.query().where({ user }).patch({ value: data })) === 0)
            await preferences.query().insert({ user, value: data });
          return { json: { data } };
        });
      },
    }),
  ];
}
