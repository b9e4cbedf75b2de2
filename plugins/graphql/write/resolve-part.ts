// Fields that plugins add: each runs a route of its plugin with the arguments of the field, through the policies and checks of the route.
import type { GraphQLFieldResolver } from 'graphql';
import {
  type App,
  type GraphqlPartField,
  insideRoute,
  type Mistake,
  type RequestContext,
  requestCaller,
  type Visibility,
} from '../../../core';
import type { GraphqlHooks } from '../context/graphql-hooks';
import type { RunContext } from '../context/run-context';

type Resolver = GraphQLFieldResolver<undefined, RunContext, Readonly<Record<string, unknown>>>;

export interface PartField {
  readonly plugin: string;
  /** `Query.hello` */
  readonly place: string;
  readonly field: GraphqlPartField;
}

export type PartSurroundings = Pick<App, 'policies' | 'isProduction'>;

interface PartTools {
  readonly app: PartSurroundings;
  readonly ran: GraphqlHooks['ran'];
  readonly mistakes: Mistake[];
}

export function partResolver(
  { plugin, place, field: { route, input, result } }: PartField,
  { app: { policies, isProduction }, ran, mistakes }: PartTools,
): Resolver {
  const at = `the GraphQL field ${place}`;
  const words = { path: 'The argument', query: 'The argument' };
  const run = insideRoute(route, { policies, showHints: !isProduction, plugin, at, mistakes, words });
  const [root, name = ''] = place.split('.');
  const mutation = root === 'Mutation' ? { name, route } : null;
  return async (_root, args, context) => {
    const { request } = context;
    const { params = {}, query = {}, body } = input?.(args) ?? {};
    const visibility = await context.authorize(route.action);
    const answer = await run(withRoute(request, params, query, visibility), {
      params,
      query: undefined,
      body,
    });
    if (mutation) ran.call(request, mutation);
    const json = 'json' in answer ? answer.json : 'text' in answer ? JSON.parse(answer.text) : null;
    return result ? result(json, request) : json;
  };
}

/** The request as the route's handler sees it. */
function withRoute(
  request: RequestContext,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>>,
  visibility: Visibility,
): RequestContext {
  const caller = requestCaller(request.principal, visibility, request);
  const own: Readonly<Record<PropertyKey, unknown>> = {
    params,
    query,
    visibility,
    caller,
    can: caller.can,
  };
  return new Proxy(request, {
    get(target, key) {
      if (Object.hasOwn(own, key)) return own[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
