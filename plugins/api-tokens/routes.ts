// The routes of tokens. Only the responses of create and regenerate contain a secret.
import { type App, check, type RouteDefinition, route } from '../../core';
import { tokenErrors } from './errors';
import { lifespanCheck } from './lifespan';
import { issuerOf, requireCaller } from './maker-limit';
import { KINDS } from './token-kinds';
import type { ApiTokens } from './tokens';

const { array, object, oneOf, optional, string } = check;
const TAGS = ['API tokens'];

const tokenBody = object({
  name: string({ min: 1, max: 255, expected: 'a name of 1 to 255 characters' }),
  description: optional(string({ max: 10_000 })),
  type: oneOf(...KINDS),
  actions: optional(array(string({ min: 1 }), { distinct: true, max: 10_000 })),
  lifespan: optional(lifespanCheck),
});

export function tokenRoutes(app: App, tokens: ApiTokens): readonly RouteDefinition[] {
  const base = `${app.config.api.rest.prefix}/api-tokens`;
  const one = `${base}/:id` as const;
  const action = (verb: string): string => `plugin::api-tokens.token.${verb}`;
  return [
    route({
      method: 'GET',
      path: base,
      action: action('find'),
      summary: 'Lists the API tokens, without their secrets',
      tags: TAGS,
      async handler(request) {
        requireCaller(request);
        return { json: { data: await tokens.list(request.visibility) } };
      },
    }),
    route({
      method: 'GET',
      path: one,
      action: action('findOne'),
      summary: 'Returns one API token, without its secret',
      tags: TAGS,
      async handler(request, { params }) {
        requireCaller(request);
        const token = await tokens.find(params.id, request.visibility);
        if (!token) throw tokenErrors.TOKEN_NOT_FOUND();
        return { json: { data: token } };
      },
    }),
    route({
      method: 'POST',
      path: base,
      action: action('create'),
      cacheControl: 'no-store',
      summary: 'Creates an API token; the response contains its secret',
      tags: TAGS,
      body: 'json',
      checks: { body: tokenBody },
      async handler(request, { body }) {
        requireCaller(request);
        const data = await tokens.create(body, issuerOf(request, app));
        return { status: 201, json: { data } };
      },
    }),
    route({
      method: 'POST',
      path: `${one}/actions/regenerate`,
      action: action('regenerate'),
      cacheControl: 'no-store',
      summary: 'Replaces the secret of an API token and restarts its lifespan',
      tags: TAGS,
      async handler(request, { params }) {
        requireCaller(request);
        const data = await tokens.regenerate(params.id, issuerOf(request, app));
        return { json: { data } };
      },
    }),
    route({
      method: 'DELETE',
      path: one,
      action: action('revoke'),
      summary: 'Revokes an API token',
      tags: TAGS,
      async handler(request, { params }) {
        requireCaller(request);
        await tokens.revoke(params.id, request);
        return { status: 204 };
      },
    }),
  ];
}
