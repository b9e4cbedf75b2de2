// The hook that the plugin publishes for its routes.
import { hooks, type RouteDefinition } from '../../../core';

export const userHooks = () => ({
  /**
   * In `schema.ready`, before the routes of logins, users and roles are added. May leave routes out, replace them, and add others. A field of
   * GraphQL runs the route that has the place of its own one.
   */
  routes: hooks.waterfall<[routes: readonly RouteDefinition[]]>(['routes']),
});

export type UserHooks = ReturnType<typeof userHooks>;
