// `quire passkeys remove`: for a user who has lost the devices.
import { type App, type PluginCommand, StartupError } from '../../core';
import { USERS } from '../users-permissions';
import type { Passkeys } from './passkey-rows';
import { NAME } from './types';

const USAGE = 2;

export const passkeysCommand = (app: App, passkeys: Passkeys): PluginCommand => ({
  name: NAME,
  description: 'Removes the passkeys of a user who has lost them.',
  usage: ['quire passkeys remove USER'],
  example: 'quire passkeys remove ada@example.org',
  async run({ words, print }) {
    const [verb, identifier, ...more] = words;
    if (verb !== 'remove' || identifier === undefined || more.length > 0) return USAGE;
    await app.start();
    const account = await app.container.resolve(USERS).find(identifier);
    if (!account)
      throw new StartupError('The command failed:', [
        { where: 'USER', message: `there is no user with the name or address "${identifier}"` },
      ]);
    const removed = await app.database.transaction(async () => {
      const count = await passkeys.removeAll(account.documentId);
      if (count > 0) await app.record('passkey.removed', { user: account.id, count });
      return count;
    });
    print(`removed ${removed} passkey${removed === 1 ? '' : 's'} of ${account.username}`);
    return 0;
  },
});
