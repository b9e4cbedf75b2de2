// The extension service: what an application changes of the generated schema, collected while plugins register.
import { type App, Registry, type RequestContext } from '../../../core';
import type { RowsOfCode } from './code-documents';
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

/** The argument of a function that returns an extension. */
export interface ExtensionTools {
  /** Loaded on first use. */
  readonly nexus: unknown;
  /** The content type of a GraphQL type: `Article` → `api::article.article`. null: the type is another one. */
  uidOf(type: string): string | null;
  /** Is the field part of the schema without types of Nexus? Plugins of Nexus see these fields, too. */
  isBeforeNexus(type: string, field: string): boolean;
  /** Documents in a value that a resolver returns: their relations, components and media are read when a client selects them. */
  markDocuments(value: unknown, rows: RowsOfCode): void;
}

export type ExtensionSource = SchemaExtension | ((tools: ExtensionTools) => SchemaExtension);

/** A source with the plugin that added it. */
export interface AddedSource {
  readonly plugin: string;
  readonly source: ExtensionSource;
}

/** The changes of all plugins. */
class Collected {
  readonly types = new Map<string, TypeSwitches>();
  readonly sources: AddedSource[] = [];
  readonly middlewares = new Registry<ResolverMiddleware>('GraphQL middleware');
}

/** The service of one plugin. All services of an application collect into one place. */
export class GraphqlExtension {
  /** Middlewares that `resolversConfig` refers to by name. */
  readonly middlewares: Registry<ResolverMiddleware>;

  constructor(
    private readonly plugin = 'core',
    private readonly collected = new Collected(),
  ) {
    this.middlewares = collected.middlewares.as(plugin);
  }

  /** The same extension; additions through this view belong to `plugin`. */
  as(plugin: string): GraphqlExtension {
    return new GraphqlExtension(plugin, this.collected);
  }

  /** The switches of one content type: `shadowCRUD('api::article.article').disable()`. */
  shadowCRUD(uid: string): TypeSwitches {
    const { types } = this.collected;
    const type = types.get(uid) ?? new TypeSwitches(this.plugin);
    types.set(uid, type);
    return type.as(this.plugin);
  }

  /** Adds types, fields, resolvers, or rules on resolvers. */
  use(source: ExtensionSource): this {
    this.collected.sources.push({ plugin: this.plugin, source });
    return this;
  }

  get sources(): readonly AddedSource[] {
    return this.collected.sources;
  }

  /** The types whose switches plugins asked for, by uid. */
  get switches(): ReadonlyMap<string, TypeSwitches> {
    return this.collected.types;
  }
}

/** Nexus is an optional package. */
export function requireNexus(): unknown {
  try {
    return require('nexus') as unknown;
  } catch (error) {
    throw new Error('The package "nexus" is not installed; run `npm install nexus`, or use typeDefs', {
      cause: error,
    });
  }
}
