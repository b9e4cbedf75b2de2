// Checks the locale of a write inside its transaction. Another process may have removed a locale that this process still knows.
import type { App, WriteContext } from '../../core';
import { localeErrors } from './errors';
import { hasLocale, LOCALE } from './locale-axis';
import type { LocaleSet } from './locale-set';
import { LOCALE_UID } from './locale-type';

/** Operations that can add a row of the locale. */
const ADDING: ReadonlySet<string> = new Set(['create', 'update', 'clone']);

export function createLocaleCheck({ database, schema }: App, known: LocaleSet) {
  let text = '';
  return async ({ action, tx }: WriteContext): Promise<void> => {
    const code = action.target[LOCALE];
    if (code === undefined || !ADDING.has(action.operation) || !hasLocale(action.type)) return;
    const { id } = database.dialect;
    const table = schema.types.get(LOCALE_UID)?.table ?? '';
    text ||= `SELECT 1 FROM ${id(table)} WHERE ${id('code')} = ? LIMIT 1`;
    const found = await tx.all(text, [code]);
    if (found.length === 0)
      throw localeErrors.PARAM_UNKNOWN(
        code,
        known.codes.filter((other) => other !== code),
      );
  };
}
