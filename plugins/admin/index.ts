// admin: an editor for content in the browser. It is a client of the API: it can do what an HTTP client with the same role can do.
import './types';
import { applicationName, definePlugin, withVisibility } from '../../core';
import { documentRoutes } from '../rest';
import { SHORTEST_PASSWORD, USERS, whenUserIsDeleted } from '../users-permissions';
import { adminCommand, linkOf } from './command';
import { adminConfig } from './config';
import { createExtensionRegistry, createExtensions, EXTENSIONS } from './extensions/extensions';
import { previewSites } from './model/preview';
import { readsPrivate } from './model/private';
import { authRoutes, doorsOf } from './routes/auth';
import { builderRoutes } from './routes/builder';
import { contentRoutes } from './routes/content';
import { explainRoute } from './routes/explain';
import { addFiles, pageRoute } from './routes/page';
import { preferenceRoutes } from './routes/preferences';
import { presenceRoute } from './routes/presence';
import { settingsRoute } from './routes/settings';
import { uidRoute } from './routes/uid';
import { viewRoutes } from './routes/views';
import { createAsRole } from './sessions/as-role';
import { createAuthenticate } from './sessions/authenticate';
import { createLinks, fullRole, hasAdministrator } from './sessions/links';
import { followRenames } from './sessions/renamed-types';
import { createWithUserLock, removeRowsOf } from './sessions/rows-of-user';
import { createSessionCookie } from './sessions/session-cookie';
import { declareRows } from './sessions/session-rows';
import { createSessions } from './sessions/sessions';
import { NAME, OPEN, PREVIEW_ROLE, SHARE_VIEWS, USE_BUILDER } from './types';

export type { AdminExtension, AdminExtensions } from './extensions/extensions';

/** Before plugins that recognise tokens: their requests see no other role. */
const FIRST = -100;

export default definePlugin({
  name: NAME,
  dependencies: ['users-permissions', 'rest'],
  after: ['upload'],
  config: adminConfig,
  provides: { commands: ['admin'], pluginOptions: ['admin'], actions: ['readPrivate'] },

  register(app, config) {
    const { hooks, actions, container } = app;
    const { path, presence } = config;
    const base = `${path}/api`;
    const documents = `${base}/documents`;
    const name = config.name ?? applicationName(app.dir);
    const rows = declareRows(app);
    hooks.schema.renamed(followRenames(rows));
    const withUserLock = createWithUserLock(app);
    const cookie = createSessionCookie(app.config.server.url);
    const sessions = createSessions(app, rows, cookie, config);
    const links = createLinks(app, rows);

    const registry = createExtensionRegistry();
    const extensions = createExtensions(app, path, registry);
    container.provide(EXTENSIONS, registry);

    actions.add({ name: OPEN, description: 'Opens the admin' });
    actions.add({ name: PREVIEW_ROLE, description: 'Sees the admin as another role' });
    actions.add({ name: SHARE_VIEWS, description: 'Shares views of lists' });
    // Also in production, so that a configuration with it is the same everywhere.
    actions.add({ name: USE_BUILDER, description: 'Changes content types in development' });
    hooks.schema.contentType((type) => {
      type.knowsPluginOption(NAME);
      // Lists and Home show the newest documents first.
      if (type.uid.startsWith('api::') && type.definition.kind !== 'singleType')
        type.addIndex(['updated_at']);
    });
    hooks.schema.ready(({ types }) => {
      for (const type of types.values()) {
        if (!type.api) continue;
        // Policies of config/api do not apply here, so only callers who may open the admin use these routes.
        for (const each of documentRoutes(app, type, `${documents}/${type.uid.replace('::', '.')}`))
          app.routes.add({ ...each, policies: [(request) => request.can(OPEN)] });
        const isPrivate = [...type.attributes.values()].some(({ common }) => common.private);
        if (isPrivate)
          actions.add({
            name: `${type.uid}.readPrivate`,
            description: `Reads private attributes of ${type.displayName} in the admin`,
          });
      }
    });
    const users = () => container.resolve(USERS);
    const routes = [
      ...authRoutes({ base, users, sessions, links, cookie }),
      ...contentRoutes(app, base, name, extensions.served),
      ...preferenceRoutes(base, rows, withUserLock),
      ...viewRoutes(app, base, rows, withUserLock),
      explainRoute(app, base),
      settingsRoute(app, base),
      uidRoute(app, base),
      ...(presence.enabled ? [presenceRoute(app, base, users, sessions, presence.recheckSeconds)] : []),
      ...(app.environment === 'development' ? builderRoutes(app, base) : []),
      extensions.route,
      pageRoute({
        path,
        name,
        prefix: app.config.api.rest.prefix,
        shortestPassword: SHORTEST_PASSWORD,
        hasAdministrator: () => hasAdministrator(app),
        hasPasskeys: () => app.plugins.some((plugin) => plugin.name === 'passkeys'),
        frames: () => previewSites(app.schema.types.values()),
        fileSites: async () => (await app.files?.origins()) ?? [],
      }),
    ];
    for (const route of routes) app.routes.add(route);
    addFiles(app, path);

    const doors = doorsOf(base);
    const asRole = createAsRole(app);
    hooks.request.authenticate(createAuthenticate({ app, cookie, sessions, base, doors, asRole }), {
      stage: FIRST,
    });
    hooks.request.visibility((visibility, request) =>
      request.path.startsWith(`${documents}/`)
        ? withVisibility(visibility, {
            scope: `${visibility.scope} private`,
            readsPrivate: readsPrivate(visibility),
          })
        : visibility,
    );

    whenUserIsDeleted(app, NAME, (_documentId, ids) => removeRowsOf(ids, rows));
    app.commands.add(adminCommand(app, links, path));
    const { readOnly } = app.config.server;
    hooks.boot.before(async () => {
      if (!readOnly) await sessions.clean();
    });
    hooks.boot.after(() => extensions.log());
    hooks.listening(async (server) => {
      if (readOnly || (await hasAdministrator(app))) return;
      if (app.isProduction) app.log.info('the admin has no administrator yet; run: npx quire admin link');
      else {
        const link = linkOf(app, path, await links.create(null), server.url);
        app.log.info(`Make the first administrator (the link works once, within an hour): ${link}`);
      }
    });
  },

  async boot(app) {
    if (!app.config.server.readOnly) await fullRole(app);
  },

  members:
    (app) =>
    ({ name }) => ({
      admin: { extend: (extension) => void app.container.resolve(EXTENSIONS).as(name).add(extension) },
    }),
});
