// `quire passkeys remove`: for a user who has lost the devices.
import type { App, PluginCommand } from '../../core';
import { removingCommand } from '../users-permissions';
import type { Passkeys } from './passkey-rows';
import { NAME } from './types';

export const passkeysCommand = (app: App, passkeys: Passkeys): PluginCommand =>
  removingCommand(app, {
    name: NAME,
    description: 'Removes the passkeys of a user who has lost them.',
    async remove({ id: user, documentId, username }) {
      const count = await passkeys.removeAll(documentId);
      if (count > 0) await app.record('passkey.removed', { user, count });
      return `removed ${count} passkey${count === 1 ? '' : 's'} of ${username}`;
    },
  });
