// Global middlewares of a project as steps of config/middlewares: `{ resolve: 'global::timing', config }`.
import type { Context, Middleware } from 'koa';
import type { App } from '../../../core';
import type { Project } from '../project/load-project';
import { addHelpers } from './context';
import { showBody } from './shown-body';

export interface GlobalStepParts {
  readonly strapi: unknown;
  /** Makes `strapi.requestContext.get()` find the context. */
  within<T>(ctx: Context, work: () => Promise<T>): Promise<T>;
}

export function addGlobalSteps(
  { steps }: Pick<App, 'steps'>,
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
        const run: Middleware = (ctx, next) => {
          addHelpers(ctx);
          return within(ctx, async () => {
            let end = (): void => undefined;
            await made(ctx, async () => {
              await next();
              end = showBody(ctx);
            });
            end();
          });
        };
        return run;
      },
    });
}
