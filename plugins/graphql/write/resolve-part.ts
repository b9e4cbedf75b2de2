// Fields that plugins add: each runs a route of its plugin with the arguments of the field.
import type { GraphQLFieldResolver } from 'graphql';
import { type GraphqlPartField, type RequestContext, requestCaller, type Visibility } from '../../../core';
import type { RunContext } from '../context/run-context';

type Resolver = GraphQLFieldResolver<undefined, RunContext, Readonly<Record<string, unknown>>>;

export function partResolver({ route, input, result }: GraphqlPartField): Resolver {
  return async (_root, args, context) => {
    const { request } = context;
    const { params = {}, body } = input?.(args) ?? {};
    const visibility = await context.authorize(route.action);
    const answer = await route.handler(withRoute(request, params, visibility), {
      params,
      query: undefined,
      body,
    } as never);
    const json = 'json' in answer ? answer.json : 'text' in answer ? JSON.parse(answer.text) : null;
    return result ? result(json, request) : json;
  };
}

/** The request as the route's handler sees it. */
function withRoute(
  request: RequestContext,
  params: Readonly<Record<string, string>>,
  visibility: Visibility,
): RequestContext {
  const caller = requestCaller(request.principal, visibility);
  return new Proxy(request, {
    get(target, key) {
      if (key === 'params') return params;
      if (key === 'visibility') return visibility;
      if (key === 'caller') return caller;
      if (key === 'can') return caller.can;
      if (key === 'query') return {};
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
