// The hook that the plugin publishes.
import { hooks, type RequestContext, type RouteDefinition } from '../../../core';

export const graphqlHooks = () => ({
  /** A mutation of a plugin, such as `createWebhook`, has run its route without an error. One request may run several. */
  ran: hooks.everyTapSync<
    [request: RequestContext, mutation: { readonly name: string; readonly route: RouteDefinition }]
  >(['request', 'mutation']),
});

export type GraphqlHooks = ReturnType<typeof graphqlHooks>;

declare module '../../../core/types' {
  interface HookMap {
    graphql: GraphqlHooks;
  }
}
