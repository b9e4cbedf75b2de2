// `strapi.plugin('i18n').service('locales')`: reads of locales.
import type { Params } from '../content/document-params';
import type { queryOf } from './database';

const LOCALE = 'plugin::i18n.locale';

export function localeServices(query: ReturnType<typeof queryOf>) {
  const rows = () => query(LOCALE);
  const locales = {
    find: (where: Params = {}) => rows().findMany({ where }),
    findById: (id: unknown) => rows().findOne({ where: { id } }),
    findByCode: (code: unknown) => rows().findOne({ where: { code } }),
    count: (where: Params = {}) => rows().count({ where }),
    async getDefaultLocale(): Promise<unknown> {
      return (await rows().findOne({ where: { isDefault: true } }))?.code ?? null;
    },
    async setIsDefault(given: unknown): Promise<unknown> {
      const code = await locales.getDefaultLocale();
      const one = (locale: Params): Params => ({ ...locale, isDefault: locale.code === code });
      return Array.isArray(given) ? given.map(one) : one((given ?? {}) as Params);
    },
  };
  return { locales };
}
