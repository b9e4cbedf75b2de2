// Commands about one user. `quire NAME remove USER`: of a plugin that keeps something of users, such as a second factor, which they may lose.
import { type App, type PluginCommand, StartupError } from '../../core';
import { USERS } from './services';
import type { Account } from './types';

export interface Removing {
  readonly name: string;
  readonly description: string;
  /** Runs in a transaction. Returns the line for the operator. */
  remove(account: Account): Promise<string>;
}

const USAGE = 2;

export const removingCommand = (app: App, { name, description, remove }: Removing): PluginCommand => ({
  name,
  description,
  usage: [`quire ${name} remove USER`],
  example: `quire ${name} remove ada@example.org`,
  async run({ words, print }) {
    const [verb, identifier, ...more] = words;
    if (verb !== 'remove' || identifier === undefined || more.length > 0) return USAGE;
    await app.start();
    const account = await userNamed(app, identifier, 'USER');
    print(await app.database.transaction(() => remove(account)));
    return 0;
  },
});

/** The user with this name or address. `where`: the argument of the command, for the message. */
export async function userNamed(app: Pick<App, 'container'>, name: string, where: string): Promise<Account> {
  const account = await app.container.resolve(USERS).find(name);
  if (account) return account;
  throw new StartupError('The command failed:', [
    { where, message: `there is no user with the name or address "${name}"` },
  ]);
}
