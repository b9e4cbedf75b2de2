// transfer: the commands `quire export`, `quire import` and `quire seed`, and routes of REST for tables. The command line enables the plugin by itself.
import { definePlugin, restBase } from '../../core';
import { exportCommand, importCommand } from './commands';
import { createLeftOut } from './run/left-out';
import { seedCommand } from './seed/seed-command';
import { seedState } from './seed/seed-state';
import { tableRoutes } from './table/table-routes';

export { tableRoutes } from './table/table-routes';

export default definePlugin({
  name: 'transfer',
  provides: { commands: ['export', 'import', 'seed'], actions: ['export', 'import'] },
  after: ['i18n', 'users-permissions', 'upload', 'api-tokens'],
  register(app) {
    // Its table has the settings, too, which an export reads.
    const state = app.state(seedState);
    app.commands.add(exportCommand(app, createLeftOut(app)));
    app.commands.add(importCommand(app));
    app.commands.add(seedCommand(app, state));
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
