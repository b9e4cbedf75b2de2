// `factories.createCore…` of `@strapi/strapi`: the own members of a file above the core ones, so that `super.find` finds them.
import type { Members } from './parts';

type Given = Members | ((tools: { readonly strapi: unknown }) => Members) | undefined;
type Factory = (tools: { readonly strapi: unknown }) => Members;

export interface CoreRouterOptions {
  readonly prefix?: unknown;
  readonly only?: unknown;
  readonly except?: unknown;
  readonly config?: unknown;
  readonly type?: unknown;
}

/** The core members; available when the schema is compiled. */
export interface CoreParts {
  controller(uid: string): Members;
  service(uid: string): Members;
  /** The routes of a type as a file of the project would write them. */
  routes(uid: string, options: CoreRouterOptions): readonly unknown[];
}

export interface Factories {
  createCoreController(uid: string, given?: Given): Factory;
  createCoreService(uid: string, given?: Given): Factory;
  createCoreRouter(uid: string, options?: CoreRouterOptions): object;
}

export function createFactories(core: () => CoreParts): Factories {
  return {
    createCoreController: (uid, given) => (tools) => above(core().controller(uid), given, tools),
    createCoreService: (uid, given) => (tools) => above(core().service(uid), given, tools),
    createCoreRouter: (uid, options = {}) => ({
      type: options.type ?? 'content-api',
      prefix: options.prefix,
      // Late: the names of the type are known when the schema is compiled.
      get routes() {
        return core().routes(uid, options);
      },
    }),
  };
}

/** Own members inherit from the core ones, where methods of the object find them with `super`. */
function above(core: Members, given: Given, tools: { readonly strapi: unknown }): Members {
  const own = typeof given === 'function' ? given(tools) : (given ?? {});
  Object.setPrototypeOf(own, core);
  return own;
}

/** Does the project replace one of these members of a core controller or service? */
export const replaces = (made: Members, names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(made, name));
