// Locales are documents: of this type.
import type { ContentTypeDefinition } from '../../core';

export const LOCALE_UID = 'plugin::i18n.locale';

export const LOCALE_TYPE: ContentTypeDefinition = {
  collectionName: 'i18n_locales',
  info: { singularName: 'locale', pluralName: 'locales', displayName: 'Locale' },
  attributes: {
    name: { type: 'string', required: true },
    code: { type: 'string', required: true, unique: true },
    isDefault: { type: 'boolean', default: false, required: true },
  },
};

/** `French (fr)`. */
export function localeName(code: string): string {
  try {
    const name = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(
      code.replaceAll('_', '-'),
    );
    return name ? `${name} (${code})` : code;
  } catch {
    return code;
  }
}
