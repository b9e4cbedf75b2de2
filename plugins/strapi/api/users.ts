// `ctx.state.user`: the user of a request with its role, as Strapi loads it. Passwords are not part of it.
import type { App, RequestContext } from '../../../core';

export const USER = 'plugin::users-permissions.user';

export type StrapiUser = Readonly<Record<string, unknown>>;

export const createUsers =
  (app: Pick<App, 'schema' | 'documents'>) =>
  async ({ principal }: RequestContext): Promise<StrapiUser | null> => {
    if (principal?.kind !== 'user' || !app.schema.types.has(USER)) return null;
    return app.documents(USER).findFirst({ filters: { id: Number(principal.id) }, populate: ['role'] });
  };
