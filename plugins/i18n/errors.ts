// The errors of this plugin.
import { defineErrors } from '../../core';

const list = (codes: readonly string[]): string => codes.join(', ');

export const localeErrors = defineErrors('i18n', {
  PARAM_INVALID: {
    status: 400,
    name: 'ValidationError',
    message: (given: string) => `Invalid locale param ${given} provided. Document locales must be strings.`,
    details: () => ({ source: 'query', param: 'locale' }),
  },
  PARAM_UNKNOWN: {
    status: 400,
    name: 'ValidationError',
    message: (given: string, known: readonly string[]) =>
      `The locale "${given}" is not configured. Configured are: ${list(known)}.`,
    details: (given: string, known: readonly string[]) => ({
      source: 'query',
      param: 'locale',
      locale: given,
      configured: known,
    }),
  },
  SHARED_IN_NEW_LOCALE: {
    status: 400,
    name: 'ValidationError',
    message: (locale: string, names: readonly string[]) =>
      `The fields ${list(names)} are shared by all locales, so a request that adds the locale "${locale}" must not contain them. Write them in a locale that exists, or set plugins.i18n.config.strictLocaleFields to false.`,
    details: (locale: string, names: readonly string[]) => ({ locale, fields: names }),
  },
  LOCALE_EXISTS: {
    status: 409,
    name: 'ConflictError',
    message: (code: string) => `The locale "${code}" already exists.`,
  },
  LOCALE_NOT_FOUND: {
    status: 404,
    name: 'NotFoundError',
    message: (code: string, known: readonly string[]) =>
      `The locale "${code}" does not exist. Configured are: ${list(known)}.`,
  },
  LOCALE_IS_DEFAULT: {
    status: 400,
    name: 'ValidationError',
    message: (code: string) =>
      `"${code}" is the default locale and cannot be deleted. Make another locale the default first.`,
  },
  LOCALE_IN_USE: {
    status: 409,
    name: 'ConflictError',
    message: (code: string, count: number) =>
      `${count} ${count === 1 ? 'document has' : 'documents have'} a version in "${code}". Add force=true to delete ${count === 1 ? 'that version' : 'those versions'} with the locale.`,
    details: (code: string, count: number) => ({ locale: code, documents: count }),
  },
});
