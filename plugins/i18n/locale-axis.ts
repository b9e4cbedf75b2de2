// The axis `locale`: a document has one row per locale in which it was written.
import type { AttributeDefinition, AxisDefinition, ContentType, TypeBuilder } from '../../core';
import type { LocaleSet } from './locale-set';

export const LOCALE = 'locale';

export function createLocaleAxis(locales: LocaleSet, base: string): AxisDefinition {
  return {
    name: LOCALE,
    column: 'locale',
    kind: 'parallel',
    store: { kind: 'text', length: 35 },
    base: () => base,
    defaultValue: () => locales.defaultCode,
    defaultBinding: () => locales.withFallbacks(locales.defaultCode),
    any: true,
    outputKey: 'locale',
    pin: 'select',
  };
}

export const hasLocale = (type: ContentType): boolean => type.axes.some(({ axis }) => axis.name === LOCALE);

/** `pluginOptions.i18n.localized` of a type or an attribute; undefined when it is not set. */
export function localizedOption(pluginOptions: unknown): boolean | undefined {
  const own = isObject(pluginOptions) ? pluginOptions.i18n : undefined;
  const localized = isObject(own) ? own.localized : undefined;
  return typeof localized === 'boolean' ? localized : undefined;
}

/** By default a relation has one value per locale, and every other attribute has one value for all locales. */
export function isShared(_name: string, definition: AttributeDefinition): boolean {
  const localized = localizedOption(definition.pluginOptions);
  return definition.type === 'relation' ? localized === false : localized !== true;
}

export function localizeType(type: TypeBuilder, axis: AxisDefinition): void {
  type.knowsPluginOption('i18n');
  if (localizedOption(type.pluginOptions) !== true) return;
  type.addAxis(axis, isShared);
  type.addSiblings('localizations', LOCALE);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
