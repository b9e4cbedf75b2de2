// The attributes that a Strapi project adds to its users: `src/extensions/users-permissions/content-types/user/schema.json`. The file also
// repeats the attributes of the plugin, which stay as they are here.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AttributeDefinition, check, StartupError } from '../../core';
import { USER_ATTRIBUTES } from './content-types';

const FILE = 'src/extensions/users-permissions/content-types/user/schema.json';

export const isExtension = (file: string): boolean => file === FILE;

export function extensionAttributes(dir: string): Readonly<Record<string, AttributeDefinition>> {
  const path = join(dir, FILE);
  if (!existsSync(path)) return {};
  const schema = parsed(readFileSync(path, 'utf8'));
  const attributes = check.isPlainObject(schema) ? schema.attributes : undefined;
  if (!check.isPlainObject(attributes))
    throw new StartupError('The extension of the user cannot be read:', [
      { where: FILE, at: 'attributes', message: 'expected an object with the attributes of the user' },
    ]);
  // The compiler of the content model checks them.
  return Object.fromEntries(
    Object.entries(attributes as Record<string, AttributeDefinition>).filter(
      ([name]) => !Object.hasOwn(USER_ATTRIBUTES, name),
    ),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartupError('The extension of the user cannot be read:', [
      { where: FILE, message: `not valid JSON: ${error instanceof Error ? error.message : error}` },
    ]);
  }
}
