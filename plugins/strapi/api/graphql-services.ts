// `strapi.plugin('graphql').service('extension')`: changes of the GraphQL schema in the form of Strapi, onto the extension service of the
// plugin graphql. Resolvers get the context of Strapi, and their documents are cleaned for the caller.
import type { Context } from 'koa';
import { check, type RequestContext, StartupError } from '../../../core';
import type { Passes } from '../content/passes';
import { type Rights, scopeOfRequest } from '../content/scope';
import { openContext } from '../http/context';
import { mistakeOf, type Project } from '../project/load-project';
import type { Members, ProjectParts } from '../project/parts';
import { errors } from '../project/project-errors';
import type { RowsOfCode } from './graphql-rows';

type Resolver = (parent: unknown, args: unknown, context: unknown, info: Info) => unknown;

/** Of graphql. */
interface Info {
  readonly returnType: { toString(): string };
}

/** The context of an operation in the plugin graphql. */
interface OperationContext {
  readonly request: RequestContext;
}

interface GraphqlTools {
  /** Throws if the package is not installed. */
  readonly nexus: unknown;
  uidOf(type: string): string | null;
  isBeforeNexus(type: string, field: string): boolean;
  markDocuments(value: unknown, rows: RowsOfCode): void;
}

/** The extension service of the plugin graphql. */
export interface GraphqlTarget {
  shadowCRUD(uid: string): unknown;
  use(source: (tools: GraphqlTools) => never): unknown;
}

export interface GraphqlServiceOptions {
  readonly target: GraphqlTarget;
  readonly passes: Passes;
  userOf(request: RequestContext): Promise<Members | null>;
  /** What the caller may read of documents of the type. */
  rightsOf(request: RequestContext, uid: string): Promise<Rights>;
  readonly rows: RowsOfCode;
  strapi(): unknown;
  /** null: the project is not loaded yet. */
  loaded(): { readonly project: Project; readonly parts: ProjectParts } | null;
}

export function graphqlServices(options: GraphqlServiceOptions) {
  const { target } = options;
  const contexts = new WeakMap<RequestContext, Promise<object>>();
  const contextOf = ({ request }: OperationContext): Promise<object> => {
    const known = contexts.get(request) ?? strapiContext(request, options);
    contexts.set(request, known);
    return known;
  };

  function sourceOf(source: unknown, place: Error) {
    return (tools: GraphqlTools): never => {
      const { project } = options.loaded() ?? {};
      try {
        const given: unknown = typeof source === 'function' ? source(argumentsOf(tools)) : source;
        if (!check.isPlainObject(given)) return given as never;
        return adapted(given, { ...options, tools, contextOf }) as never;
      } catch (error) {
        if (!project) throw error;
        const file = project.placeOf(place) ?? 'src/index';
        throw new StartupError('The GraphQL extension of the project cannot be used:', [
          mistakeOf(error, file, project),
        ]);
      }
    };
  }

  /** Code often names `nexus` and writes `typeDefs`: the package is loaded with its first use. */
  const argumentsOf = (tools: GraphqlTools) => ({
    nexus: new Proxy(Object.create(null), { get: (_target, name) => Reflect.get(Object(tools.nexus), name) }),
    strapi: options.strapi(),
  });

  const extension = {
    shadowCRUD: (uid: string) => target.shadowCRUD(uid),
    use(source: unknown) {
      target.use(sourceOf(source, new Error('use')));
      return extension;
    },
  };
  return { extension };
}

interface Adapting extends GraphqlServiceOptions {
  readonly tools: GraphqlTools;
  contextOf(context: OperationContext): Promise<object>;
}

function adapted(given: Members, adapting: Adapting): Members {
  const { typeDefs, types, plugins = [], resolvers = {}, resolversConfig = {} } = given;
  return {
    ...(typeDefs === undefined ? {} : { typeDefs }),
    ...(types === undefined
      ? {}
      : { types: [types].flat(), plugins: [plugins, nexusPlugin(adapting)].flat() }),
    resolvers: mapped(resolvers, (fields) =>
      mapped(fields, (resolver, name) =>
        // `__resolveType` and `__isTypeOf` are called with a type.
        name.startsWith('__')
          ? resolver
          : typeof resolver === 'function'
            ? cleaning(resolver as Resolver, adapting)
            : mapped(resolver, (member) =>
                typeof member === 'function' ? cleaning(member as Resolver, adapting) : member,
              ),
      ),
    ),
    resolversConfig: mapped(resolversConfig, (config) =>
      check.isPlainObject(config) ? configOf(config, adapting) : config,
    ),
  };
}

/** Of an object that code writes; scalars and others stay as they are. */
const mapped = (value: unknown, change: (member: unknown, key: string) => unknown): unknown =>
  check.isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, key)]))
    : value;

/** The context of Strapi. Documents lose values that the caller may not read; a selection reads their relations. */
const cleaning =
  (resolve: Resolver, { contextOf, tools, rightsOf, passes, rows }: Adapting): Resolver =>
  async (parent, args, context, info) => {
    const operation = context as OperationContext;
    const result = await resolve(parent, args, await contextOf(operation), info);
    if (typeof result !== 'object' || result === null) return result;
    const uid = tools.uidOf(info.returnType.toString().replace(/[^\w]/g, ''));
    const shown =
      uid === null
        ? result
        : await passes.sanitizeOutput(result, uid, await rightsOf(operation.request, uid));
    tools.markDocuments(shown, rows);
    return shown;
  };

interface Nexus {
  plugin(config: { name: string; onCreateFieldResolver(field: NexusField): unknown }): unknown;
}

interface NexusField {
  readonly parentTypeConfig: { readonly name: string };
  readonly fieldConfig: { readonly name: string; readonly extensions?: NexusExtensions };
}

interface NexusExtensions {
  readonly nexus?: { readonly hasDefinedResolver?: boolean };
}

type NexusResolver = (...args: [...Parameters<Resolver>, next: Resolver]) => unknown;

/** Wraps the resolvers of Nexus types, as those of `resolvers`. */
const nexusPlugin = (adapting: Adapting): unknown =>
  (adapting.tools.nexus as Nexus).plugin({
    name: 'strapi',
    onCreateFieldResolver({ parentTypeConfig, fieldConfig }): NexusResolver | undefined {
      const isOwn = fieldConfig.extensions?.nexus?.hasDefinedResolver === true;
      if (!isOwn || adapting.tools.isBeforeNexus(parentTypeConfig.name, fieldConfig.name)) return undefined;
      return (parent, args, context, info, next) => cleaning(next, adapting)(parent, args, context, info);
    },
  });

function configOf({ auth, policies = [], middlewares = [] }: Members, adapting: Adapting): Members {
  return {
    ...(auth === undefined || auth === true ? {} : { auth }),
    middlewares: [
      ...[policies].flat().map((given) => policyOf(given, adapting)),
      ...[middlewares].flat().map((given) => middlewareOf(given, adapting)),
    ],
  };
}

type Call = (...args: unknown[]) => unknown;

/** A name, `{ name, config }` or a function. */
function partOf(kind: 'policies' | 'middlewares', given: unknown, { loaded }: Adapting): [Call, unknown] {
  if (typeof given === 'function') return [given as Call, {}];
  const name = String(check.isPlainObject(given) ? given.name : given);
  const config: unknown = check.isPlainObject(given) ? (given.config ?? given.options ?? {}) : {};
  const part = loaded()?.parts.resolve(kind, name, null)?.value;
  const found = check.isPlainObject(part) ? part.handler : part;
  if (typeof found === 'function') return [found as Call, config];
  throw new Error(`there is no ${kind === 'policies' ? 'policy' : 'middleware'} "${name}" for GraphQL`);
}

function policyOf(given: unknown, adapting: Adapting): Call {
  const [policy, config] = partOf('policies', given, adapting);
  return async (next, parent, args, context, info) => {
    const own = (await adapting.contextOf(context as OperationContext)) as StrapiContext;
    const { state, koaContext: http } = own;
    const policyContext = { parent, args, context: own, info, state, http, type: 'graphql', is: isGraphql };
    const result = await policy(policyContext, config, { strapi: adapting.strapi() });
    if (result !== true && result !== undefined) throw new errors.PolicyError();
    return (next as Call)(parent, args, context, info);
  };
}

const isGraphql = (type: string): boolean => type === 'graphql';

function middlewareOf(given: unknown, adapting: Adapting): Call {
  const [middleware, config] = partOf('middlewares', given, adapting);
  // A file of the project exports a factory, as for routes.
  const run =
    typeof given === 'function' ? middleware : (middleware(config, { strapi: adapting.strapi() }) as Call);
  return async (next, parent, args, context, info) => {
    const own = await adapting.contextOf(context as OperationContext);
    const later = (...[above, values, , asked]: unknown[]) =>
      (next as Call)(above, values, context, asked ?? info);
    return run(later, parent, args, own, info);
  };
}

interface StrapiContext {
  readonly state: object;
  readonly koaContext: Context;
}

async function strapiContext(
  request: RequestContext,
  { userOf }: GraphqlServiceOptions,
): Promise<StrapiContext> {
  const user = await userOf(request);
  const ctx = openContext({ request, scope: scopeOfRequest(request), user, route: {}, isOpen: false });
  return { state: ctx.state, koaContext: ctx };
}
