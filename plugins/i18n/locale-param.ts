// The parameter `locale`: one code; in lists also several codes, or `*` for all. Valid on every type: one without locales
// passes it on to what it populates.
import { ANY, type AxisBinding, type ContentType, only, type ParamDefinition } from '../../core';
import { localeErrors } from './errors';
import { hasLocale, LOCALE } from './locale-axis';
import type { LocaleSet } from './locale-set';

/** These make or change one row, so they take no `*`; others are about rows that are there, in every locale where that is asked for. */
const MAKING = ['create', 'update'];
const READING = ['find', 'findOne'];

/** `isStrict`: a read in a locale that does not exist is refused. null: nothing was said. */
export function createLocaleParam(
  locales: LocaleSet,
  isStrict: boolean,
): ParamDefinition<AxisBinding | null> {
  return {
    name: LOCALE,
    plugin: 'i18n',
    description:
      'The locale to read or to write, the default one when absent; lists take several, or * for all',
    on: ['find', 'findOne', 'create', 'update', 'delete'],
    parse(raw, type, operation) {
      if (raw === '' || raw === null) return null;
      if (Array.isArray(raw) && operation === 'find') return several(raw, locales, isStrict);
      if (typeof raw !== 'string') throw localeErrors.PARAM_INVALID(shown(raw));
      if (raw === '*') return everyLocale(type, operation);
      if (READING.includes(operation)) {
        if (isStrict) demand(raw, locales);
        return locales.withFallbacks(raw) ?? only(raw);
      }
      if (hasLocale(type) && operation !== 'delete') demand(raw, locales);
      return only(raw);
    },
    apply(request, binding) {
      if (binding) request.axes = { ...request.axes, [LOCALE]: binding };
    },
    graphql: { type: 'I18NLocaleCode', on: hasLocale },
    openapi: {
      description: 'A locale code; in lists also * or several codes',
      oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    },
  };
}

function everyLocale(type: ContentType, operation: string): AxisBinding {
  if (hasLocale(type)) {
    if (MAKING.includes(operation)) throw localeErrors.PARAM_INVALID('*');
    // One document is read in one locale: no row has this one.
    if (operation === 'findOne') return only('*');
  }
  return ANY;
}

function several(raw: readonly unknown[], locales: LocaleSet, isStrict: boolean): AxisBinding {
  const codes = raw.filter((code): code is string => typeof code === 'string');
  if (codes.length < raw.length) throw localeErrors.PARAM_INVALID(shown(raw));
  if (codes.includes('*')) return ANY;
  if (isStrict) for (const code of codes) demand(code, locales);
  return { kind: 'values', values: [...new Set(codes)] };
}

function demand(code: string, locales: LocaleSet): void {
  if (!locales.has(code)) throw localeErrors.PARAM_UNKNOWN(code, locales.codes);
}

const shown = (raw: unknown): string => (Array.isArray(raw) ? raw.map(String).join() : JSON.stringify(raw));
