// The registries of an application: one for each kind of part that plugins add by name. Each plugin uses the registries through views with
// its name.
import type { AttributeType } from '../../content/attributes/attribute-type';
import { createOperatorRegistry, type OperatorRegistry } from '../../content/attributes/operators/registry';
import { createAttributeRegistry } from '../../content/attributes/registry';
import type { DoctorCheck } from '../../content/doctor/check';
import type { SecurityCheck } from '../../content/doctor/security-check';
import type { DocumentOperation } from '../../content/documents/operations';
import { createOperationRegistry } from '../../content/documents/operations-of-plugins';
import type { ParamDefinition } from '../../content/query/params';
import { isThenable } from '../check/thenable';
import type { Policy, RouteMiddleware } from '../http/routes/route';
import type { Returning, Returns } from '../registry/part-functions';
import { Registry } from '../registry/registry';
import type { GraphqlPart } from './graphql-part';
import type { DocumentAction, PermissionAction } from './permission-action';
import { createActionRegistry } from './permission-action';
import type { PluginCommand } from './plugin-command';

export interface Registries {
  /** Types of attributes, for schema files. */
  readonly attributes: Registry<AttributeType>;
  /** Filter operators, like `$contains`. */
  readonly operators: OperatorRegistry;
  /** Query parameters of documents. */
  readonly params: Registry<ParamDefinition>;
  /** Operations of the document service beside create, update, delete and clone. */
  readonly operations: Registry<DocumentOperation>;
  /** Functions that let a request through or refuse it; routes name them. */
  readonly policies: Registry<Policy>;
  /** Functions around a handler; routes name them. */
  readonly middlewares: Registry<RouteMiddleware>;
  /** Permission actions; those of routes are added after `schema.ready`. */
  readonly actions: Registry<PermissionAction>;
  /** By type: the action that a caller needs to see its documents behind relations. Default: `<uid>.find`; null: none. */
  readonly readActions: Registry<string | null>;
  /** By type: a request that links documents of the type needs one of these actions. Default: none. */
  readonly linkActions: Registry<readonly string[]>;
  /** By action: what it does to documents, if its name is not `<uid>.<verb>`. */
  readonly documentActions: Registry<DocumentAction>;
  /** Commands of the command line. */
  readonly commands: Registry<PluginCommand>;
  /** Checks of `quire doctor` beside those of the core. */
  readonly doctor: Registry<DoctorCheck>;
  /** Checks of `quire doctor --security` beside those of the core. */
  readonly security: Registry<SecurityCheck>;
  /** Additions to the GraphQL schema. */
  readonly graphql: Registry<GraphqlPart>;
}

const isList = (value: unknown): boolean => Array.isArray(value);
/** A function that may return any value, but no promise. */
const AT_ONCE: Returning = {
  expected: 'a value instead, because requests do not wait for it',
  accepts: (value) => !isThenable(value),
};
const PARAM: Returns = { parse: AT_ONCE, apply: AT_ONCE, transform: AT_ONCE };
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
const DOCTOR: Returns = {
  'documents.check': { expected: 'a list of findings', accepts: isList, waits: true },
};
const SECURITY: Returns = { check: { expected: 'a list of sentences', accepts: isList, waits: true } };

export const createRegistries = (): Registries => ({
  attributes: createAttributeRegistry(),
  operators: createOperatorRegistry(),
  params: new Registry('parameter', { returns: PARAM }),
  operations: createOperationRegistry(),
  policies: new Registry('policy', { returns: POLICY }),
  middlewares: new Registry('middleware', { returns: MIDDLEWARE }),
  actions: createActionRegistry(),
  readActions: new Registry('read action'),
  linkActions: new Registry('link actions'),
  documentActions: new Registry('document action'),
  commands: new Registry('command', { returns: COMMAND }),
  doctor: new Registry('check', { returns: DOCTOR }),
  security: new Registry('security check', { returns: SECURITY }),
  graphql: new Registry('GraphQL part'),
});

export const registriesOf = (all: Registries, plugin: string): Registries => ({
  attributes: all.attributes.as(plugin),
  operators: all.operators.as(plugin),
  params: all.params.as(plugin),
  operations: all.operations.as(plugin),
  policies: all.policies.as(plugin),
  middlewares: all.middlewares.as(plugin),
  actions: all.actions.as(plugin),
  readActions: all.readActions.as(plugin),
  linkActions: all.linkActions.as(plugin),
  documentActions: all.documentActions.as(plugin),
  commands: all.commands.as(plugin),
  doctor: all.doctor.as(plugin),
  security: all.security.as(plugin),
  graphql: all.graphql.as(plugin),
});
