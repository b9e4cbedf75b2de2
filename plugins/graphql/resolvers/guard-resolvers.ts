// The rules of `resolversConfig`, wrapped around resolvers when the schema is built: authorisation, policies, middlewares.
import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import { type App, check, coreErrors, type Mistake, runCheck } from '../../../core';
import type { RunContext } from '../context/run-context';
import type {
  GraphqlExtension,
  ResolverConfig,
  ResolverMiddleware,
  ResolverPolicy,
} from '../extension/extension';
import { mistakeOf, pluginOfNode, refuse } from '../extension/mistakes';
import { type BulkGuardSources, guardBulkWrites } from './guard-bulk-writes';

export interface GuardSources extends BulkGuardSources {
  readonly extension: GraphqlExtension;
  readonly app: App;
  /** Root fields that no extension brought: they ask for their action themselves. */
  readonly generated: ReadonlySet<string>;
}

type Resolver = GraphQLFieldResolver<unknown, RunContext, Readonly<Record<string, unknown>>>;

const AUTH = check.object({ scope: check.optional(check.array(check.string())) });

export function guardResolvers(sources: GuardSources): void {
  const mistakes: Mistake[] = [];
  const { schema, resolversConfig, generated } = sources;
  const places = new Set(resolversConfig.keys());
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
    for (const name of Object.keys(root?.getFields() ?? {}))
      if (root && !generated.has(`${root.name}.${name}`)) places.add(`${root.name}.${name}`);

  for (const place of places) {
    const [typeName = '', name = ''] = place.split('.');
    const type = schema.getType(typeName);
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    if (!field) continue;
    const { plugin, value: config } = resolversConfig.get(place) ?? {
      plugin: pluginOfNode(field.astNode) ?? pluginsOfTypes(sources),
      value: {},
    };
    const isOwn = isRoot(typeName, schema) && !generated.has(place);
    const mistake = (at: string, message: string): void => {
      mistakes.push(mistakeOf(plugin, `resolversConfig["${place}"].${at}`, message));
    };
    const guard = (resolve: unknown) =>
      guarded(resolve as Resolver, config, isOwn, sources, mistake) as GraphQLFieldResolver<unknown, unknown>;
    // A subscription is guarded once, where it begins.
    if (type !== schema.getSubscriptionType()) field.resolve = guard(field.resolve ?? defaultFieldResolver);
    else if (field.subscribe) field.subscribe = guard(field.subscribe);
    else
      mistakes.push(
        mistakeOf(plugin, `resolvers.${place}`, 'add a resolver { subscribe, resolve } to the field'),
      );
  }
  guardBulkWrites(sources);
  refuse(mistakes);
}

/** Fields of Nexus types do not have a plugin: the plugins that can have added them. */
const pluginsOfTypes = ({ extension }: GuardSources): string =>
  [...new Set(extension.sources.map(({ plugin }) => plugin))].join(', ');

const isRoot = (name: string, schema: GraphQLSchema): boolean =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].some(
    (root) => root?.name === name,
  );

type Report = (at: string, message: string) => void;

function guarded(
  resolve: Resolver,
  config: ResolverConfig,
  isOwn: boolean,
  sources: GuardSources,
  mistake: Report,
): Resolver {
  const policies = (config.policies ?? []).map((each, index) =>
    policyOf(each, sources, (message) => mistake(`policies[${index}]`, message)),
  );
  const inner = (config.middlewares ?? []).reduceRight<Resolver>(
    (next, each, index) =>
      wrapped(next, each, sources, (message) => mistake(`middlewares[${index}]`, message)),
    resolve,
  );
  const scope = scopeOf(config.auth, sources, mistake);

  return async (parent, args, context, info) => {
    // After the time limit, no root field begins.
    if (info.path.prev === undefined) context.control?.hold(0);
    const within = config.auth === false ? openContext(context) : context;
    for (const action of scope) await context.authorize(action);
    if (isOwn && config.auth !== false && scope.length === 0 && !context.isKnown)
      throw coreErrors.ACCESS_FORBIDDEN();
    const { request } = context;
    for (const policy of policies) {
      const seen = { parent, args, context, info, http: request, state: request.state };
      const verdict = await attempted(() => policy(seen, context), request);
      if (verdict !== true && verdict !== undefined) throw coreErrors.ACCESS_FORBIDDEN();
    }
    return inner(parent, args, within, info);
  };
}

/** Extensions in JavaScript may write anything. */
function scopeOf(auth: unknown, { app }: GuardSources, mistake: Report): readonly string[] {
  if (auth === undefined || auth === false) return [];
  const { value, issues } = runCheck(AUTH, auth);
  if (issues.length > 0) {
    mistake('auth', 'expected false, or an object { scope } with a list of actions');
    return [];
  }
  const { scope = [] } = value;
  for (const action of scope)
    if (!app.actions.has(action))
      mistake(
        'auth.scope',
        `no plugin declares the action "${action}"; ${remedy('an action', app.actions.nearest(action))}`,
      );
  return scope;
}

/** A policy that fails denies the request. */
async function attempted(work: () => unknown, request: RunContext['request']): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    request.log.warn('a GraphQL policy failed, so the request is denied', { error });
    return false;
  }
}

const openContext = (context: RunContext): RunContext => ({
  ...context,
  authorize: () => context.authorize(null),
});

const remedy = (part: string, nearest: string | undefined): string =>
  nearest === undefined ? `register ${part} of this name, or correct the name` : `do you mean "${nearest}"?`;

type RunPolicy = (context: Parameters<ResolverPolicy>[0], run: RunContext) => unknown;

function policyOf(
  reference: NonNullable<ResolverConfig['policies']>[number],
  { app }: GuardSources,
  mistake: (message: string) => void,
): RunPolicy {
  if (typeof reference === 'function') return (context) => reference(context, app);
  const { name, config } = typeof reference === 'string' ? { name: reference, config: undefined } : reference;
  const found = app.policies.get(name);
  if (!found) {
    mistake(`no policy "${name}" is registered; ${remedy('a policy', app.policies.nearest(name))}`);
    return () => false;
  }
  return (_context, { request }) => found(request, config);
}

function wrapped(
  next: Resolver,
  reference: NonNullable<ResolverConfig['middlewares']>[number],
  { extension }: GuardSources,
  mistake: (message: string) => void,
): Resolver {
  const named = typeof reference === 'string' ? { name: reference, options: undefined } : reference;
  const isFunction = typeof named === 'function';
  const middleware: ResolverMiddleware | undefined = isFunction
    ? named
    : extension.middlewares.get(named.name);
  if (!middleware) {
    const name = isFunction ? '' : named.name;
    const nearest = extension.middlewares.nearest(name);
    mistake(`no GraphQL middleware "${name}" is registered; ${remedy('a middleware', nearest)}`);
    return next;
  }
  const options = isFunction ? undefined : named.options;
  return (parent, args, context, info) => middleware(next as never, parent, args, context, info, options);
}
