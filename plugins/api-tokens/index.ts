// api-tokens: credentials for programs. The plugin as a table of contents: what it adds and where.
import './types';
import {
  createMemoryRateStore,
  createRateLimiter,
  definePlugin,
  type FollowUp,
  type RateLimiter,
  token,
} from '../../core';
import { createAuthenticate, refuseUnknown } from './authenticate';
import { createAuthorize } from './authorize';
import { tokenCommand } from './command';
import { type ApiTokensConfig, apiTokensConfig } from './config';
import { applyDeclaredTokens } from './declared-tokens';
import { createLastUsed } from './last-used';
import { tokenRoutes } from './routes';
import { createTokenBook } from './token-book';
import { TOKEN_TYPE } from './token-type';
import { createRights } from './token-visibility';
import { type ApiTokens, createTokens } from './tokens';
import { NAME, TOKEN } from './types';

/** The service of tokens, for other plugins. */
export const API_TOKENS = token<ApiTokens>('api-tokens');
export type { TokenKind } from './kinds';
export type { ApiTokens, IssuedToken, TokenInput, TokenRecord } from './tokens';
export type { ApiToken } from './types';

/** After every plugin that recognises something. */
const LAST = 1000;

export default definePlugin<typeof NAME>({
  name: NAME,
  config: apiTokensConfig,
  brings: { commands: ['token'] },

  register(kernel, config) {
    const { hooks } = kernel;
    const book = createTokenBook(kernel, config.cacheSeconds);
    const lastUsed = createLastUsed(kernel);
    const tokens = createTokens(kernel, book.forget);
    const forgetAfter: FollowUp = {
      name: 'api-tokens',
      run: async ({ tx }) => tx.afterCommit(book.forget),
    };

    hooks.schema.collect.tap(NAME, (collector) => collector.addContentType(TOKEN, TOKEN_TYPE));
    hooks.http.routes.tap(NAME, (routes) => {
      for (const one of tokenRoutes(kernel, tokens)) routes.add(one);
    });
    hooks.request.authenticate.tap(NAME, createAuthenticate({ book, lastUsed, limiter: limiterOf(config) }));
    hooks.request.authenticate.tap({ name: NAME, stage: LAST }, refuseUnknown);
    hooks.request.authorize.tap(NAME, createAuthorize(createRights(kernel)));
    hooks.documents.prepare.tap(NAME, (action) => {
      if (action.type.uid === TOKEN) action.followUps.push(forgetAfter);
    });
    hooks.shutdown.tapPromise(NAME, () => lastUsed.flush());

    kernel.commands.add('token', tokenCommand(tokens), NAME);
    kernel.container.provide(API_TOKENS, tokens);
  },

  boot: (kernel, config) => applyDeclaredTokens(kernel, config.tokens),
});

function limiterOf({ ratelimit }: ApiTokensConfig): RateLimiter | null {
  if (!ratelimit.enabled) return null;
  const { interval, max } = ratelimit;
  return createRateLimiter({
    name: 'api-tokens unknown',
    store: createMemoryRateStore(),
    limit: max,
    window: interval.min * 60,
  });
}
