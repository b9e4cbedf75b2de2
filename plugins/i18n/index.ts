// Locales: documents of types with `pluginOptions.i18n.localized` have a row for each locale.
import './types';
import { definePlugin, token } from '../../core';
import { checkNewLocale, createLocalizationAction } from './adding-a-locale';
import { i18nConfig } from './config';
import { createLocaleAxis, hasLocale, localizeType } from './locale-axis';
import { createLocaleParam } from './locale-param';
import { createLocaleSet } from './locale-set';
import { LOCALE_TYPE, LOCALE_UID } from './locale-type';
import { createLocales, type Locales, watchLocales } from './locales';
import { localeRoutes } from './routes';

const NAME = 'i18n';

/** The service of locales, for other plugins. */
export const LOCALES = token<Locales>('i18n.locales');
export { createLocalizationAction } from './adding-a-locale';
export type { LocaleInput, Locales } from './locales';

export default definePlugin({
  name: NAME,
  config: i18nConfig,
  brings: { pluginOptions: ['i18n'] },
  register(kernel, config) {
    const { hooks, params, actions } = kernel;
    const { rest } = kernel.config.api;
    const known = createLocaleSet(config);
    const axis = createLocaleAxis(known, config.defaultLocale);
    const locales = createLocales(kernel, known);
    let watching: NodeJS.Timeout | undefined;
    kernel.container.provide(LOCALES, locales);

    hooks.schema.collect.tap(NAME, (collector) => collector.addContentType(LOCALE_UID, LOCALE_TYPE));
    hooks.schema.contentType.tap(NAME, (type) => localizeType(type, axis));
    hooks.schema.ready.tap(NAME, ({ types }) => {
      for (const type of types.values())
        if (type.api && hasLocale(type))
          actions.add({
            name: createLocalizationAction(type.uid),
            description: `Adds locales to documents of ${type.displayName}`,
            plugin: NAME,
          });
    });
    hooks.documents.validate.tap(NAME, (action) => checkNewLocale(action, config.strictLocaleFields));
    hooks.boot.before.tapPromise(NAME, () => locales.seed(config));
    hooks.listening.tapPromise(NAME, async () => {
      watching = watchLocales(kernel, locales);
    });
    hooks.shutdown.tapPromise(NAME, async () => clearInterval(watching));
    hooks.http.routes.tap(NAME, (routes) => {
      for (const one of localeRoutes(locales, rest.prefix)) routes.add(one);
    });
    kernel.ignoredKeys.add('locale');
    params.add(createLocaleParam(known, rest.strictParams));
  },
});
