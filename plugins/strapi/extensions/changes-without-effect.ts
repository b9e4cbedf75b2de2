// What an extension changes of a plugin, and Quire does not read: startup says so.
import { isDeepStrictEqual } from 'node:util';
import { check } from '../../../core';
import { pluginObject } from './plugin-object';
import type { ExtendedPlugin } from './run-extensions';

export function changesWithoutEffect({ file, object, baseline }: ExtendedPlugin): string[] {
  if (file === null) return [];
  const untouched = pluginObject(baseline);
  const members = (['destroy', 'config'] as const)
    .filter((name) => !isDeepStrictEqual(object[name], untouched[name]))
    .map((name) => `${name} of ${file} has no effect: ${REMEDIES[name]}`);
  const attributes = Object.entries(baseline.contentTypes).flatMap(([type, own]) => {
    const schema = object.contentTypes?.[type]?.schema;
    const left = check.isPlainObject(schema) ? schema.attributes : undefined;
    if (!check.isPlainObject(left)) return [];
    return Object.entries(own)
      .filter(([key, attribute]) => left[key] !== undefined && !isDeepStrictEqual(left[key], attribute))
      .map(
        ([key]) =>
          `the change of the attribute "${key}" of ${type} in ${file} has no effect: attributes of ${baseline.name} stay as they are`,
      );
  });
  return [...members, ...attributes];
}

const REMEDIES = {
  destroy: 'do the work in destroy of src/index',
  config: 'configure the plugin in config/plugins of Quire',
};
