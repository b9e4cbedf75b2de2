// A check of the doctor: every row stands in a known locale.
import type { DoctorCheck } from '../../core';
import { LOCALE } from './locale-axis';
import { LOCALE_UID } from './locale-type';

export const localesCheck: DoctorCheck = {
  name: 'locales',
  description: 'every row of a localized type stands in a locale that exists',
  async *run({ all, schema, dialect }) {
    const locales = schema.types.get(LOCALE_UID);
    const code = locales?.scalars.get('code');
    if (!locales || !code) return;
    const known = `SELECT ${dialect.id(code.column)} FROM ${dialect.id(locales.table)}`;
    for (const type of schema.types.values()) {
      const use = type.axes.find(({ axis }) => axis.name === LOCALE);
      if (!use) continue;
      const column = dialect.id(use.axis.column);
      const text = `SELECT DISTINCT document_id, ${column} FROM ${dialect.id(type.table)} WHERE ${column} NOT IN (${known}) ORDER BY 1, 2`;
      for (const [documentId, locale] of await all(text))
        yield {
          where: `${type.uid}, locale`,
          message: `${documentId} has a row in the unknown locale "${locale}"; add the locale, or delete the row with locale=${locale}`,
        };
    }
  },
};
