// A koa middleware of a plugin that config/middlewares names: `{ resolve: 'shop::timing' }`.
import type { Middleware } from 'koa';
import { callable, object, optional, string } from '../../check/checks';
import { Registry } from '../../registry/registry';

export interface Step {
  /** With `::`, so that it is no file and no package: `shop::timing`. */
  readonly name: string;
  readonly description?: string;
  /** Runs once, when the server opens. `config`: of the entry in config/middlewares. */
  create(config: unknown): Middleware | Promise<Middleware>;
}

const STEP = object({
  name: string({ min: 1 }),
  description: optional(string()),
  create: callable(),
});

export const createStepRegistry = (): Registry<Step> =>
  new Registry('step', {
    check: STEP,
    names: (name) => (isStepName(name) ? undefined : 'its name needs "::", such as "shop::timing"'),
  });

export const isStepName = (resolve: string): boolean => resolve.includes('::');
