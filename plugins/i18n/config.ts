// The configuration of the plugin.
import { type Check, check, described, type Issue, section } from '../../core';
import { checkFallbacks, type Fallbacks } from './fallbacks';

export interface LocaleSetting {
  readonly code: string;
  readonly name?: string | undefined;
}

/** Language tags: `en`, `pt-BR`, `zh-Hant-TW`. */
export const LOCALE_CODE = { min: 2, max: 35, pattern: /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/ };

export const LOCALE_NAME = { min: 1, max: 255 };

const code = check.string({ ...LOCALE_CODE, expected: 'a code like "en" or "pt-BR"' });

const keys: Check<I18nConfig> = section({
  locales: described(
    'Locales that startup adds: codes, or objects with `code` and `name`. Startup never removes a locale.',
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
    'The default locale of a new database. Its rows are shown while the plugin is disabled.',
    check.optional(code, 'en'),
  ),
  fallbacks: described(
    'Fallback locales per locale, in order. Used by reads when a document has no row in the requested locale.',
    check.optional(check.record(check.array(code)), {}),
  ),
  strictLocaleFields: described(
    'true: a PUT that adds a locale must not contain shared values. false: such a PUT sets them in all locales.',
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
