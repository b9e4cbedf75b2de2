// Checks the locale of a new row inside the transaction of its write. Another process may have removed a locale that this process still
// knows. On servers the write holds the locale until its commit, so that a removal of the locale waits and then finds the row.
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
    const { id, forShare } = database.dialect;
    const table = id(schema.types.get(LOCALE_UID)?.table ?? '');
    // By primary key: MariaDB locks each row that a search by code reads.
    return `SELECT 1 FROM ${table} WHERE id = (SELECT id FROM ${table} WHERE ${id('code')} = ? LIMIT 1) ${forShare}`;
  };
  const check: FollowUp = {
    name: 'locale',
    joins: false,
    async run(context) {
      const { action } = context;
      // A removal waits for the lock of the document, and deletes its stored rows.
      if (!action.makesRow) return;
      const code = action.target[LOCALE] ?? '';
      text ||= textOf(app);
      const found = await context.tx.all(text, [code]);
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
