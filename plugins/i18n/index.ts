// Adds locales: a document of a type with `pluginOptions.i18n.localized` has one row per locale.
import './app-member';
import './types';
import { definePlugin, token } from '../../core';
import { createLocaleCheck } from './check-locale';
import { checkNewLocale, createLocalizationAction } from './check-new-locale';
import { i18nConfig } from './config';
import { localesCheck } from './doctor';
import { createLocaleAxis, hasLocale, localizeType } from './locale-axis';
import { createLocaleParam } from './locale-param';
import { createLocaleSet } from './locale-set';
import { LOCALE_TYPE, LOCALE_UID } from './locale-type';
import { createLocales, type Locales } from './locales';
import { purgeRemoved } from './removed-locale';
import { localeRoutes } from './routes';

/** The locale service, for other plugins. */
export const LOCALES = token<Locales>('i18n.locales');
export { createLocalizationAction } from './check-new-locale';
export type { LocaleInput, Locales } from './locales';

export default definePlugin({
  name: 'i18n',
  config: i18nConfig,
  provides: { pluginOptions: ['i18n'] },
  register(app, config) {
    const { hooks, params, actions } = app;
    const { rest } = app.config.api;
    const known = createLocaleSet(config);
    const axis = createLocaleAxis(known, config.defaultLocale);
    const locales = createLocales(app, known);
    app.container.provide(LOCALES, locales);

    hooks.schema.collect((collector) => collector.addContentType(LOCALE_UID, LOCALE_TYPE));
    hooks.schema.contentType((type) => localizeType(type, axis));
    hooks.schema.ready(({ types }) => {
      for (const type of types.values())
        if (type.api && hasLocale(type))
          actions.add({
            name: createLocalizationAction(type.uid),
            description: `Add a locale to a document of ${type.displayName}`,
          });
    });
    const checkLocale = createLocaleCheck(app, known);
    hooks.documents.prepare((action) => {
      purgeRemoved(action);
      checkLocale(action);
    });
    hooks.documents.validate((action) => checkNewLocale(action, config.strictLocaleFields));
    hooks.boot.before(() => locales.seed(config));
    for (const one of localeRoutes(locales, rest.prefix)) app.routes.add(one);
    const list = 'plugin::i18n.locales.listLocales';
    app.graphql.add({
      name: 'i18n',
      description: 'The locales',
      queries: [{ uid: LOCALE_UID, find: list, findOne: list }],
    });
    app.ignoredKeys.add('locale');
    app.doctor.add(localesCheck);
    app.commonConfig.add({
      name: 'i18n.config.defaultLocale',
      value: () => config.defaultLocale,
      effect:
        'While i18n is disabled, each shows the rows of another locale; a new database has the default of its first start.',
      remedy: 'Set `defaultLocale` of i18n to the same value in all processes.',
    });
    app.imports.add({
      name: LOCALE_UID,
      sameBy: ['code'],
      async finish({ settings }) {
        await locales.reload();
        const code = String(settings.get('defaultLocale') ?? '');
        if (known.has(code) && code !== known.defaultCode) await locales.setDefault(code);
      },
    });
    params.add(createLocaleParam(known, rest.strictParams));
  },
  members: (app) => () => ({
    get locales() {
      return app.container.resolve(LOCALES);
    },
  }),
});
