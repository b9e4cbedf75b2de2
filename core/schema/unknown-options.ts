// Warns about keys of `options` and `pluginOptions` that nobody who is on knows: a plugin is off, or it is a typo.
import { KNOWN_OPTIONS } from './definition-checks';
import { type OffPlugins, waitsFor } from './off-plugins';
import type { Compilation, ParsedModel } from './parsed-model';

export function warnOfUnknownOptions({ types, components, warnings }: Compilation, off: OffPlugins): void {
  const knownToAnyone = new Set([...types.values()].flatMap((type) => [...type.knownPluginOptions]));
  for (const model of [...types.values(), ...components.values()]) {
    const warn = (kind: 'options' | 'pluginOptions', key: string, parent = '', places = '') => {
      const bringer = off.bringerOf(kind, key);
      const message = bringer === undefined ? 'no plugin that is on knows this key' : waitsFor(bringer, off);
      warnings.push({ where: model.source, at: `${parent}${kind}.${key}`, message: message + places });
    };
    const options = new Set(model.model === 'type' ? model.knownOptions : []);
    const pluginOptions = model.model === 'type' ? model.knownPluginOptions : knownToAnyone;
    for (const key of Object.keys(model.options))
      if (!options.has(key) && !KNOWN_OPTIONS.includes(key)) warn('options', key);
    for (const key of Object.keys(model.pluginOptions))
      if (!pluginOptions.has(key)) warn('pluginOptions', key);
    for (const [key, names] of pluginOptionsOfAttributes(model))
      if (!knownToAnyone.has(key)) warn('pluginOptions', key, 'attributes.*.', ` (in ${names.join(', ')})`);
  }
}

function pluginOptionsOfAttributes(model: ParsedModel): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const { name, common } of model.attributes.values())
    for (const key of Object.keys(common.pluginOptions)) uses.set(key, [...(uses.get(key) ?? []), name]);
  return uses;
}
