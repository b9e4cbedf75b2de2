// The query parameter `locale`: one code. Lists also accept several codes, or `*` for all locales.
// It is valid on every type: a type without locales passes it on to the types that it populates.
import {
  ANY,
  type AxisBinding,
  type AxisBindings,
  type ContentType,
  only,
  type ParamDefinition,
} from '../../core';
import { localeErrors } from './errors';
import { hasLocale, LOCALE } from './locale-axis';
import type { LocaleSet } from './locale-set';
import { RemovedLocale, removedBy } from './removed-locale';

/** These operations write one row, so they refuse `*`. */
const WRITES_ONE_ROW = ['create', 'update'];
const READING = ['find', 'findOne'];

/** `isStrict`: a read in an unknown locale is a 400. The parsed value null means that the parameter is absent. */
export function createLocaleParam(
  locales: LocaleSet,
  isStrict: boolean,
): ParamDefinition<AxisBinding | null> {
  return {
    name: LOCALE,
    description:
      'The locale to read or write (default: the default locale). Lists accept several codes, or * for all locales.',
    on: ['find', 'findOne', 'create', 'update', 'delete'],
    parse(raw, type, operation) {
      if (raw === '' || raw === null) return null;
      if (raw instanceof RemovedLocale) return { kind: 'values', values: raw };
      if (Array.isArray(raw) && operation === 'find') return several(raw, locales, isStrict);
      if (!isCode(raw)) throw localeErrors.PARAM_INVALID(shown(raw));
      if (raw === '*') return everyLocale(type, operation);
      if (READING.includes(operation)) {
        if (isStrict) requireLocale(raw, locales);
        return locales.withFallbacks(raw) ?? only(raw);
      }
      if (hasLocale(type) && operation !== 'delete') requireLocale(raw, locales);
      return only(raw);
    },
    apply(request, binding, type) {
      if (!binding) return;
      const others = removedBy(binding) === undefined ? {} : anyOther(type);
      request.axes = { ...request.axes, ...others, [LOCALE]: binding };
    },
    graphql: { type: 'I18NLocaleCode', on: hasLocale },
    openapi: {
      description: 'A locale code. Lists also accept * or several codes.',
      oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    },
  };
}

/** Any value of the other axes. */
const anyOther = ({ axes }: ContentType): AxisBindings =>
  Object.fromEntries(axes.map(({ axis }) => [axis.name, ANY]));

function everyLocale(type: ContentType, operation: string): AxisBinding {
  if (hasLocale(type)) {
    if (WRITES_ONE_ROW.includes(operation)) throw localeErrors.PARAM_INVALID('*');
    // A single document is read in one locale, and no row has the locale `*`: the response is a 404.
    if (operation === 'findOne') return only('*');
  }
  return ANY;
}

function several(raw: readonly unknown[], locales: LocaleSet, isStrict: boolean): AxisBinding {
  const codes = raw.filter(isCode);
  if (codes.length < raw.length) throw localeErrors.PARAM_INVALID(shown(raw));
  if (codes.includes('*')) return ANY;
  if (isStrict) for (const code of codes) requireLocale(code, locales);
  return { kind: 'values', values: [...new Set(codes)] };
}

function requireLocale(code: string, locales: LocaleSet): void {
  if (!locales.has(code)) throw localeErrors.PARAM_UNKNOWN(code, locales.codes);
}

/** PostgreSQL stores no NUL character. REST refuses the character in each request; a GraphQL request may contain it as an escape. */
const isCode = (raw: unknown): raw is string => typeof raw === 'string' && !raw.includes('\0');

const shown = (raw: unknown): string => (Array.isArray(raw) ? raw.map(String).join() : JSON.stringify(raw));
