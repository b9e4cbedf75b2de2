// `quire create plugin NAME`: a package with a plugin and its test, in a new folder.
import { join, relative, resolve } from 'node:path';
import { builtInPlugins } from '../../app/find-plugin';
import { StartupError } from '../../errors/startup-error';
import { type Command, EXIT, type FlagDefinition, textFlag } from '../command';
import { print } from '../terminal';
import { filesOfTemplate, writeNewFolder } from './new-files';
import { quireSpec, quireVersion } from './quire-package';

const PLUGIN_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const LONGEST_NAME = 60;

const DIR: FlagDefinition = {
  type: 'string',
  value: 'PATH',
  description: 'The folder in which the new folder is created. Default: the current folder.',
};

export const createPluginCommand: Command = {
  name: 'create plugin',
  summary: 'Creates a package with a plugin and its test.',
  usage: 'quire create plugin NAME [--dir PATH] [--js]',
  example: 'quire create plugin audit-log',
  operand: 'NAME',
  flags: { dir: DIR, js: { type: 'boolean', description: 'JavaScript. Default: TypeScript.' } },
  notes: 'The folder and the package are called quire-plugin-NAME.',
  async run(flags, name = '') {
    if (!PLUGIN_NAME.test(name) || name.length > LONGEST_NAME)
      throw new StartupError(
        `"${name}" cannot be the name of a plugin. Use at most ${LONGEST_NAME} lower-case letters, digits and dashes, like audit-log.`,
      );
    if (builtInPlugins().includes(name))
      throw new StartupError(`"${name}" is a built-in plugin. Choose another name.`);
    const dir = resolve(textFlag(flags, 'dir') ?? '.', `quire-plugin-${name}`);
    const template = flags.js === true ? 'plugin-javascript' : 'plugin-typescript';
    writeNewFolder(dir, filesOfTemplate(template, { name, version: quireVersion(), quire: quireSpec(dir) }));
    print(`Created the plugin "${name}" in ${dir}. Next:\n`);
    print(`  cd ${relative('.', dir) || '.'}\n  npm install\n  npm test\n`);
    print(`The plugin is in ${join(dir, flags.js === true ? 'index.js' : 'src/index.ts')}.`);
    return EXIT.ok;
  },
};
