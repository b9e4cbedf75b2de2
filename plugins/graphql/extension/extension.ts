// The extension service: what an application changes of the generated schema, collected while plugins register.
import type { App, RequestContext } from '../../../core';
import { TypeSwitches } from './switches';

/** The argument of a policy of a resolver. */
export interface PolicyContext {
  readonly parent: unknown;
  readonly args: Readonly<Record<string, unknown>>;
  readonly context: unknown;
  readonly info: unknown;
  readonly http: RequestContext;
  readonly state: RequestContext['state'];
}

/** `true` or nothing lets the request pass; everything else denies it. `service` is the application. */
export type ResolverPolicy = (context: PolicyContext, service: App) => unknown;
export type Resolve = (parent: unknown, args: unknown, context: unknown, info: unknown) => unknown;
export type ResolverMiddleware = (
  next: Resolve,
  parent: unknown,
  args: unknown,
  context: unknown,
  info: unknown,
  options?: unknown,
) => unknown;

export interface ResolverConfig {
  /** `false`: open to everyone. A scope: every action of it must be allowed. */
  readonly auth?: false | { readonly scope?: readonly string[] };
  readonly policies?: readonly (
    | string
    | { readonly name: string; readonly config?: unknown }
    | ResolverPolicy
  )[];
  readonly middlewares?: readonly (
    | string
    | { readonly name: string; readonly options?: unknown }
    | ResolverMiddleware
  )[];
}

export interface SchemaExtension {
  /** Types built with Nexus. */
  readonly types?: readonly unknown[];
  readonly typeDefs?: string;
  /** Plugins of Nexus. */
  readonly plugins?: readonly unknown[];
  readonly resolvers?: Readonly<Record<string, unknown>>;
  /** By field: `Query.articles`, `Article.title`. */
  readonly resolversConfig?: Readonly<Record<string, ResolverConfig>>;
}

/** The argument of a function that returns an extension. `nexus` is loaded on first use. */
export interface ExtensionTools {
  readonly nexus: unknown;
}

export type ExtensionSource = SchemaExtension | ((tools: ExtensionTools) => SchemaExtension);

export class GraphqlExtension {
  readonly #types = new Map<string, TypeSwitches>();
  readonly sources: ExtensionSource[] = [];
  readonly middlewareNames = new Map<string, ResolverMiddleware>();

  /** The switches of one content type: `shadowCRUD('api::article.article').disable()`. */
  shadowCRUD(uid: string): TypeSwitches {
    let type = this.#types.get(uid);
    if (!type) {
      type = new TypeSwitches();
      this.#types.set(uid, type);
    }
    return type;
  }

  /** Adds types, fields, resolvers, or rules on resolvers. */
  use(extension: ExtensionSource): this {
    this.sources.push(extension);
    return this;
  }

  /** Middlewares that `resolversConfig` refers to by name. */
  readonly middlewares = {
    add: (name: string, middleware: ResolverMiddleware): void => {
      if (this.middlewareNames.has(name))
        throw new Error(`The GraphQL middleware "${name}" is added twice; rename one of the two`);
      this.middlewareNames.set(name, middleware);
    },
  };

  /** Uids that switches were asked for. */
  uids(): readonly string[] {
    return [...this.#types.keys()];
  }
}

/** Nexus is an optional package. */
export const extensionTools: ExtensionTools = {
  get nexus() {
    try {
      return require('nexus') as unknown;
    } catch (error) {
      throw new Error('The package "nexus" is not installed; run `npm install nexus`, or use typeDefs', {
        cause: error,
      });
    }
  },
};
