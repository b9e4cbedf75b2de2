// `quire create component CATEGORY.NAME`: a component as a file of the application.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartupError } from '../../errors/startup-error';
import { type Command, DIR_FLAG, EXIT, textFlag } from '../command';
import { print } from '../terminal';
import { ATTRIBUTES_HELP, parseAttributes, titleOf } from './parse-attributes';
import { requireApplication, writeDefinition } from './write-definition';

const UID = /^([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\.([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/;

export const createComponentCommand: Command = {
  name: 'create component',
  summary: 'Creates a component in an application.',
  usage: 'quire create component CATEGORY.NAME [--dir PATH] [--attributes LIST]',
  example: 'quire create component shop.size --attributes width:decimal!,height:decimal!',
  operand: 'CATEGORY.NAME',
  flags: {
    dir: DIR_FLAG,
    attributes: {
      type: 'string',
      value: 'LIST',
      description: 'Attributes with their types; ! means required. Default: name:string!',
    },
  },
  notes: ATTRIBUTES_HELP,
  async run(flags, uid = '', host) {
    const dir = resolve(textFlag(flags, 'dir') ?? '.');
    const [, category, name] = UID.exec(uid) ?? [];
    if (category === undefined || name === undefined)
      throw new StartupError(
        `"${uid}" cannot be the name of a component. Use a category and a name of lower-case words, like shop.size.`,
      );
    requireApplication(dir);
    const path = `${rootIn(dir)}/${category}/${name}.json`;
    const definition = {
      info: { displayName: titleOf(name) },
      attributes: parseAttributes(textFlag(flags, 'attributes') ?? 'name:string!'),
    };
    await writeDefinition(host, dir, { kind: 'component', uid, path, definition });
    print(`Created the component ${uid} in ${join(dir, path)}. Restart a running application.`);
    return EXIT.ok;
  },
};

/** The layout of the application. */
const rootIn = (dir: string): string =>
  existsSync(join(dir, 'src', 'api')) ? 'src/components' : 'config/components';
