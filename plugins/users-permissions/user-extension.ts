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
  const options = check.isPlainObject(schema) && check.isPlainObject(schema.options) ? schema.options : {};
  const hidden = Array.isArray(options.privateAttributes) ? options.privateAttributes.map(String) : [];
  refuseHidden(attributes, hidden);
  // The compiler of the content model checks them.
  return Object.fromEntries(
    Object.entries(attributes as Record<string, AttributeDefinition>)
      .filter(([name]) => !Object.hasOwn(USER_ATTRIBUTES, name))
      .map(([name, attribute]) => [
        name,
        hidden.includes(name) ? { ...attribute, private: true } : attribute,
      ]),
  );
}

/** What the project hides must not be shown here in silence. */
function refuseHidden(attributes: Readonly<Record<string, unknown>>, hidden: readonly string[]): void {
  const isPrivate = (attribute: unknown): boolean =>
    check.isPlainObject(attribute) && attribute.private === true;
  const asked = [...Object.keys(attributes).filter((name) => isPrivate(attributes[name])), ...hidden];
  const mistakes = [...new Set(asked)]
    .filter((name) => {
      const isOwn = Object.hasOwn(attributes, name) && !Object.hasOwn(USER_ATTRIBUTES, name);
      return !isOwn && !isPrivate(USER_ATTRIBUTES[name]);
    })
    .map((name) => ({
      where: FILE,
      message: `"${name}" cannot become private here; remove this, and hide the field from roles with request.visibility in a plugin (docs/plugins/access.md)`,
    }));
  if (mistakes.length > 0)
    throw new StartupError('The extension of the user hides fields that Quire would show:', mistakes);
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
