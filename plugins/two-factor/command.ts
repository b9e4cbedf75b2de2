// `quire two-factor remove`: for a user who has lost the app and the recovery codes.
import { type App, type PluginCommand, StartupError } from '../../core';
import { USERS } from '../users-permissions';
import type { Factors } from './factor-rows';
import { NAME } from './types';

const USAGE = 2;

export const twoFactorCommand = (app: App, factors: Factors): PluginCommand => ({
  name: NAME,
  description: 'Removes the second factor of a user who has lost it.',
  usage: ['quire two-factor remove USER'],
  example: 'quire two-factor remove ada@example.org',
  async run({ words, print }) {
    const [verb, identifier, ...more] = words;
    if (verb !== 'remove' || identifier === undefined || more.length > 0) return USAGE;
    await app.start();
    const account = await app.container.resolve(USERS).find(identifier);
    if (!account)
      throw new StartupError('The command failed:', [
        { where: 'USER', message: `there is no user with the name or address "${identifier}"` },
      ]);
    const wasThere = await app.database.transaction(async () => {
      const isRemoved = await factors.remove(account.documentId);
      if (isRemoved) await app.record('two-factor.disabled', { user: account.id });
      return isRemoved;
    });
    print(
      wasThere
        ? `removed the second factor of ${account.username}`
        : `${account.username} has no second factor`,
    );
    return 0;
  },
});
