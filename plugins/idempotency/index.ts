// idempotency: a POST with the header Idempotency-Key runs once. A repeated one gets the stored answer.
import {
  AppError,
  check,
  coreErrors,
  definePlugin,
  described,
  type RouteMiddleware,
  section,
} from '../../core';
import { type Claims, createClaims, declareClaims } from './claims';
import { idempotencyErrors } from './errors';
import { changedNothing, readsOnly } from './graphql-requests';
import { bodyHash, nameOf } from './request-names';
import { packAnswer, unpackAnswer } from './stored-answer';

const { integer, optional } = check;
const HOUR = 3_600_000;
/** Beyond the time of a transaction: the commit, and clocks. */
const RESERVE = 10_000;
/** Answers of other plugins may contain secrets, such as tokens, that must not be given twice. */
const SOURCES: readonly string[] = ['rest', 'graphql', 'upload'];
const HEADER = 'idempotency-key';
const KEY = /^[!-~]{1,255}$/;

export default definePlugin({
  name: 'idempotency',
  config: section({
    hours: described(
      'The hours for which the answer of a key is kept. Later, the key is new.',
      optional(integer({ min: 1, max: 720 }), 24),
    ),
  }),
  register(app, { hours }) {
    const table = declareClaims(app);
    let opened: Claims | null = null;
    const claims = (): Claims => {
      const longest = app.config.database.transactionTimeout || HOUR;
      opened ??= createClaims(app.database, table, { running: longest + RESERVE, kept: hours * HOUR });
      return opened;
    };

    const once =
      (isGraphql: boolean): RouteMiddleware =>
      async (request, next, _config, { body }) => {
        const key = request.header(HEADER);
        if (key === undefined || (isGraphql && readsOnly(body))) return next();
        if (!KEY.test(key)) throw idempotencyErrors.IDEMPOTENCY_KEY_INVALID();
        const claimed = await claims().take(nameOf(request, key), await bodyHash(request, body));
        if (claimed.kind === 'other') throw idempotencyErrors.IDEMPOTENCY_OTHER_BODY();
        if (claimed.kind === 'running') throw idempotencyErrors.IDEMPOTENCY_RUNNING();
        if (claimed.kind === 'done') return unpackAnswer(claimed.answer, key);
        const { claim } = claimed;
        const { commits } = request;
        try {
          return await app.database.transaction(
            async (tx) => {
              const answer = await next();
              // It is committed as without a key: failed logins are counted, and logged.
              if (isGraphql && changedNothing(answer)) await claims().forget(tx, claim);
              else await claims().finish(tx, claim, packAnswer(answer, key));
              return answer;
            },
            { commits },
          );
        } catch (error) {
          if (!isUnknown(error))
            // Without this, the key is free when the claim ends.
            await claims()
              .release(claim)
              .catch(() => undefined);
          throw error;
        }
      };
    app.hooks.http.route((route) => {
      if (route.method === 'POST' && SOURCES.includes(route.source))
        route.addMiddleware(once(route.source === 'graphql'));
    });
  },
});

/** After a lost COMMIT, the stored answer says what has happened. */
const isUnknown = (error: unknown): boolean =>
  error instanceof AppError && error.code === coreErrors.OUTCOME_UNKNOWN().code;
