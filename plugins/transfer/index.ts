// transfer: the commands `quire export` and `quire import`, and both as routes of REST. The command line enables the plugin by itself.
import { definePlugin, restBase } from '../../core';
import { exportCommand, importCommand } from './commands';
import { tableRoutes } from './table/table-routes';

export { tableRoutes } from './table/table-routes';

export default definePlugin({
  name: 'transfer',
  provides: { commands: ['export', 'import'] },
  after: ['i18n', 'users-permissions', 'upload', 'api-tokens'],
  register(app) {
    // The table of settings exists in each application that is exported or imported.
    app.state({});
    app.commands.add(exportCommand(app));
    app.commands.add(importCommand(app));
    if (!app.plugins.some(({ name }) => name === 'rest')) return;
    const { rest } = app.config.api;
    app.hooks.schema.ready(({ types }) => {
      for (const type of types.values()) {
        // `only` of config/api names all routes of the type.
        if (!type.api || rest.types[type.uid]?.only) continue;
        for (const route of tableRoutes(app, type, restBase(app.config.api, type))) app.routes.add(route);
      }
    });
  },
});
