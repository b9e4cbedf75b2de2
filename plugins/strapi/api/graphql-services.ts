// `strapi.plugin('graphql').service('extension')`: changes of the GraphQL schema in the form of Strapi, onto the extension service of the
// plugin graphql. Resolvers get the context of Strapi, and their documents are cleaned for the caller.
import type { Context } from 'koa';
import { check, type RequestContext, StartupError } from '../../../core';
import type { Passes } from '../content/passes';
import { type Rights, scopeOfRequest } from '../content/scope';
import { openContext } from '../http/context';
import { mistakeOf, type Project } from '../project/load-project';
import { OutOfReach } from '../project/out-of-reach';
import type { Members, ProjectParts } from '../project/parts';
import { errors } from '../project/project-errors';

type Resolver = (parent: unknown, args: unknown, context: unknown, info: Info) => unknown;

/** Of graphql. */
interface Info {
  readonly returnType: { toString(): string };
}

/** The context of an operation in the plugin graphql. */
interface OperationContext {
  readonly request: RequestContext;
}

/** The extension service of the plugin graphql. */
export interface GraphqlTarget {
  shadowCRUD(uid: string): unknown;
  use(source: (tools: { uidOf(type: string): string | null }) => never): unknown;
}

export interface GraphqlServiceOptions {
  /** null: the plugin graphql is disabled. */
  target(): GraphqlTarget | null;
  readonly passes: Passes;
  userOf(request: RequestContext): Promise<Members | null>;
  /** What the caller may read of documents of the type. */
  rightsOf(request: RequestContext, uid: string): Promise<Rights>;
  strapi(): unknown;
  /** null: the project is not loaded yet. */
  loaded(): { readonly project: Project; readonly parts: ProjectParts } | null;
}

const DISABLED = 'The project extends GraphQL: enable the plugin "graphql"';

export function graphqlServices(options: GraphqlServiceOptions) {
  const target = (): GraphqlTarget => {
    const found = options.target();
    if (found) return found;
    throw new Error(DISABLED);
  };
  const contexts = new WeakMap<RequestContext, Promise<object>>();
  const contextOf = ({ request }: OperationContext): Promise<object> => {
    const known = contexts.get(request) ?? strapiContext(request, options);
    contexts.set(request, known);
    return known;
  };

  function sourceOf(source: unknown, place: Error) {
    return ({ uidOf }: { uidOf(type: string): string | null }): never => {
      const { project } = options.loaded() ?? {};
      try {
        const given: unknown =
          typeof source === 'function' ? source({ nexus: NEXUS, strapi: options.strapi() }) : source;
        if (!check.isPlainObject(given)) return given as never;
        if (given.types !== undefined || given.plugins !== undefined)
          throw new OutOfReach('nexus', 'write typeDefs and resolvers');
        return adapted(given, { ...options, uidOf, contextOf }) as never;
      } catch (error) {
        if (!project) throw error;
        const file = project.placeOf(place) ?? 'src/index';
        throw new StartupError('The GraphQL extension of the project cannot be used:', [
          mistakeOf(error, file, project),
        ]);
      }
    };
  }

  const extension = {
    shadowCRUD: (uid: string) => target().shadowCRUD(uid),
    use(source: unknown) {
      target().use(sourceOf(source, new Error('use')));
      return extension;
    },
  };
  return { extension };
}

const NEXUS: object = new Proxy(Object.create(null), {
  get(_target, name): never {
    throw new OutOfReach(`nexus.${String(name)}`, 'write typeDefs and resolvers');
  },
});

interface Adapting extends GraphqlServiceOptions {
  uidOf(type: string): string | null;
  contextOf(context: OperationContext): Promise<object>;
}

function adapted({ typeDefs, resolvers = {}, resolversConfig = {} }: Members, adapting: Adapting): Members {
  return {
    ...(typeDefs === undefined ? {} : { typeDefs }),
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

/** Documents lose what the caller may not read: relations of types without permission. */
const cleaning =
  (resolve: Resolver, { contextOf, uidOf, rightsOf, passes }: Adapting): Resolver =>
  async (parent, args, context, info) => {
    const operation = context as OperationContext;
    const result = await resolve(parent, args, await contextOf(operation), info);
    const uid = uidOf(info.returnType.toString().replace(/[^\w]/g, ''));
    if (uid === null || typeof result !== 'object' || result === null) return result;
    return passes.sanitizeOutput(result, uid, await rightsOf(operation.request, uid));
  };

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
