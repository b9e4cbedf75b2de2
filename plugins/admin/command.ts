// `quire admin link`: a one-time link for a new administrator, or for a user who lost the password.
import type { App, PluginCommand } from '../../core';
import { userNamed } from '../users-permissions';
import type { Links } from './sessions/links';

const USAGE = 2;

export const adminCommand = (app: App, links: Links, path: string): PluginCommand => ({
  name: 'admin',
  description: 'Makes a one-time link to the admin: for a new administrator, or a new password.',
  usage: ['quire admin link [--user NAME]'],
  example: 'quire admin link --user ada',
  flags: {
    user: {
      type: 'string',
      value: 'NAME',
      description: 'The user who gets a new password. Default: the link creates an administrator.',
    },
  },
  async run({ words, flags, print }) {
    if (words.length !== 1 || words[0] !== 'link') return USAGE;
    await app.start();
    const user = typeof flags.user === 'string' ? (await userNamed(app, flags.user, '--user')).id : null;
    print(linkOf(app, path, await links.create(user)));
    print('It works once, within an hour.');
    return 0;
  },
});

/** `open`: the address of the open port. The banner also says "localhost", and a session is of one host. */
export function linkOf(
  { config: { server } }: Pick<App, 'config'>,
  path: string,
  secret: string,
  open = `http://${server.host}:${server.port}`,
): string {
  const local = open.replace(/\/\/(0\.0\.0\.0|127\.0\.0\.1|\[?::1?\]?)(?=:\d+$)/, '//localhost');
  return `${server.url ?? local}${path}/welcome#${secret}`;
}
