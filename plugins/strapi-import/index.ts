// strapi-import: the command `quire import-strapi`. The command line enables the plugin for the command only.
import { definePlugin } from '../../core';
import { importCommand } from './command';

export default definePlugin({
  name: 'strapi-import',
  provides: { commands: ['import-strapi'] },
  after: ['i18n', 'users-permissions', 'upload', 'api-tokens'],
  register(app) {
    app.commands.add(importCommand(app));
  },
});
