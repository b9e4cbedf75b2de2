// Global middlewares of a project as steps of config/middlewares: `{ resolve: 'global::timing', config }`.
import type { Context, Middleware } from 'koa';
import { type App, chainRequestOf } from '../../../core';
import type { Project } from '../project/load-project';
import { addHelpers, offerQuery, queryRead } from './context';
import { answerThrown, forgetThrown, hideUnknownRoute, passQuery, throwPassed } from './passed-on';
import { showBody } from './shown-body';

export interface GlobalStepParts {
  readonly strapi: unknown;
  /** Makes `strapi.requestContext.get()` find the context. */
  within<T>(ctx: Context, work: () => Promise<T>): Promise<T>;
}

export function addGlobalSteps(
  { steps, config: { middlewares: entries } }: Pick<App, 'steps' | 'config'>,
  { middlewares }: Pick<Project, 'middlewares'>,
  { strapi, within }: GlobalStepParts,
): void {
  for (const [name, { file, value }] of middlewares)
    steps.add({
      name: `global::${name}`,
      description: `runs ${file} of the project`,
      async create(config) {
        const expected = 'a factory (config, { strapi }) => (ctx, next)';
        if (typeof value !== 'function') throw new Error(`${file} exports no function; expected ${expected}`);
        const made: unknown = await value(config ?? {}, { strapi });
        if (typeof made !== 'function') throw new Error(`${file} returns no function; expected ${expected}`);
        // Strapi makes answers of errors in `strapi::errors`: middlewares before it get the answer.
        const isInside = !isBeforeErrors(`global::${name}`, entries ?? []);
        const run: Middleware = (ctx, next) => {
          addHelpers(ctx);
          const request = chainRequestOf(ctx);
          if (request) offerQuery(ctx, () => request.query);
          return within(ctx, async () => {
            let end = (): void => undefined;
            try {
              await made(ctx, async () => {
                passQuery(ctx, queryRead(ctx));
                await next();
                if (isInside) throwPassed(ctx);
                const show = isInside ? hideUnknownRoute(ctx) : null;
                const endBody = showBody(ctx);
                end = () => {
                  endBody();
                  show?.();
                };
              });
              if (isInside) forgetThrown(ctx);
            } catch (error) {
              end();
              if (!isInside) throw error;
              answerThrown(ctx, error);
              return;
            }
            end();
          });
        };
        return run;
      },
    });
}

function isBeforeErrors(resolve: string, entries: readonly MiddlewareEntry[]): boolean {
  const errors = entries.findIndex((entry) => entry.name === 'errors');
  const own = entries.findIndex((entry) => entry.resolve === resolve);
  return own !== -1 && own < errors;
}

type MiddlewareEntry = NonNullable<App['config']['middlewares']>[number];
