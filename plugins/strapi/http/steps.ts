// Policies and middlewares of a route as steps of its chain.
import type { Context } from 'koa';
import { check, type Mistake } from '../../../core';
import type { Project } from '../project/load-project';
import { mistakeOf } from '../project/load-project';
import type { ProjectParts } from '../project/parts';
import { errors } from '../project/project-errors';
import { type Given, lineOf, type ProjectRoute } from './read-routes';
import type { Action } from './run-action';

type Policy = (context: Context, config: unknown, tools: { readonly strapi: unknown }) => unknown;

export interface StepSources {
  readonly project: Project;
  readonly parts: ProjectParts;
  readonly strapi: unknown;
  readonly mistakes: Mistake[];
}

export function stepsOf(route: ProjectRoute, sources: StepSources): Action[] {
  const { policies, middlewares } = route;
  return [
    ...policies.flatMap((given) => policyStep(given, route, sources)),
    ...middlewares.flatMap((given) => middlewareStep(given, route, sources)),
  ];
}

function policyStep(given: Given, route: ProjectRoute, sources: StepSources): Action[] {
  const { strapi } = sources;
  const found = find('policies', given, route, sources);
  if (found === null) return [];
  const { value, config } = found;
  const policy = check.isPlainObject(value) ? value.handler : value;
  if (typeof policy !== 'function') return wrong(found, 'a policy (context, config, { strapi })', sources);
  return [
    async (ctx, next) => {
      const context: Context = Object.create(ctx, {
        type: { value: 'koa' },
        is: { value: (type: string) => type === 'koa' },
      });
      const result: unknown = await (policy as Policy)(context, config, { strapi });
      if (result !== true && result !== undefined) throw new errors.PolicyError();
      // `return ctx.unauthorized()` of a policy returns nothing, and means no.
      if (ctx.status >= 400 && Reflect.get(ctx.response, '_explicitStatus') === true) return undefined;
      return next();
    },
  ];
}

function middlewareStep(given: Given, route: ProjectRoute, sources: StepSources): Action[] {
  // A function in the route is the koa middleware itself.
  if (typeof given === 'function') return [given as unknown as Action];
  const found = find('middlewares', given, route, sources);
  if (found === null) return [];
  const { value, config, file } = found;
  if (typeof value !== 'function')
    return wrong(found, 'a factory (config, { strapi }) => (ctx, next)', sources);
  try {
    const made: unknown = value(config, { strapi: sources.strapi });
    return typeof made === 'function'
      ? [made as Action]
      : wrong(found, 'a factory (config, { strapi }) => (ctx, next)', sources);
  } catch (error) {
    sources.mistakes.push(mistakeOf(error, file, sources.project));
    return [];
  }
}

interface Found {
  readonly file: string;
  readonly value: unknown;
  readonly config: unknown;
}

function find(
  kind: 'policies' | 'middlewares',
  given: Given,
  { owner, file }: ProjectRoute,
  { parts, project, mistakes }: StepSources,
): Found | null {
  if (typeof given === 'function') return { file, value: given, config: {} };
  const { name, config = {} } = typeof given === 'string' ? { name: given } : given;
  const part = parts.resolve(kind, name, owner);
  if (part) return { file: part.file, value: part.value, config };
  const word = kind === 'policies' ? 'policy' : 'middleware';
  const isForeign = /^(plugin|admin)::/.test(name);
  const known = [...parts.uids(kind), ...[...project[kind].keys()].map((key) => `global::${key}`)];
  const near = check.nearest(name.includes('::') ? name : `${owner}.${name}`, known);
  mistakes.push({
    where: `${file}:${lineOf(project.dir, file, name)}`,
    message: isForeign
      ? `the ${word} "${name}" is out of reach: Quire runs the code of the project only`
      : `there is no ${word} "${name}"; ${near ? `did you mean "${near}"?` : `known: ${known.join(', ') || 'none'}`}`,
  });
  return null;
}

/** A file that could not be loaded is a mistake already. */
function wrong({ file, value }: Found, expected: string, { mistakes }: StepSources): [] {
  if (value !== undefined)
    mistakes.push({ where: file, message: `exports no function; expected ${expected}` });
  return [];
}
