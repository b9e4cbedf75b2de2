// The registries of an application: one for each kind of part that plugins add by name. Modules publish more. Each plugin uses the
// registries through views with its name.
import type { RegistryMap } from '../../types';
import { callable } from '../check/checks';
import { StartupError } from '../errors/startup-error';
import { createStepRegistry, type Step } from '../http/koa/step';
import type { Policy, RouteMiddleware } from '../http/routes/route';
import type { Returns } from '../registry/part-functions';
import { Registry } from '../registry/registry';
import { type GraphqlPart, graphqlPartCheck } from './graphql-part';
import {
  createHeaderRegistry,
  createSecuritySchemeRegistry,
  type HeaderPart,
  type SecurityScheme,
} from './http-parts';
import type { PermissionAction } from './permission-action';
import { createActionRegistry } from './permission-action';
import { commandCheck, type PluginCommand, takenByQuire } from './plugin-command';

interface KernelRegistries {
  /** Functions that let a request through or refuse it; routes name them. */
  readonly policies: Registry<Policy>;
  /** Functions around a handler; routes name them. */
  readonly middlewares: Registry<RouteMiddleware>;
  /** koa middlewares that config/middlewares may name. */
  readonly steps: Registry<Step>;
  /** Permission actions; those of routes are added after `schema.ready`. */
  readonly actions: Registry<PermissionAction>;
  /** Commands of the command line. */
  readonly commands: Registry<PluginCommand>;
  /** Headers of requests and answers, for CORS and OpenAPI. */
  readonly headers: Registry<HeaderPart>;
  /** Ways to send credentials, for OpenAPI. */
  readonly securitySchemes: Registry<SecurityScheme>;
  /** Additions to the GraphQL schema. */
  readonly graphql: Registry<GraphqlPart>;
}

export interface Registries extends KernelRegistries, RegistryMap {}

const POLICY: Returns = {
  '': {
    expected: 'true or false',
    accepts: (value) => value === undefined || typeof value === 'boolean',
    waits: true,
  },
};
const MIDDLEWARE: Returns = {
  '': {
    expected: 'an answer, such as that of next()',
    accepts: (value) => typeof value === 'object' && value !== null,
    waits: true,
  },
};
const COMMAND: Returns = { run: { expected: 'the exit code', accepts: Number.isInteger, waits: true } };

const FUNCTION = callable();

const kernelRegistries = (): KernelRegistries => ({
  policies: new Registry('policy', { returns: POLICY, check: FUNCTION }),
  middlewares: new Registry('middleware', { returns: MIDDLEWARE, check: FUNCTION }),
  steps: createStepRegistry(),
  actions: createActionRegistry(),
  commands: new Registry('command', { returns: COMMAND, names: takenByQuire, check: commandCheck }),
  headers: createHeaderRegistry(),
  securitySchemes: createSecuritySchemeRegistry(),
  graphql: new Registry('GraphQL part', { check: graphqlPartCheck }),
});

/** A registry, or an object like it, that gives each plugin a view of its own. */
interface View {
  as(plugin: string): View;
}

interface RegistryModule {
  readonly name: string;
  registries?(): Partial<RegistryMap>;
}

/** The registries of the kernel and of its modules. */
export function createRegistries(modules: readonly RegistryModule[]): Registries {
  const all: Record<string, unknown> = { ...kernelRegistries() };
  for (const { name, registries } of modules)
    for (const [key, registry] of Object.entries(registries?.() ?? {})) {
      if (key in all)
        throw new StartupError(
          `The module "${name}" publishes the registry "${key}", which exists already. Rename it.`,
        );
      all[key] = registry;
    }
  return all as unknown as Registries;
}

/** The views of one plugin. `names`: the keys of the registries. */
export const registriesOf = (all: Registries, names: readonly string[], plugin: string): Registries =>
  Object.fromEntries(
    names.map((name) => [name, (all as unknown as Record<string, View>)[name]?.as(plugin)]),
  ) as unknown as Registries;
