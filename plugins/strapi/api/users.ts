// `ctx.state.user`: the user of a request with its role, as Strapi loads it.
import type { App, RequestContext } from '../../../core';
import { USER, withHandles } from '../content/user-rows';

export type StrapiUser = Readonly<Record<string, unknown>>;

export const createUsers =
  (app: Pick<App, 'schema' | 'documents' | 'users'>) =>
  async ({ principal }: RequestContext): Promise<StrapiUser | null> => {
    if (principal?.kind !== 'user' || !app.schema.types.has(USER)) return null;
    const filters = { id: Number(principal.id) };
    return withHandles(app, await app.documents(USER).findFirst({ filters, populate: ['role'] }));
  };
