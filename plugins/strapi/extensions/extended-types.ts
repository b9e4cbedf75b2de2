// Attributes that an extension adds to the content types of a plugin.
import { type AttributeDefinition, check, type Mistake } from '../../../core';
import type { ExtendedPlugin } from './run-extensions';

/** By uid. What the plugin itself has stays as it is; what the extension hides of it is a mistake. */
export function addedAttributes(
  { baseline, file, object }: ExtendedPlugin,
  mistakes: Mistake[],
): ReadonlyMap<string, Readonly<Record<string, AttributeDefinition>>> {
  const added = new Map<string, Readonly<Record<string, AttributeDefinition>>>();
  for (const [name, own] of Object.entries(baseline.contentTypes)) {
    const schema = object.contentTypes[name]?.schema;
    const attributes = check.isPlainObject(schema) ? schema.attributes : undefined;
    if (!check.isPlainObject(attributes)) continue;
    const at = (attribute: string): string => `contentTypes.${name}.schema.attributes.${attribute}`;
    for (const [key, attribute] of Object.entries(own)) {
      const left = attributes[key];
      const isHidden =
        check.isPlainObject(left) && left.private === true && Reflect.get(attribute, 'private') !== true;
      if (isHidden || left === undefined)
        mistakes.push({
          where: file ?? baseline.name,
          at: at(key),
          message: `cannot be ${isHidden ? 'made private' : 'removed'} here; hide the field from roles with request.visibility in a plugin (docs/plugins/access.md)`,
        });
    }
    const more = Object.entries(attributes as Record<string, AttributeDefinition>).filter(
      ([key]) => !Object.hasOwn(own, key),
    );
    if (more.length > 0) added.set(`plugin::${baseline.name}.${name}`, Object.fromEntries(more));
  }
  return added;
}
