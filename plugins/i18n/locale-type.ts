// The content type of locales: a locale is a document.
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
  const name = languageName(code);
  return name ? `${name} (${code})` : code;
}

/** `French`; undefined for a code that is not a language. */
export function languageName(code: string): string | undefined {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(
      code.replaceAll('_', '-'),
    );
  } catch {
    return undefined;
  }
}
