// Warns about unknown keys of `options` and `pluginOptions`: keys of a disabled plugin, and misspelt keys.

import { type DisabledPlugins, needsPlugin } from '../../../kernel/app/absent-plugins';
import { KNOWN_OPTIONS } from './definition-checks';
import type { Compilation, ParsedModel } from './parsed-model';

export function warnOfUnknownOptions(
  { types, components, warnings }: Compilation,
  disabled: DisabledPlugins,
): void {
  const knownPluginOptions = new Set([...types.values()].flatMap((type) => [...type.knownPluginOptions]));
  for (const model of [...types.values(), ...components.values()]) {
    const warn = (kind: 'options' | 'pluginOptions', key: string, parent = '', places = '') => {
      const provider = disabled.providerOf(kind, key);
      const message =
        provider === undefined ? 'no enabled plugin knows this key' : needsPlugin(provider, disabled);
      warnings.push({ where: model.source, at: `${parent}${kind}.${key}`, message: message + places });
    };
    const options = new Set(model.model === 'type' ? model.knownOptions : []);
    const pluginOptions = model.model === 'type' ? model.knownPluginOptions : knownPluginOptions;
    for (const key of Object.keys(model.options))
      if (!options.has(key) && !KNOWN_OPTIONS.includes(key)) warn('options', key);
    for (const key of Object.keys(model.pluginOptions))
      if (!pluginOptions.has(key)) warn('pluginOptions', key);
    for (const [key, names] of pluginOptionsOfAttributes(model))
      if (!knownPluginOptions.has(key))
        warn('pluginOptions', key, 'attributes.*.', ` (in ${names.join(', ')})`);
  }
}

function pluginOptionsOfAttributes(model: ParsedModel): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const { name, common } of model.attributes.values())
    for (const key of Object.keys(common.pluginOptions)) uses.set(key, [...(uses.get(key) ?? []), name]);
  return uses;
}
