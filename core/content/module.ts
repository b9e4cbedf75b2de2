// The module of content: compiles the content model when the plugins are registered, and opens the document service.

import type { Kernel } from '../kernel/app/app';
import { token } from '../kernel/app/container';
import { hookScopesOf } from '../kernel/app/hook-scope';
import { defineModule } from '../kernel/app/module';
import type { Check } from '../kernel/check/check';
import type { SecretNames } from '../kernel/errors/secret-names';
import type { Caller } from '../kernel/http/request/caller';
import type { RequestContext } from '../kernel/http/request/context';
import { operatorsByName, unknownNames } from './attributes/operators/registry';
import { requestsToTry } from './commands/requests-to-try';
import { type CallerDocuments, documentsAs } from './documents/documents-as';
import { owningFollowUps } from './documents/follow-ups-of-plugins';
import type { DocumentTextService } from './documents/operations';
import type { ReadService } from './documents/read';
import type { Documents } from './documents/typed-documents';
import { contentHooks } from './hooks';
import { compileSchema } from './model/compile/compile';
import type { Schema, Uid } from './model/compiled/content-type';
import { loadDefinitions } from './model/read/load';
import { openContent } from './open-content';
import { contentRegistries } from './registries';
import { reportSchema } from './report-schema';
import { type PluginSettings, pluginSettings, watchSettings } from './state/plugin-settings';
import {
  createStateStore,
  type PluginState,
  pluginState,
  type StateShape,
  type StateStore,
} from './state/plugin-state';

/** The document service: objects for plugins and scripts, JSON text for transports. */
export type ContentDocuments = Documents & {
  text(uid: Uid): DocumentTextService;
  /** Reads in steps, for transports that keep parsed queries. */
  readonly read: ReadService;
};

export const SCHEMA = token<Schema>('schema', 'schema.ready');
export const DOCUMENTS = token<ContentDocuments>('documents', 'boot.before');

declare module '../types' {
  interface ApplicationMap {
    /** From `schema.ready` on. */
    readonly schema: Schema;
    /** From `boot.before` on. */
    readonly documents: ContentDocuments;
    /** Keys of a body that the document service ignores, such as those that clients send back. */
    readonly ignoredKeys: Set<string>;
  }
  interface AppMap {
    /**
     * The documents that the caller of the request may read and write, in one call: `documentsAs(request)(uid).update(…)`. A missing
     * permission is a 403, an unknown document a 404.
     */
    documentsAs(request: RequestContext): CallerDocuments;
    /**
     * For whom the running hook of documents runs: a request, or code. For taps of `documents.*`, and functions that they call. Elsewhere
     * it throws: a handler has `request.caller`; follow-ups, operations and `query.transform` have `context.caller`.
     */
    caller(): Caller;
    /** Values of the plugin in the database, under typed keys. Call it in `register`. */
    state<const S extends StateShape>(shape: S): PluginState<S>;
    /**
     * Settings that callers with permission change over REST, and that all processes see within a second. Call it once, in `register`;
     * each key of the check has a default.
     */
    settings<T>(check: Check<T>): PluginSettings<T>;
  }
}

export const contentModule = defineModule({
  name: 'content',
  needs: ['database'],
  hooks: contentHooks,
  taps: {
    'documents.prepare': { adapt: owningFollowUps },
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
  application: ({ container }) => ({
    get schema() {
      return container.resolve(SCHEMA);
    },
    get documents() {
      return container.resolve(DOCUMENTS);
    },
    ignoredKeys: new Set<string>(),
  }),
  app(kernel) {
    const stored = storedParts(kernel);
    return ({ name, addRoute }) => ({
      documentsAs: (request: RequestContext) => documentsAs(kernel, request),
      caller(): Caller {
        const caller = hookScopesOf(kernel.hooks).caller();
        if (caller) return caller;
        throw new Error(
          `The plugin "${name}" calls app.caller() outside the hooks documents.*. In a handler, use request.caller.`,
        );
      },
      state: <const S extends StateShape>(shape: S) => pluginState(stored.store, name, shape),
      settings<T>(check: Check<T>): PluginSettings<T> {
        const { prefix } = kernel.config.api.rest;
        const { log } = kernel;
        const made = pluginSettings({ plugin: name, check, ...stored, prefix, log });
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
  },
  async start(kernel, next) {
    kernel.container.provide(DOCUMENTS, await openContent(kernel, kernel.database));
    await next();
  },
  firstRequests: requestsToTry,
});

interface StoredParts {
  readonly store: StateStore;
  readonly watched: ReturnType<typeof watchSettings>;
}

/** The table and the timer exist only when a plugin uses them. */
function storedParts(kernel: Kernel): StoredParts {
  const { hooks, log } = kernel;
  let store: StateStore | undefined;
  let watched: StoredParts['watched'] | undefined;
  return {
    get store() {
      store ??= createStateStore(hooks, () => kernel.database);
      return store;
    },
    get watched() {
      watched ??= watchSettings(hooks, log);
      return watched;
    },
  };
}

function compileModel({ dir, hooks, attributes, operators, plugins, disabledPlugins, log }: Kernel): Schema {
  const schema = compileSchema({
    definitions: loadDefinitions(dir),
    registry: attributes,
    operators: operatorsByName(operators),
    hooks: {
      collect: (collectorOf) => {
        for (const { name, fn } of hooks.schema.collect.taps) fn(collectorOf(name));
      },
      contentType: (type) => hooks.schema.contentType.call(type),
    },
    livePlugins: new Set(plugins.map(({ name }) => name)),
    disabledPlugins,
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
