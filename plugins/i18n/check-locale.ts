// Checks the locale of a write inside its transaction. Another process may have removed a locale that this process still knows.
import type { App, FollowUp, WriteAction } from '../../core';
import { localeErrors } from './errors';
import { hasLocale, LOCALE } from './locale-axis';
import type { LocaleSet } from './locale-set';
import { LOCALE_UID } from './locale-type';

/** Operations that can add a row of the locale. */
const ADDING: ReadonlySet<string> = new Set(['create', 'update', 'clone']);

/** Called in `documents.prepare`. A tap of `documents.writing` would make each statement of every write slower, see `FollowUp.joins`. */
export function createLocaleCheck(app: App, known: LocaleSet): (action: WriteAction) => void {
  let text = '';
  const textOf = ({ database, schema }: App): string => {
    const { id } = database.dialect;
    const table = schema.types.get(LOCALE_UID)?.table ?? '';
    return `SELECT 1 FROM ${id(table)} WHERE ${id('code')} = ? LIMIT 1`;
  };
  const check: FollowUp = {
    name: 'locale',
    joins: false,
    async run({ action, tx }) {
      const code = action.target[LOCALE] ?? '';
      text ||= textOf(app);
      const found = await tx.all(text, [code]);
      if (found.length === 0)
        throw localeErrors.PARAM_UNKNOWN(
          code,
          known.codes.filter((other) => other !== code),
        );
    },
  };
  return ({ type, operation, followUps }) => {
    if (ADDING.has(operation) && hasLocale(type)) followUps.push(check);
  };
}
