// `quire create type NAME`: a content type as a file of the application. The application must load with it, or no file stays.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartupError } from '../../errors/startup-error';
import { type Command, type CommandHost, DIR_FLAG, EXIT, textFlag } from '../command';
import { print } from '../terminal';
import { writeNewFile } from './new-files';
import { parseAttributes } from './parse-attributes';

const TYPE_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

export const createTypeCommand: Command = {
  name: 'create type',
  summary: 'Creates a content type in an application.',
  usage:
    'quire create type NAME [--dir PATH] [--single] [--plural NAME] [--attributes LIST] [--options LIST]',
  example: 'quire create type product --attributes name:string!,price:decimal,maker:relation=maker',
  operand: 'NAME',
  flags: {
    dir: DIR_FLAG,
    single: { type: 'boolean', description: 'A single type: at most one document.' },
    plural: {
      type: 'string',
      value: 'NAME',
      description: 'The plural of the name. Default: an English one.',
    },
    attributes: {
      type: 'string',
      value: 'LIST',
      description: 'Attributes with their types; ! means required. Default: name:string!',
    },
    options: { type: 'string', value: 'LIST', description: 'Options of the type to enable.' },
  },
  notes: [
    'Entries of a list are separated by commas. Three types take a value after =:',
    '  status:enumeration=new|used   maker:relation=maker   size:component=shop.size',
  ].join('\n'),
  async run(flags, name = '', host) {
    const dir = resolve(textFlag(flags, 'dir') ?? '.');
    if (!TYPE_NAME.test(name))
      throw new StartupError(
        `"${name}" cannot be the name of a content type. Use lower-case words joined by dashes, like blog-post.`,
      );
    if (!existsSync(join(dir, 'config')) && !existsSync(join(dir, 'src', 'api')))
      throw new StartupError(
        `${dir} is not an application: it has no folder config. Create one with quire create app, or select it with --dir PATH.`,
      );
    const path = pathOf(dir, name);
    const definition = {
      kind: flags.single === true ? 'singleType' : 'collectionType',
      info: {
        singularName: name,
        pluralName: textFlag(flags, 'plural') ?? pluralOf(name),
        displayName: titleOf(name),
      },
      ...optionsOf(textFlag(flags, 'options')),
      attributes: parseAttributes(textFlag(flags, 'attributes') ?? 'name:string!'),
    };
    await writeChecked(host, dir, path, `${JSON.stringify(definition, null, 2)}\n`);
    print(
      `Created the content type api::${name}.${name} in ${join(dir, path)}. Restart a running application.`,
    );
    return EXIT.ok;
  },
};

async function writeChecked(
  { createKernel }: CommandHost,
  dir: string,
  path: string,
  text: string,
): Promise<void> {
  if (existsSync(join(dir, path)))
    throw new StartupError(`${join(dir, path)} exists. Choose another name, or change that file.`);
  const undo = writeNewFile(join(dir, path), text);
  try {
    await createKernel({ dir, overrides: { server: { logs: { level: 'silent' } } } });
  } catch (error) {
    undo();
    throw error;
  }
}

/** The layout of the application: `config/content-types`, or `src/api` where it is in use. */
const pathOf = (dir: string, name: string): string =>
  existsSync(join(dir, 'src', 'api'))
    ? `src/api/${name}/content-types/${name}/schema.json`
    : `config/content-types/${name}.json`;

function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

const titleOf = (name: string): string => {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const optionsOf = (list: string | undefined): { readonly options?: Readonly<Record<string, true>> } =>
  list === undefined
    ? {}
    : { options: Object.fromEntries(list.split(',').map((name) => [name.trim(), true])) };
