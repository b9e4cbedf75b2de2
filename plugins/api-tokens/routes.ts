// The routes of tokens. A secret is in the answers of create and regenerate, and nowhere else.
import { check, type Kernel, type RouteDefinition, route } from '../../core';
import { tokenErrors } from './errors';
import { mayIssueFor, requireCaller } from './handing-on';
import { KINDS } from './kinds';
import { lifespanCheck } from './lifespan';
import type { ApiTokens } from './tokens';

const { array, object, oneOf, optional, string } = check;
const TAGS = ['API tokens'];
/** What holds a secret is kept by nobody on the way. */
const NOT_KEPT = { 'Cache-Control': 'no-store' };

const tokenBody = object({
  name: string({ min: 1, max: 255, expected: 'a name of 1 to 255 characters' }),
  description: optional(string({ max: 10_000 })),
  type: oneOf(...KINDS),
  actions: optional(array(string({ min: 1 }), { distinct: true, max: 10_000 })),
  lifespan: optional(lifespanCheck),
});

export function tokenRoutes(kernel: Kernel, tokens: ApiTokens): readonly RouteDefinition[] {
  const base = `${kernel.config.api.rest.prefix}/api-tokens`;
  const one = `${base}/:documentId`;
  const action = (verb: string): string => `plugin::api-tokens.token.${verb}`;
  return [
    route({
      method: 'GET',
      path: base,
      action: action('find'),
      summary: 'The API tokens there are, without their secrets',
      tags: TAGS,
      async handler(request) {
        requireCaller(request);
        return { json: { data: await tokens.list() } };
      },
    }),
    route({
      method: 'GET',
      path: one,
      action: action('findOne'),
      summary: 'One API token, without its secret',
      tags: TAGS,
      async handler(request) {
        requireCaller(request);
        const token = await tokens.find(request.params.documentId ?? '');
        if (!token) throw tokenErrors.TOKEN_NOT_FOUND();
        return { json: { data: token } };
      },
    }),
    route({
      method: 'POST',
      path: base,
      action: action('create'),
      summary: 'Makes an API token; the answer shows its secret, once',
      tags: TAGS,
      body: 'json',
      checks: { body: tokenBody },
      async handler(request, { body }) {
        requireCaller(request);
        const data = await tokens.create(body, mayIssueFor(request, kernel));
        return { status: 201, headers: NOT_KEPT, json: { data } };
      },
    }),
    route({
      method: 'POST',
      path: `${one}/actions/regenerate`,
      action: action('regenerate'),
      summary: 'Gives an API token a new secret, shown once, and its lifespan anew; the old secret dies',
      tags: TAGS,
      async handler(request) {
        requireCaller(request);
        const data = await tokens.regenerate(request.params.documentId ?? '', mayIssueFor(request, kernel));
        return { headers: NOT_KEPT, json: { data } };
      },
    }),
    route({
      method: 'DELETE',
      path: one,
      action: action('revoke'),
      summary: 'Revokes an API token',
      tags: TAGS,
      async handler(request) {
        requireCaller(request);
        await tokens.revoke(request.params.documentId ?? '');
        return { status: 204 };
      },
    }),
  ];
}
