// `quire two-factor remove`: for a user who has lost the app and the recovery codes.
import type { App, PluginCommand } from '../../core';
import { removingCommand } from '../users-permissions';
import type { Factors } from './factor-rows';
import { NAME } from './types';

export const twoFactorCommand = (app: App, factors: Factors): PluginCommand =>
  removingCommand(app, {
    name: NAME,
    description: 'Removes the second factor of a user who has lost it.',
    async remove({ id: user, documentId, username }) {
      if (!(await factors.remove(documentId))) return `${username} has no second factor`;
      await app.record('two-factor.disabled', { user });
      return `removed the second factor of ${username}`;
    },
  });
