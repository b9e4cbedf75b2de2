// `strapi.plugin('graphql')` of an application: the extension service, users, and what a caller may read.
import { type App, AppError, requestCaller } from '../../../core';
import { UNKNOWN_VISIBILITY } from '../content/scope';
import { type GraphqlServiceOptions, type GraphqlTarget, graphqlServices } from './graphql-services';
import { createUsers } from './users';

export interface GraphqlOfOptions extends Pick<GraphqlServiceOptions, 'passes' | 'strapi' | 'loaded'> {
  readonly app: App;
}

export function graphqlOf({ app, loaded, passes, strapi }: GraphqlOfOptions) {
  const userOf = createUsers(app);
  return graphqlServices({
    target: () =>
      'graphqlExtension' in app ? ((app.graphqlExtension as unknown as GraphqlTarget) ?? null) : null,
    passes,
    userOf,
    async rightsOf(request, uid) {
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
    },
    strapi,
    loaded,
  });
}
