// The module of content: compiles the content model when the plugins are registered, and opens the document service.

import { checkChanges } from '../database/table-check';
import type { TableSpec } from '../database/tables';
import type { Kernel } from '../kernel/app/app';
import { hookScopesOf } from '../kernel/app/hook-scope';
import { defineModule } from '../kernel/app/module';
import type { Check } from '../kernel/check/check';
import { record } from '../kernel/check/checks';
import { aCheck } from '../kernel/check/part';
import type { SecretNames } from '../kernel/errors/secret-names';
import type { Caller } from '../kernel/http/request/caller';
import type { RequestContext } from '../kernel/http/request/context';
import { refuseMistakes } from '../kernel/registry/refuse-mistakes';
import { DOCUMENTS, SCHEMA } from './application';
import { operatorsByName, unknownNames } from './attributes/operators/registry';
import { requestsToTry } from './commands/requests-to-try';
import { DEFINITION_FILES } from './definitions/definition-files';
import { describeContent, ownKeys } from './describe-content';
import { owningFollowUps } from './documents/follow-ups-of-plugins';
import { contentHooks } from './hooks';
import { createMigrationPlaces, MIGRATIONS } from './migrations/declared-migrations';
import { compileSchema } from './model/compile/compile';
import type { Schema } from './model/compiled/content-type';
import { SCOPES } from './model/compiled/visibility';
import type { SharedBuilder } from './model/read/build-type';
import { loadDefinitions } from './model/read/load';
import type { SchemaCollector } from './model/read/type-builder';
import { checkNamedTypes } from './named-types';
import { openContent } from './open-content';
import { contentRegistries } from './registries';
import { reportSchema } from './report-schema';
import type { PluginSettings } from './state/plugin-settings';
import { createStateStore, pluginState, type StateShape, type StateStore } from './state/plugin-state';

export const contentModule = defineModule({
  name: 'content',
  needs: ['database', 'cluster'],
  hooks: contentHooks,
  taps: {
    'schema.collect': {
      adapt:
        (fn, { plugin }) =>
        (collector) =>
          fn((collector as SharedCollector).as(plugin)),
    },
    'schema.contentType': {
      adapt:
        (fn, { plugin }) =>
        (builder) =>
          fn((builder as SharedBuilder).as(plugin)),
    },
    'schema.tables': {
      adapt:
        (fn, { plugin }) =>
        (tables, schema) =>
          checkChanges(tables as TableSpec[], plugin, () => fn(tables, schema)),
    },
    'documents.prepare': { adapt: owningFollowUps },
    'documents.around': {
      returns: {
        expected: 'the answer of next(), or an answer such as { value: null }',
        accepts: (answer) => typeof answer === 'object' && answer !== null && 'value' in answer,
        waits: true,
      },
    },
    'documents.loaded': {
      adapt:
        (fn, { hooks, plugin }) =>
        (...args) => {
          hookScopesOf(hooks).enter(plugin);
          return fn(...args);
        },
    },
  },
  registries: contentRegistries,
  scopes: SCOPES,
  application: (kernel) => {
    const { container } = kernel;
    container.provide(MIGRATIONS, createMigrationPlaces());
    container.register(
      DEFINITION_FILES,
      () => loadDefinitionFiles().createDefinitionFiles(kernel),
      'singleton',
    );
    return {
      get schema() {
        return container.resolve(SCHEMA);
      },
      get documents() {
        return container.resolve(DOCUMENTS);
      },
      ignoredKeys: new Set<string>(),
    };
  },
  app(kernel) {
    const stored = storedParts(kernel);
    const { hooks, shared } = kernel;
    return ({ name, addRoute }) => ({
      ignoredKeys: ownKeys(kernel.ignoredKeys, name),
      documentsAs: (request: RequestContext) => loadDocumentsAs().documentsAs(kernel, request),
      caller(): Caller {
        const caller = hookScopesOf(kernel.hooks).caller();
        if (caller) return caller;
        throw new Error(
          `The plugin "${name}" calls app.caller() outside the hooks documents.*. In a handler, use request.caller.`,
        );
      },
      state<const S extends StateShape>(shape: S) {
        refuseMistakes(shape, STATE, { subject: 'the state', plugin: name });
        return pluginState(stored.store, name, shape);
      },
      migrations: (folder: string) => kernel.container.resolve(MIGRATIONS).add(name, folder),
      settings<T>(check: Check<T>): PluginSettings<T> {
        refuseMistakes(check, aCheck, { subject: 'the check of the settings', plugin: name });
        const { prefix } = kernel.config.api.rest;
        const { log } = kernel;
        const own = { plugin: name, check, store: stored.store, shared, hooks, prefix, log };
        const made = loadSettings().pluginSettings(own);
        for (const one of made.routes) addRoute(one);
        return made.settings;
      },
    });
  },
  assemble(kernel) {
    const schema = compileModel(kernel);
    addSecretAttributes(schema, kernel.secretNames);
    kernel.container.provide(SCHEMA, schema);
    kernel.hooks.schema.ready.call(schema);
    checkNamedTypes(kernel);
    kernel.container.resolve(MIGRATIONS).declare(kernel);
  },
  describe: describeContent,
  async start(kernel, next) {
    kernel.container.provide(DOCUMENTS, await openContent(kernel, kernel.database));
    await next();
    const { declared, options } = kernel.container.resolve(MIGRATIONS);
    if (!declared || kernel.config.server.readOnly) return;
    const {
      runMigrations,
    }: typeof import('./migrations/run-migrations') = require('./migrations/run-migrations');
    await runMigrations(kernel, declared, options);
  },
  firstRequests: requestsToTry,
});

const STATE = record(aCheck);

const loadDefinitionFiles = (): typeof import('./definitions/open-definition-files') =>
  require('./definitions/open-definition-files');
const loadDocumentsAs = (): typeof import('./documents/documents-as') => require('./documents/documents-as');
const loadSettings = (): typeof import('./state/plugin-settings') => require('./state/plugin-settings');

/** Each plugin gets a collector of its own. */
interface SharedCollector extends SchemaCollector {
  as(plugin: string): SchemaCollector;
}

interface StoredParts {
  readonly store: StateStore;
}

/** The table exists only when a plugin uses them. */
function storedParts(kernel: Kernel): StoredParts {
  let store: StateStore | undefined;
  return {
    get store() {
      store ??= createStateStore(kernel.hooks, () => kernel.database);
      return store;
    },
  };
}

function compileModel(kernel: Kernel): Schema {
  const { dir, hooks, attributes, operators, plugins, disabledPlugins, config, log } = kernel;
  const schema = compileSchema({
    definitions: loadDefinitions(dir, kernel.unwritten),
    registry: attributes,
    operators: operatorsByName(operators),
    hooks: {
      collect(collectorOf) {
        const shared: SharedCollector = { ...collectorOf('core'), as: collectorOf };
        hooks.schema.collect.call(shared);
      },
      contentType: (type) => hooks.schema.contentType.call(type),
    },
    livePlugins: new Set(plugins.map(({ name }) => name)),
    disabledPlugins,
    customFields: config.api.customFields,
  });
  reportSchema(schema, log);
  for (const warning of unknownNames(attributes, operators)) log.warn(warning);
  return schema;
}

function addSecretAttributes({ types, components }: Schema, secretNames: SecretNames): void {
  for (const { attributes } of [...types.values(), ...components.values()])
    for (const attribute of attributes.values())
      if (attribute.kind === 'scalar' && attribute.type.secret) secretNames.add(attribute.name);
}
