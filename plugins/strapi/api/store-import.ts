// Values of `strapi.store` in imports from Strapi: those of the project's own code.
import type { App } from '../../../core';
import type { Project } from '../project/load-project';
import type { Store } from './store';

/** Parts of Strapi that keep values of their own. `ee_information` is the answer of its license server. */
const OF_STRAPI =
  /^(?:ee_information$|strapi_|core_admin_|model_def_|webhook |plugin_(?:content[-_]manager|content-releases|review-workflows|documentation|sentry)_)/;
/** Code of projects may read them: `strapi.store({ type: 'plugin', name: 'users-permissions' })`. */
const OF_PLUGINS = /^plugin_(users-permissions|upload|i18n|email)_/;
/** Settings of login providers, with their secrets. */
const SECRET = 'plugin_users-permissions_grant';

export function addStoreImport({ imports }: Pick<App, 'imports'>, project: Project, store: Store): void {
  const isRead = (plugin: string): boolean =>
    project.placesOf(RegExp(`\\bstore\\b[^;]{0,300}?['"\`]${plugin}['"\`]`, 'g')).length > 0;
  const isOwn = (key: string): boolean => {
    if (key === SECRET || OF_STRAPI.test(key)) return false;
    const [, plugin] = OF_PLUGINS.exec(key) ?? [];
    return plugin === undefined || isRead(plugin);
  };
  imports.add({
    name: 'strapi.store',
    async takeSettings(settings, write) {
      const own = [...settings].filter(([key]) => isOwn(key));
      if (write) await store.fill(own);
      return own.map(([key]) => key);
    },
  });
}
