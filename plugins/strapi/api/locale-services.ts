// `strapi.plugin('i18n').service('locales')`.
import type { App } from '../../../core';
import type { Params } from '../content/document-params';
import type { queryOf } from './database';

const LOCALE = 'plugin::i18n.locale';

export function localeServices(app: Pick<App, 'locales'>, query: ReturnType<typeof queryOf>) {
  const rows = () => query(LOCALE);
  const service = () => {
    if (app.locales) return app.locales;
    throw new Error('The project uses locales: enable the plugin "i18n"');
  };
  const locales = {
    find: (where: Params = {}) => rows().findMany({ where }),
    findById: (id: unknown) => rows().findOne({ where: { id } }),
    findByCode: (code: unknown) => rows().findOne({ where: { code } }),
    count: (where: Params = {}) => rows().count({ where }),
    create: (locale: { readonly code: string; readonly name?: string }) => service().create(locale),
    /** As over REST, a locale with documents stays. */
    delete: ({ id }: { readonly id: unknown }) => service().remove(String(id)),
    setDefaultLocale: ({ code }: { readonly code: string }) => service().setDefault(code),
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
