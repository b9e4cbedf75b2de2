// `name:string!,maker:relation=maker` → the attributes of a definition. The schema checks types and names.
import { StartupError } from '../../errors/startup-error';

type Definition = Readonly<Record<string, unknown>>;

export function parseAttributes(list: string): Readonly<Record<string, Definition>> {
  const attributes = new Map<string, Definition>();
  for (const entry of list.split(',').map((text) => text.trim())) {
    const [, name, type, required, value] = /^(\w+):([\w-]+)(!?)(?:=(.+))?$/.exec(entry) ?? [];
    if (name === undefined || type === undefined)
      throw new StartupError(
        `--attributes: "${entry}" is not an attribute. Write NAME:TYPE, NAME:TYPE! or NAME:TYPE=VALUE.`,
      );
    if (attributes.has(name))
      throw new StartupError(`--attributes: "${name}" is there twice. Remove one of them.`);
    const own = VALUES[type];
    if (own && value === undefined)
      throw new StartupError(`--attributes: "${entry}" needs a value: ${name}:${type}=${own.example}.`);
    if (!own && value !== undefined)
      throw new StartupError(
        `--attributes: the type "${type}" takes no value. Write ${name}:${type}${required}, and add options to the file.`,
      );
    attributes.set(name, {
      type,
      ...(required ? { required: true } : {}),
      ...own?.keysOf(value ?? ''),
    });
  }
  return Object.fromEntries(attributes);
}

/** `home-page` → `Home page` */
export const titleOf = (name: string): string => {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** For the help of both commands. */
export const ATTRIBUTES_HELP = [
  'Entries of a list are separated by commas. Three types take a value after =:',
  '  status:enumeration=new|used   maker:relation=maker   size:component=shop.size',
].join('\n');

/** The types that need a value. */
const VALUES: Readonly<Record<string, { readonly example: string; keysOf(value: string): Definition }>> = {
  enumeration: { example: 'new|used', keysOf: (value) => ({ enum: value.split('|') }) },
  relation: {
    example: 'maker',
    keysOf: (value) => ({
      relation: 'manyToOne',
      target: value.includes('::') ? value : `api::${value}.${value}`,
    }),
  },
  component: { example: 'shop.size', keysOf: (value) => ({ component: value }) },
};
