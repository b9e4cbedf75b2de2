// Warns about keys of `options` and `pluginOptions` that nobody who is on knows: perhaps a plugin is off, perhaps a typo.
import { KNOWN_OPTIONS } from './definition-checks';
import type { Compilation, ParsedModel } from './parsed-model';

export function warnOfUnknownOptions({ types, components, warnings }: Compilation): void {
  const knownToAnyone = new Set([...types.values()].flatMap((type) => [...type.knownPluginOptions]));
  for (const model of [...types.values(), ...components.values()]) {
    const warn = (at: string, places = '') =>
      warnings.push({ where: model.source, at, message: `no plugin that is on knows this key${places}` });
    const options = new Set(model.model === 'type' ? model.knownOptions : []);
    const pluginOptions = model.model === 'type' ? model.knownPluginOptions : knownToAnyone;
    for (const key of Object.keys(model.options))
      if (!options.has(key) && !KNOWN_OPTIONS.includes(key)) warn(`options.${key}`);
    for (const key of Object.keys(model.pluginOptions))
      if (!pluginOptions.has(key)) warn(`pluginOptions.${key}`);
    for (const [key, names] of pluginOptionsOfAttributes(model))
      if (!knownToAnyone.has(key)) warn(`attributes.*.pluginOptions.${key}`, ` (in ${names.join(', ')})`);
  }
}

function pluginOptionsOfAttributes(model: ParsedModel): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const { name, common } of model.attributes.values())
    for (const key of Object.keys(common.pluginOptions)) uses.set(key, [...(uses.get(key) ?? []), name]);
  return uses;
}
