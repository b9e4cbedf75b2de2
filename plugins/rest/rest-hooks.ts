// The hook that the plugin publishes.
import { type ContentType, hooks, type RouteDefinition } from '../../core';

export const restHooks = () => ({
  /** In `schema.ready`, once per content type with routes, before they are added. May leave routes out, replace them, and add others. */
  routes: hooks.waterfall<[routes: readonly RouteDefinition[], type: ContentType]>(['routes', 'type']),
});

export type RestHooks = ReturnType<typeof restHooks>;

declare module '../../core/types' {
  interface HookMap {
    rest: RestHooks;
  }
}
