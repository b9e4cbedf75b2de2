// The configuration of this plugin: which locales there are from the start, and how strict it is.
import { type Check, check, described, type Issue, section } from '../../core';
import { checkFallbacks, type Fallbacks } from './fallbacks';

export interface LocaleSetting {
  readonly code: string;
  readonly name?: string | undefined;
}

/** As language tags: `en`, `pt-BR`, `zh-Hant-TW`. */
export const LOCALE_CODE = { min: 2, max: 35, pattern: /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/ };

export const LOCALE_NAME = { min: 1, max: 255 };

const code = check.string({ ...LOCALE_CODE, expected: 'a code like "en" or "pt-BR"' });

const keys: Check<I18nConfig> = section({
  locales: described(
    'Locales that are added at start: codes, or objects with `code` and `name`. None is ever removed here.',
    check.optional(
      check.array(
        check.anyOf(
          `a code, or an object with a code and a name of ${LOCALE_NAME.min} to ${LOCALE_NAME.max} characters`,
          code,
          check.object({ code, name: check.optional(check.string(LOCALE_NAME)) }),
        ),
      ),
      ['en'],
    ),
  ),
  defaultLocale: described(
    'The default locale of a new database, and the one whose rows are shown while the plugin is off.',
    check.optional(code, 'en'),
  ),
  fallbacks: described(
    'Per locale the locales to show instead, in order, where a document has no row in it. Reading only.',
    check.optional(check.record(check.array(code)), {}),
  ),
  strictLocaleFields: described(
    'Refuse values that are one for all locales in a PUT that adds a locale; false: accept them and set them in all locales.',
    check.optional(check.boolean(), true),
  ),
});

export const i18nConfig: Check<I18nConfig> = {
  ...keys,
  parse(input, path, issues) {
    const own: Issue[] = [];
    const config = keys.parse(input, path, own);
    if (own.length === 0) {
      const configured = new Set(localeSettings(config).map((locale) => locale.code));
      checkFallbacks(config.fallbacks, configured, [...path, 'fallbacks'], own);
    }
    issues.push(...own);
    return config;
  },
};

export interface I18nConfig {
  readonly locales: readonly (string | LocaleSetting)[];
  readonly defaultLocale: string;
  readonly fallbacks: Fallbacks;
  readonly strictLocaleFields: boolean;
}

export function localeSettings({ locales, defaultLocale }: I18nConfig): readonly LocaleSetting[] {
  const settings = locales.map((locale) => (typeof locale === 'string' ? { code: locale } : locale));
  return settings.some((locale) => locale.code === defaultLocale)
    ? settings
    : [{ code: defaultLocale }, ...settings];
}
