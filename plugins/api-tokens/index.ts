// api-tokens: credentials for programs.
import './types';
import { definePlugin, type FollowUp, token, variableOf } from '../../core';
import { RATE_LIMITERS, type RateLimiter, type RateLimiters } from '../rate-limit';
import { createAdoption } from './adopt-token';
import { createTokenAuthentication, refuseUnknown } from './authenticate';
import { createAuthorize } from './authorize';
import { removeActionsOf, renameActionsOf } from './changed-types';
import { tokenCommand } from './command';
import { type ApiTokensConfig, apiTokensConfig } from './config';
import { applyDeclaredTokens } from './declared-tokens';
import { createLastUsed } from './last-used';
import { createMakerCheck } from './maker-check';
import { createRecall } from './recall';
import { tokenRoutes } from './routes';
import { createTokenCache } from './token-cache';
import { TOKEN_TYPE } from './token-content-type';
import { createRights } from './token-visibility';
import { type ApiTokens, createTokens } from './tokens';
import { NAME, TOKEN } from './types';

/** The token service, for other plugins. */
export const API_TOKENS = token<ApiTokens>('api-tokens');
export type { TokenKind } from './token-kinds';
export type { ApiTokens, IssuedToken, TokenInput, TokenRecord } from './tokens';
export type { ApiToken } from './types';

/** Runs after all plugins that recognise credentials. */
const LAST = 1000;

export default definePlugin({
  name: NAME,
  dependencies: ['rate-limit'],
  config: apiTokensConfig,
  provides: { commands: ['token'] },

  register(app, config) {
    const { hooks } = app;
    const cache = createTokenCache(app, config.cacheSeconds);
    const lastUsed = createLastUsed(app);
    const tokens = createTokens(app, cache.forget);
    const forgetAfter: FollowUp = {
      name: 'api-tokens',
      joins: false,
      run: async ({ afterCommit }) => afterCommit(cache.forget),
    };

    hooks.schema.collect((collector) => collector.addContentType(TOKEN, TOKEN_TYPE));
    // Declared tokens are stored at each start.
    app.imports.add({
      name: TOKEN,
      sameBy: ['name'],
      secret: true,
      finish: async () => cache.forget(),
    });
    hooks.schema.dropped(removeActionsOf);
    hooks.schema.renamed(renameActionsOf);
    for (const one of tokenRoutes(app, tokens)) app.routes.add(one);
    const makerCheck = config.followMaker ? createMakerCheck(app) : null;
    const limiter = limiterOf(config, app.container.resolve(RATE_LIMITERS));
    const adopt = createAdoption(app, cache.forget);
    hooks.request.authenticate(createTokenAuthentication({ cache, lastUsed, makerCheck, limiter, adopt }));
    hooks.request.authenticate(refuseUnknown, { stage: LAST });
    hooks.request.recall(createRecall(app, makerCheck));
    hooks.request.authorize(createAuthorize(createRights(app)));
    hooks.documents.prepare((action) => {
      if (action.type.uid === TOKEN) action.followUps.push(forgetAfter);
    });
    hooks.shutdown(() => lastUsed.flush());

    app.security.add({
      name: 'api-tokens',
      description: 'tokens with full access expire',
      check: async () =>
        (await tokens.list())
          .filter(({ type, expiresAt }) => type === 'full-access' && expiresAt === null)
          .map(
            ({ name }) => `the token "${name}" has full access for ever; give it a lifespan or fewer actions`,
          ),
    });
    app.commonConfig.add({
      name: `${NAME}.config.tokens`,
      value: () =>
        app.config.server.readOnly
          ? null
          : JSON.stringify(
              config.tokens.map((token) => ({
                ...token,
                secret: variableOf(app.variables, token.secretFrom),
              })),
            ),
      hashed: true,
      effect: 'Each start changes the declared tokens to those of its own list, so the last start decides.',
      remedy: 'Give all processes the same `tokens` of api-tokens, and the same secrets of them.',
    });
    app.commands.add(tokenCommand(app, tokens));
    app.container.provide(API_TOKENS, tokens);
  },

  async boot(app, config) {
    if (!app.config.server.readOnly) await applyDeclaredTokens(app, config.tokens);
  },
});

function limiterOf({ ratelimit }: ApiTokensConfig, limiters: RateLimiters): RateLimiter | null {
  if (!ratelimit.enabled) return null;
  const { interval, max } = ratelimit;
  return limiters.create({ name: 'api-tokens unknown', limit: max, window: interval.min * 60 });
}
