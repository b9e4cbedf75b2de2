// transfer: the commands `quire export` and `quire import`. The command line enables the plugin for commands only.
import { definePlugin } from '../../core';
import { exportCommand, importCommand } from './commands';

export default definePlugin({
  name: 'transfer',
  provides: { commands: ['export', 'import'] },
  after: ['i18n', 'users-permissions', 'upload', 'api-tokens'],
  register(app) {
    // The table of settings exists in each application that is exported or imported.
    app.state({});
    app.commands.add(exportCommand(app));
    app.commands.add(importCommand(app));
  },
});
