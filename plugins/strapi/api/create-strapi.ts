// The object `strapi` that code of a project gets. Parts that Quire does not have throw when they are used.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'koa';
import { type App, type ContentType, OPEN_VISIBILITY, type ReadWords, requestCaller } from '../../../core';
import type { QuerySource } from '../../rest';
import { coreActions, coreController } from '../content/core-controller';
import { createCoreDocuments } from '../content/core-documents';
import { coreService } from '../content/core-service';
import { createStrapiDocuments, type StrapiDocuments } from '../content/documents';
import { createLifecycles, type Lifecycles } from '../content/lifecycles';
import { createPasses, type Passes } from '../content/passes';
import { type Rights, scopeOf } from '../content/scope';
import type { ExtendedPlugins } from '../extensions/run-extensions';
import { cookieKeys } from '../http/cookie-keys';
import type { CoreParts } from '../project/factories';
import type { Parts, Project } from '../project/load-project';
import { offering, outOfReach } from '../project/out-of-reach';
import { type Members, type ProjectParts, unknownPart } from '../project/parts';
import { type Cron, createCron } from './cron';
import { createRowsOf, entityServiceOf, queryOf } from './database';
import { graphqlOf } from './graphql-of-app';
import { strapiLog } from './log';
import { createModels } from './models';
import { apiModules, type StrapiModule } from './modules';
import { createPluginServices, extendedParts, type PluginServices } from './plugin-services';
import { createProjectConfig, type ProjectConfig } from './project-config';
import { createStore, type Store } from './store';
import { databaseOf } from './strapi-db';
import { UNOFFERED } from './unoffered';

/** The files of the project, and what they become. Available when they are loaded. */
export interface Loaded {
  readonly project: Project;
  readonly parts: ProjectParts;
  readonly plugins: ExtendedPlugins;
  /** By uid: of the project and of extensions. */
  readonly lifecycles: Parts;
}

export interface StrapiOptions {
  readonly app: App;
  readonly dir: string;
  /** null: not yet. */
  readonly loaded: () => Loaded | null;
  words(type: ContentType, source: QuerySource): ReadWords;
}

export interface Strapi {
  /** The object itself. */
  readonly strapi: object;
  readonly config: ProjectConfig;
  readonly core: CoreParts;
  readonly documents: StrapiDocuments;
  readonly lifecycles: Lifecycles;
  readonly cron: Cron;
  readonly store: Store;
  readonly plugins: PluginServices;
  within<T>(ctx: Context, work: () => Promise<T>): Promise<T>;
}

function requireLoaded({ loaded }: StrapiOptions): Loaded {
  const found = loaded();
  if (found) return found;
  throw new Error('The project is not loaded yet; use this part of strapi in a function');
}

export function createStrapi(options: StrapiOptions): Strapi {
  const { app, dir, words } = options;
  const loaded = (): Loaded => requireLoaded(options);
  const models = createModels(app);
  const { contentType } = models;
  const lifecycles = createLifecycles({
    app,
    parts: () => loaded().lifecycles,
    contentType,
    onReads: () => documents.surround(),
  });
  const documents = createStrapiDocuments({ app, contentType, reads: lifecycles.reads });
  const passes = createPasses({ app, words });
  const core = createCore(options, documents, passes);
  const rowsOf = createRowsOf(app);
  const query = queryOf(app, rowsOf, lifecycles);
  const config = createProjectConfig({ app, dir, load: (file) => loaded().project.load(file) });
  const plugins = createPluginServices({
    app,
    query,
    extended: extendedParts(options),
    graphql: graphqlOf({ app, loaded: options.loaded, passes, strapi: () => strapi }),
    models,
    config,
  });
  const contexts = new AsyncLocalStorage<Context>();
  const made = (kind: 'controllers' | 'services', uid: string): Members => {
    const { parts } = loaded();
    const [, plugin, name] = /^plugin::([^.]+)\.(.+)$/.exec(uid) ?? [];
    if (plugin && name) return plugins.part(kind, plugin, name);
    const found = parts.made(kind, uid) ?? (kind === 'services' ? coreServiceOf(app, uid, core) : null);
    if (found) return found;
    throw unknownPart(kind.slice(0, -1), uid, parts.uids(kind));
  };
  const all = (kind: 'controllers' | 'services') =>
    Object.fromEntries(
      loaded()
        .parts.uids(kind)
        .map((uid) => [uid, made(kind, uid)]),
    );
  let known: ReadonlyMap<string, StrapiModule> | null = null;
  const apis = () => {
    known ??= apiModules({ ...loaded(), models, made });
    return known;
  };
  const store = createStore(app);
  const cron = createCron(app, () => strapi, store.mark);
  const setKeys = cookieKeys(config);
  const strapi: object = Object.create(null, {
    ...outOfReach(UNOFFERED),
    ...Object.getOwnPropertyDescriptors({
      log: strapiLog(app.log),
      fetch: (...given: Parameters<typeof fetch>) => fetch(...given),
      config,
      cron: cron.strapi,
      store: store.strapi,
      documents,
      ...apiOf(passes),
      query,
      entityService: offering(
        entityServiceOf(app, rowsOf, query),
        (member) => `strapi.entityService.${member}`,
      ),
      db: databaseOf(app, query, lifecycles, models.metadata),
      plugin: plugins.plugin,
      api: (name: string) => apis().get(name),
      get apis() {
        return Object.fromEntries(apis());
      },
      plugins: plugins.all,
      contentType,
      getModel: models.getModel,
      get contentTypes() {
        return models.contentTypes;
      },
      get components() {
        return models.components;
      },
      service: (uid: string) => made('services', uid),
      controller: (uid: string) => made('controllers', uid),
      policy: (name: string) => loaded().parts.resolve('policies', name, null)?.value,
      middleware: (name: string) => loaded().parts.resolve('middlewares', name, null)?.value,
      get services() {
        return all('services');
      },
      get controllers() {
        return all('controllers');
      },
      requestContext: {
        get: () => contexts.getStore(),
        run: <T>(ctx: Context, work: () => T): T => contexts.run(ctx, work),
      },
    }),
  });
  return {
    strapi,
    config,
    core,
    documents,
    lifecycles,
    cron,
    store,
    plugins,
    within(ctx, work) {
      setKeys(ctx);
      return contexts.run(ctx, work);
    },
  };
}

function createCore(options: StrapiOptions, documents: StrapiDocuments, passes: Passes): CoreParts {
  const { app, words } = options;
  const typeOf = (uid: string): ContentType => {
    const type = app.schema.types.get(uid);
    if (type) return type;
    throw new Error(`there is no content type "${uid}"`);
  };
  const reads = createCoreDocuments({ app, words, isIntercepted: documents.isIntercepted });
  const core: CoreParts = {
    controller: (uid) =>
      coreController({
        type: typeOf(uid),
        documents: reads,
        passes,
        service: () => requireLoaded(options).parts.made('services', uid) ?? core.service(uid),
      }),
    service: (uid) => coreService(typeOf(uid), documents),
    routes(uid, { only, except, config }) {
      const type = typeOf(uid);
      const isNamed = (list: unknown, name: string): boolean => Array.isArray(list) && list.includes(name);
      const settings = typeof config === 'object' && config !== null ? config : {};
      return coreActions(type)
        .filter((name) => (only === undefined || isNamed(only, name)) && !isNamed(except, name))
        .map((name) => ({
          ...placeOf(type, name),
          handler: `${uid}.${name}`,
          config: Reflect.get(settings, name) ?? {},
        }));
    },
  };
  return core;
}

/** A content type without a file for its service has the core one. */
const coreServiceOf = (app: App, uid: string, core: CoreParts): Members | null =>
  app.schema.types.get(uid)?.api ? core.service(uid) : null;

const METHODS: Readonly<Record<string, string>> = { create: 'POST', update: 'PUT', delete: 'DELETE' };

function placeOf({ kind, singularName, pluralName }: ContentType, name: string) {
  const method = METHODS[name] ?? 'GET';
  if (kind === 'singleType') return { method, path: `/${singularName}` };
  return { method, path: name === 'find' || name === 'create' ? `/${pluralName}` : `/${pluralName}/:id` };
}

/** `strapi.contentAPI`, with the rights of `auth`, which is `ctx.state.auth`. Without it, nothing private is shown. */
function apiOf(passes: Passes) {
  const rightsOf = (options: unknown): Rights => {
    const auth: unknown =
      typeof options === 'object' && options !== null ? Reflect.get(options, 'auth') : null;
    return (
      scopeOf(auth) ?? {
        caller: requestCaller(null, OPEN_VISIBILITY),
        visibility: OPEN_VISIBILITY,
      }
    );
  };
  const uidOf = (model: unknown): string =>
    String(typeof model === 'object' && model !== null ? Reflect.get(model, 'uid') : model);
  type Pass = 'sanitizeOutput' | 'sanitizeInput' | 'sanitizeQuery' | 'validateQuery' | 'validateInput';
  const pass = (name: Pass) => (value: never, model: unknown, options?: unknown) =>
    passes[name](value, uidOf(model), rightsOf(options));
  return {
    contentAPI: {
      sanitize: {
        output: pass('sanitizeOutput'),
        input: pass('sanitizeInput'),
        query: pass('sanitizeQuery'),
      },
      validate: { query: pass('validateQuery'), input: pass('validateInput') },
    },
  };
}
