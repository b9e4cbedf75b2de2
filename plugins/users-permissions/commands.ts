// `quire role …` and `quire user create`: roles and users from the command line.
import { type Kernel, type PluginCommand, StartupError } from '../../core';
import { unknownAction } from './declared-roles';
import type { Grants } from './grants';
import { CREDENTIALS, GRANTS } from './tokens';
import { USER } from './types';
import { Complaints, isTooLong } from './validation';

const USAGE = 2;

export const roleCommand: PluginCommand = {
  summary: 'Shows roles and what they may do, gives and takes permissions.',
  usage: [
    'quire role list [ROLE] [--actions]',
    'quire role create ROLE [--name NAME] [--description TEXT]',
    'quire role grant ROLE ACTION…',
    'quire role revoke ROLE ACTION…',
  ],
  flags: {
    actions: { type: 'boolean', description: 'With list: everything that can be allowed.' },
    name: { type: 'string', value: 'NAME', description: 'With create: the name people see.' },
    description: { type: 'string', value: 'TEXT', description: 'With create: what the role is for.' },
  },
  async run(kernel, { words, flags, print }) {
    const [verb, type, ...actions] = words;
    if (verb === 'list' && flags.actions === true) {
      for (const { name, description, plugin } of kernel.actions.all())
        print(`${name}  ${description} (${plugin})`);
      return 0;
    }
    if (verb === 'list' && actions.length === 0) return listRoles(kernel, type, print);
    if (verb === 'create' && type !== undefined && actions.length === 0) {
      await kernel.start();
      const grants = kernel.container.resolve(GRANTS);
      if (!/^[a-z][a-z0-9_-]*$/.test(type))
        throw mistake('ROLE', `"${type}" is no type of a role: small letters, digits and dashes`);
      if (await grants.roleOfType(type)) throw mistake('ROLE', `there is a role "${type}" already`);
      const name = typeof flags.name === 'string' ? flags.name : type;
      const description = typeof flags.description === 'string' ? flags.description : '';
      await grants.createRole({ type, name, description }, []);
      print(`created the role ${type}`);
      return 0;
    }
    if ((verb === 'grant' || verb === 'revoke') && type !== undefined && actions.length > 0) {
      for (const action of actions) {
        const problem = verb === 'grant' ? unknownAction(kernel, action) : null;
        if (problem !== null) throw mistake('ACTION', problem);
      }
      await kernel.start();
      const grants = kernel.container.resolve(GRANTS);
      const role = await roleOf(grants, type);
      const changed =
        verb === 'grant'
          ? await grants.grant(
              role,
              actions.map((action) => ({ action, rule: null })),
            )
          : await grants.revoke(role, actions);
      for (const action of actions) {
        if (changed.includes(action)) print(`${verb === 'grant' ? 'granted' : 'revoked'} ${action}`);
        else print(`${action}: ${verb === 'grant' ? 'had it already' : 'did not have it'}`);
      }
      return 0;
    }
    return USAGE;
  },
};

async function listRoles(
  kernel: Kernel,
  type: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  await kernel.start();
  const grants = kernel.container.resolve(GRANTS);
  if (type !== undefined) {
    for (const { action, rule, declared } of await grants.of(await roleOf(grants, type)))
      print(
        `${action}${rule ? ` ${JSON.stringify(rule)}` : ''}${declared ? ' (from the configuration)' : ''}${kernel.actions.has(action) ? '' : ' (no plugin knows it)'}`,
      );
    return 0;
  }
  for (const role of await kernel.documents('plugin::users-permissions.role').findMany({ sort: 'id' }))
    print(`${role.type}  ${role.name}  ${(await grants.of(role.documentId)).length} permissions`);
  return 0;
}

async function roleOf(grants: Grants, type: string): Promise<string> {
  const role = await grants.roleOfType(type);
  if (!role) throw mistake('ROLE', `there is no role of the type "${type}"; "quire role list" shows all`);
  return role.documentId;
}

export const userCommand: PluginCommand = {
  summary: 'Creates a user; asks for the password, or reads it from the standard input.',
  usage: ['quire user create USERNAME EMAIL [--role ROLE] [--unconfirmed]'],
  flags: {
    role: {
      type: 'string',
      value: 'ROLE',
      description: 'The type of the role; that of who registers when absent.',
    },
    unconfirmed: { type: 'boolean', description: 'The address has still to be confirmed.' },
  },
  async run(kernel, { words, flags, print, ask }) {
    const [verb, name, address, ...more] = words;
    if (verb !== 'create' || name === undefined || address === undefined || more.length > 0) return USAGE;
    const password = await ask('Password: ');
    const complaints = new Complaints();
    const email = complaints.email({ email: address });
    const checked = complaints.password({ password });
    if (isTooLong(checked) || complaints.issues.length > 0)
      throw mistake('user', complaints.issues.map(({ message }) => message).join('; '));
    await kernel.start();
    const { container } = kernel;
    const grants = container.resolve(GRANTS);
    const role = await roleOf(grants, typeof flags.role === 'string' ? flags.role : 'authenticated');
    const taken = await container.resolve(CREDENTIALS).taken(name, email);
    if (taken) throw mistake('user', `the ${taken} is taken`);
    const confirmed = flags.unconfirmed !== true;
    const data = {
      username: name,
      email,
      password: checked,
      provider: 'local',
      confirmed,
      blocked: false,
      role,
    };
    const user = await kernel.documents(USER).create({ data, fields: ['id'] });
    print(`created the user ${name} (${user.id})`);
    return 0;
  },
};

const mistake = (where: string, message: string): StartupError =>
  new StartupError('That cannot be done:', [{ where, message }]);
