// `strapi.plugin('graphql')` of an application: the extension service, users, and what a caller may read.
import { type App, AppError, type RequestContext, requestCaller } from '../../../core';
import { type Rights, UNKNOWN_VISIBILITY } from '../content/scope';
import { graphqlRows } from './graphql-rows';
import { type GraphqlServiceOptions, type GraphqlTarget, graphqlServices } from './graphql-services';
import { createUsers } from './users';

export interface GraphqlOfOptions extends Pick<GraphqlServiceOptions, 'passes' | 'strapi' | 'loaded'> {
  readonly app: App;
}

/** null: the plugin graphql is disabled. */
export function graphqlOf({ app, loaded, passes, strapi }: GraphqlOfOptions) {
  const target = 'graphqlExtension' in app ? (app.graphqlExtension as unknown as GraphqlTarget) : undefined;
  if (target === undefined) return null;
  const userOf = createUsers(app);
  const rightsOf = async (request: RequestContext, uid: string): Promise<Rights> => {
    try {
      const visibility = await app.server.authorize(request, { action: `${uid}.find`, method: 'GET' });
      return { visibility, caller: requestCaller(request.principal, visibility, request) };
    } catch (error) {
      if (!(error instanceof AppError && [401, 403].includes(error.status))) throw error;
      // Without the permission, no relation is shown.
      return {
        visibility: UNKNOWN_VISIBILITY,
        caller: requestCaller(request.principal, UNKNOWN_VISIBILITY, request),
      };
    }
  };
  return graphqlServices({
    target,
    passes,
    userOf,
    rightsOf,
    rows: graphqlRows(rightsOf),
    strapi,
    loaded,
  });
}
