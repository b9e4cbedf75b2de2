// `quire create type NAME`: a content type as a file of the application. The application must load with it, or no file stays.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartupError } from '../../errors/startup-error';
import { type Command, DIR_FLAG, EXIT, textFlag } from '../command';
import { print } from '../terminal';
import { ATTRIBUTES_HELP, parseAttributes, titleOf } from './parse-attributes';
import { requireApplication, writeDefinition } from './write-definition';

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
    options: {
      type: 'string',
      value: 'LIST',
      description: 'Options of the type to enable; those of a plugin have the form PLUGIN.NAME.',
    },
  },
  notes: ATTRIBUTES_HELP,
  async run(flags, name = '', host) {
    const dir = resolve(textFlag(flags, 'dir') ?? '.');
    if (!TYPE_NAME.test(name))
      throw new StartupError(
        `"${name}" cannot be the name of a content type. Use lower-case words joined by dashes, like blog-post.`,
      );
    requireApplication(dir);
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
    const uid = `api::${name}.${name}`;
    await writeDefinition(host, dir, { kind: 'content-type', uid, path, definition });
    print(`Created the content type ${uid} in ${join(dir, path)}. Restart a running application.`);
    return EXIT.ok;
  },
};

/** The layout of the application: `config/content-types`, or `src/api` where it is in use. */
const pathOf = (dir: string, name: string): string =>
  existsSync(join(dir, 'src', 'api'))
    ? `src/api/${name}/content-types/${name}/schema.json`
    : `config/content-types/${name}.json`;

function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

/** `i18n.localized` is an option of a plugin. */
function optionsOf(list: string | undefined): { readonly options?: object; readonly pluginOptions?: object } {
  const options: Record<string, true> = {};
  const plugins: Record<string, Record<string, true>> = {};
  for (const entry of (list ?? '').split(',').map((text) => text.trim())) {
    const [, plugin, name] = /^([\w-]+)\.(\w+)$/.exec(entry) ?? [];
    if (plugin !== undefined && name !== undefined) plugins[plugin] = { ...plugins[plugin], [name]: true };
    else if (entry !== '') options[entry] = true;
  }
  return {
    ...(Object.keys(options).length > 0 ? { options } : {}),
    ...(Object.keys(plugins).length > 0 ? { pluginOptions: plugins } : {}),
  };
}
