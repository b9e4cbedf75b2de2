// The plugins that are on, and their settings without secrets. Settings in the database have routes and permissions of their own.
import { type App, PLUGIN_REPORTS, type RouteDefinition, route } from '../../../core';
import { READ_SETTINGS } from '../types';

export function settingsRoute(app: App, base: string): RouteDefinition {
  /** The JSON Schema of settings that callers change over REST; undefined: the plugin has none. */
  const storedSchema = (plugin: string): object | undefined => {
    const path = `${app.config.api.rest.prefix}/plugins/${plugin}/settings`;
    const found = app.routes.all.find(
      ({ definition }) => definition.method === 'PUT' && definition.path === path,
    );
    return found?.definition.checks?.body?.schema;
  };
  return route({
    method: 'GET',
    path: `${base}/settings`,
    action: READ_SETTINGS,
    tags: ['Admin'],
    summary: 'Lists the plugins and their settings, without secrets',
    cacheControl: 'no-store',
    async handler(request) {
      const reports = await app.container.resolve(PLUGIN_REPORTS)();
      const plugins = reports.map((report) => {
        const schema = storedSchema(report.name);
        const maySee = schema !== undefined && request.can(`plugin::${report.name}.settings.read`);
        return { ...report, stored: maySee ? { schema } : null };
      });
      return { json: { data: { plugins, disabled: app.disabledPlugins.names } } };
    },
  });
}
