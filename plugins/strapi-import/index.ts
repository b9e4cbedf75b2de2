// strapi-import: the command `quire import-strapi`. The command line enables the plugin for the command only.
import { definePlugin } from '../../core';
import { importCommand } from './command';

/** Loaded when it is needed. */
const load = (): typeof import('./application/application-of-project') =>
  require('./application/application-of-project');

export default definePlugin({
  name: 'strapi-import',
  provides: { commands: ['import-strapi'] },
  after: ['i18n', 'users-permissions', 'upload', 'api-tokens'],
  applicationFrom: (project) => load().applicationOfProject(project),
  register(app) {
    app.commands.add(importCommand(app));
  },
});
