// `quire role …` and `quire user create`: manages roles and creates users from the command line.
import { type App, expandActions, type PluginCommand, StartupError } from '../../core';
import { createUser } from './accounts/create-user';
import { unknownAction } from './roles/declared-roles';
import type { Grants } from './roles/grants';
import { CREDENTIALS, GRANTS } from './services';

const USAGE = 2;

export const roleCommand = (app: App): PluginCommand => ({
  name: 'role',
  description: 'Lists and creates roles, grants and revokes permissions.',
  usage: [
    'quire role list [ROLE] [--actions]',
    'quire role create ROLE [--name NAME] [--description TEXT]',
    'quire role grant ROLE ACTION…',
    'quire role revoke ROLE ACTION…',
  ],
  example: "quire role grant public api::article.article.find 'api::product.*'",
  flags: {
    actions: { type: 'boolean', description: 'With list: all actions that can be granted.' },
    name: { type: 'string', value: 'NAME', description: 'With create: the displayed name.' },
    description: { type: 'string', value: 'TEXT', description: 'With create: the purpose of the role.' },
  },
  async run({ words, flags, print }) {
    const [verb, type, ...given] = words;
    if (verb === 'list' && flags.actions === true) {
      for (const { name, description, plugin } of byName(app.actions.entries()))
        print(`${name}  ${description} (${plugin})`);
      return 0;
    }
    if (verb === 'list' && given.length === 0) return listRoles(app, type, print);
    if (verb === 'create' && type !== undefined && given.length === 0) {
      await app.start();
      const grants = app.container.resolve(GRANTS);
      if (!/^[a-z][a-z0-9_-]*$/.test(type))
        throw mistake('ROLE', `"${type}" is not a role type: use lower-case letters, digits, _ and -`);
      if (await grants.roleOfType(type)) throw mistake('ROLE', `the role "${type}" already exists`);
      const name = typeof flags.name === 'string' ? flags.name : type;
      const description = typeof flags.description === 'string' ? flags.description : '';
      await grants.createRole({ type, name, description }, []);
      print(`created the role ${type}`);
      return 0;
    }
    if ((verb === 'grant' || verb === 'revoke') && type !== undefined && given.length > 0) {
      for (const action of expandActions(given, app.actions.names())) {
        const problem = verb === 'grant' ? unknownAction(app, action) : null;
        if (problem !== null) throw mistake('ACTION', problem);
      }
      await app.start();
      const grants = app.container.resolve(GRANTS);
      const role = await roleOf(grants, type);
      const before = await grants.of(role);
      const granted = before.map(({ action }) => action);
      const actions = expandActions(given, verb === 'grant' ? app.actions.names() : granted);
      const changed =
        verb === 'grant'
          ? await grants.grant(
              role,
              actions.map((action) => ({ action, rule: null })),
            )
          : await grants.revoke(role, actions);
      for (const action of actions) {
        if (changed.includes(action)) print(`${verb === 'grant' ? 'granted' : 'revoked'} ${action}`);
        else print(`${action}: ${verb === 'grant' ? 'already granted' : 'was not granted'}`);
      }
      const returns = before.filter(({ action, declared }) => declared && actions.includes(action));
      if (verb === 'revoke' && returns.length > 0)
        print(
          `The configuration grants ${returns.map(({ action }) => action).join(', ')} again at the next start: remove it from roles.${type} of users-permissions in config/plugins.`,
        );
      return 0;
    }
    return USAGE;
  },
});

async function listRoles(app: App, type: string | undefined, print: (line: string) => void): Promise<number> {
  await app.start();
  const grants = app.container.resolve(GRANTS);
  if (type !== undefined) {
    for (const { action, rule, declared } of await grants.of(await roleOf(grants, type)))
      print(
        `${action}${rule ? ` ${JSON.stringify(rule)}` : ''}${declared ? ' (from the configuration)' : ''}${app.actions.has(action) ? '' : ' (unknown action)'}`,
      );
    return 0;
  }
  for (const role of await app.documents('plugin::users-permissions.role').findMany({ sort: 'id' }))
    print(`${role.type}  ${role.name}  ${(await grants.of(role.documentId)).length} permissions`);
  return 0;
}

async function roleOf(grants: Grants, type: string): Promise<string> {
  const role = await grants.roleOfType(type);
  if (!role) throw mistake('ROLE', `the role "${type}" does not exist; "quire role list" lists all roles`);
  return role.documentId;
}

export const userCommand = (app: App): PluginCommand => ({
  name: 'user',
  description: 'Creates a user. Asks for the password, or reads it from the standard input.',
  usage: ['quire user create USERNAME EMAIL [--role ROLE] [--unconfirmed]'],
  example: 'quire user create ada ada@example.org --role authenticated',
  flags: {
    role: {
      type: 'string',
      value: 'ROLE',
      description: 'The role of the user. Default: authenticated.',
    },
    unconfirmed: { type: 'boolean', description: 'Leaves the address unconfirmed.' },
  },
  async run({ words, flags, print, ask }) {
    const [verb, name, address, ...more] = words;
    if (verb !== 'create' || name === undefined || address === undefined || more.length > 0) return USAGE;
    const password = await ask('Password: ');
    await app.start();
    const { container } = app;
    const grants = container.resolve(GRANTS);
    const role = await roleOf(grants, typeof flags.role === 'string' ? flags.role : 'authenticated');
    const confirmed = flags.unconfirmed !== true;
    const given = { username: name, email: address, password, confirmed, role };
    const created = await createUser(app, container.resolve(CREDENTIALS), given);
    if (typeof created !== 'number') throw mistake('user', created.map(({ message }) => message).join('; '));
    print(`created the user ${name} (${created})`);
    return 0;
  },
});

const byName = <T extends { readonly name: string }>(list: readonly T[]): readonly T[] =>
  list.toSorted((a, b) => (a.name < b.name ? -1 : 1));

const mistake = (where: string, message: string): StartupError =>
  new StartupError('The command failed:', [{ where, message }]);
