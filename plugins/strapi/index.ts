// strapi: runs the own code of a Strapi 5 project: controllers, services, routes, policies, middlewares.
import './types';
import { resolve } from 'node:path';
import { definePlugin, type Method, type Mistake, type RouteDefinition, StartupError } from '../../core';
import { createReadWords } from '../rest';
import { codeNotRun } from './api/code-not-run';
import { createStrapi, type Loaded } from './api/create-strapi';
import { sqlWarnings } from './api/sql-warnings';
import { addStoreImport } from './api/store-import';
import { createUsers } from './api/users';
import { strapiConfig } from './config';
import { dropHandle } from './content/user-rows';
import { extendPlugins } from './extensions/extend-plugins';
import { pluginRouters } from './extensions/extension-routes';
import { addGlobalSteps } from './http/global-steps';
import { mount } from './http/mount';
import { createOwnRoutes } from './http/own-routes';
import { apiRouters, readRoutes } from './http/read-routes';
import { offerVariables } from './project/environment';
import { createFactories } from './project/factories';
import { loadProject, mistakeOf } from './project/load-project';
import { createParts } from './project/parts';
import { runIndex } from './project/run-index';
import { createShims } from './project/shims';
import { NAME } from './types';

export default definePlugin({
  name: NAME,
  dependencies: ['rest'],
  after: [
    'i18n',
    'draft-and-publish',
    'users-permissions',
    'api-tokens',
    'upload',
    'email',
    'jobs',
    'graphql',
  ],
  config: strapiConfig,
  readsFile: (file, config, dir) => resolve(dir, config.dir) === resolve(dir) && READ.test(file),
  register(app, config) {
    const dir = resolve(app.dir, config.dir);
    const removeVariables = offerVariables(app.variables);
    const mistakes: Mistake[] = [];
    let loaded: Loaded | null = null;
    const made = createStrapi({
      app,
      dir,
      words: createReadWords(app),
      loaded: () => loaded,
    });
    const { strapi, core, documents } = made;
    const shims = createShims(
      dir,
      strapi,
      createFactories(() => core),
    );
    const project = loadProject({ dir, strapi, shims, mistakes });
    const extensions = extendPlugins({ app, project, strapi, mistakes, services: made.plugins.offered });
    const { plugins } = extensions;
    const parts = createParts(project, plugins, strapi);
    addGlobalSteps(app, project, made);
    addStoreImport(app, project, made.store);
    loaded = { project, parts, plugins, lifecycles: extensions.lifecycles };
    for (const message of made.cron.read(made.config, dir === resolve(app.dir)))
      mistakes.push({ where: 'config/server or config/cron-tasks', message });

    const authorize = async (request: Parameters<RouteDefinition['handler']>[0], action: string) => {
      const method = request.method === 'GET' ? 'GET' : 'POST';
      await app.server.authorize(request, { action, method });
    };
    const routes = createOwnRoutes(project, () => {
      for (const uid of parts.uids('services'))
        try {
          parts.made('services', uid);
        } catch (error) {
          mistakes.push(mistakeOf(error, parts.find('services', uid)?.file ?? uid, project));
        }
      const routers = [...apiRouters(project), ...pluginRouters(plugins, parts, mistakes)];
      const found = mount(readRoutes(routers, project, mistakes), {
        project,
        parts,
        strapi,
        mistakes,
        prefix: app.config.api.rest.prefix,
        types: app.schema.types,
        authorize,
        userOf: createUsers(app),
        unaskedOf: (request) =>
          app.server.authorize(request, { action: null, method: request.method as Method }),
        within: made.within,
      });
      if (mistakes.length > 0)
        throw new StartupError(`The code of the project in ${dir} cannot run:`, mistakes);
      return { ...found, isIntercepted: documents.isIntercepted };
    });
    app.hooks.rest.routes((generated, type) => routes.of(generated, type));
    extensions.attach((name) => routes.ofPlugin(name));
    app.hooks.schema.ready(() => {
      for (const route of routes.others()) app.routes.add(route);
      for (const name of routes.unasked())
        if (!app.actions.has(name))
          app.actions.add({ name, description: `Does what the action ${name} of the project does` });
    });
    made.lifecycles.attach(app);
    app.hooks.documents.prepare(dropHandle, { stage: 1 });
    let isRegistered = false;
    app.hooks.boot.before(async () => {
      for (const sentence of [
        ...codeNotRun({
          ...project,
          ...loaded,
          plugins,
          hasGraphql: made.plugins.plugin('graphql') !== undefined,
        }),
        ...sqlWarnings(project, app),
      ])
        app.log.warn(sentence);
      await extensions.run('register');
      await runIndex(project, 'register', strapi);
      isRegistered = true;
    });
    app.hooks.boot.after(async () => {
      // Seeds would stand in the way of an import.
      if (!app.fills) {
        await extensions.run('bootstrap');
        await runIndex(project, 'bootstrap', strapi);
      }
      await made.cron.begin();
    });
    app.hooks.shutdown(async () => {
      if (isRegistered) await runIndex(project, 'destroy', strapi);
      removeVariables();
    });
  },
});

/** Below the project. */
const READ =
  /^(src\/(index\.\w+$|api\/|policies\/|middlewares\/|extensions\/(?:[^/]+\/strapi-server|[^/]+)\.\w+$)|config\/cron-tasks\.\w+$)/;
