// `strapi.plugin(name)` and `strapi.plugins`: services of the plugins of Strapi that have a counterpart here.
import type { App } from '../../../core';
import type { ExtendedPlugins } from '../extensions/run-extensions';
import { OutOfReach, offering } from '../project/out-of-reach';
import type { ProjectParts } from '../project/parts';
import type { queryOf } from './database';
import { emailServices } from './email-services';
import { localeServices } from './locale-services';
import { type ModuleKind, type ModuleSource, moduleOf, type StrapiModule } from './modules';
import type { ProjectConfig } from './project-config';
import { uploadServices } from './upload-services';
import { userServices } from './user-services';

type Service = Readonly<Record<string, unknown>>;
type Services = Readonly<Record<string, Readonly<Record<string, Service>>>>;

const REMEDIES: Readonly<Record<string, string>> = {
  'users-permissions.providers': 'the plugin sign-in signs users in with providers',
  'users-permissions.providers-registry': 'the plugin sign-in signs users in with providers',
};

export interface PluginServices {
  /** undefined: not offered, or disabled. Code asks with it whether a plugin is there. */
  plugin(name: string): StrapiModule | undefined;
  /** `strapi.service('plugin::email.email')`. A plugin that is not offered throws. */
  part(kind: 'controllers' | 'services', plugin: string, name: string): Service;
  /** `strapi.plugins.email.services.email` */
  readonly all: Readonly<Record<string, StrapiModule>>;
  /** As Quire has them, without extensions. */
  readonly offered: Services;
}

/** The parts of a plugin after its extension. */
export interface ExtendedParts {
  /** null: there is none. */
  find(kind: 'controllers' | 'services', plugin: string, name: string): Service | null;
  /** A policy or a middleware. undefined: there is none. */
  value(kind: 'policies' | 'middlewares', plugin: string, name: string): unknown;
  names(kind: ModuleKind, plugin: string): readonly string[];
}

interface LoadedParts {
  readonly parts: Pick<ProjectParts, 'made' | 'find'>;
  readonly plugins: ExtendedPlugins;
}

/** `loaded` null: not yet. */
export const extendedParts = ({ loaded }: { loaded(): LoadedParts | null }): ExtendedParts => ({
  find: (kind, plugin, name) => loaded()?.parts.made(kind, `plugin::${plugin}.${name}`) ?? null,
  value: (kind, plugin, name) => loaded()?.parts.find(kind, `plugin::${plugin}.${name}`)?.value,
  names: (kind, plugin) => [...(loaded()?.plugins.get(plugin)?.[kind].keys() ?? [])],
});

export interface PluginServiceOptions {
  readonly app: App;
  readonly query: ReturnType<typeof queryOf>;
  readonly extended: ExtendedParts;
  /** null: GraphQL is disabled. Strapi has the other plugins always. */
  readonly graphql: Readonly<Record<string, Service>> | null;
  readonly models: ModuleSource['models'];
  readonly config: Pick<ProjectConfig, 'get'>;
}

export function createPluginServices(options: PluginServiceOptions): PluginServices {
  const { app, query, extended, graphql, models, config } = options;
  const offered = closed({
    email: emailServices(app),
    'users-permissions': userServices({ app, query }),
    i18n: localeServices(app, query),
    upload: uploadServices(app, query),
    ...(graphql === null ? {} : { graphql }),
  });
  const servicesOf = (plugin: string): Readonly<Record<string, Service>> => {
    const services = Object.hasOwn(offered, plugin) ? offered[plugin] : undefined;
    if (services === undefined)
      throw new OutOfReach(`strapi.plugin('${plugin}')`, `Quire offers ${Object.keys(offered).join(', ')}`);
    return services;
  };
  const service = (plugin: string, name: string): Service => {
    const services = servicesOf(plugin);
    const own = extended.find('services', plugin, name);
    const found = own ?? (Object.hasOwn(services, name) ? services[name] : undefined);
    if (found) return found;
    throw new OutOfReach(
      `strapi.plugin('${plugin}').service('${name}')`,
      REMEDIES[`${plugin}.${name}`] ?? `Quire offers ${Object.keys(services).join(', ')}`,
    );
  };
  const controller = (plugin: string, name: string): Service => {
    const found = extended.find('controllers', plugin, name);
    if (found) return found;
    const known = extended.names('controllers', plugin);
    throw new OutOfReach(
      `strapi.plugin('${plugin}').controller('${name}')`,
      `Quire offers ${known.join(', ') || 'none'}`,
    );
  };
  const plugins = mapped(offered, (services, name) =>
    moduleOf({
      space: `plugin::${name}`,
      title: `strapi.plugin('${name}')`,
      models,
      part(kind, of) {
        if (kind === 'services') return service(name, of);
        return kind === 'controllers' ? controller(name, of) : extended.value(kind, name, of);
      },
      names: (kind) => [...(kind === 'services' ? Object.keys(services) : []), ...extended.names(kind, name)],
      config: (key, otherwise) =>
        config.get(key === undefined ? `plugin::${name}` : `plugin::${name}.${key}`, otherwise),
    }),
  );
  return {
    offered,
    plugin: (name) => (Object.hasOwn(plugins, name) ? plugins[name] : undefined),
    part(kind, plugin, name) {
      servicesOf(plugin);
      return kind === 'services' ? service(plugin, name) : controller(plugin, name);
    },
    all: plugins,
  };
}

/** Services throw for members of Strapi that they lack. */
const closed = (all: Services): Services =>
  mapped(all, (services, plugin) =>
    mapped(services, (service, name) =>
      offering(service, (member) => `strapi.plugin('${plugin}').service('${name}').${member}`),
    ),
  );

const mapped = <T, R>(
  record: Readonly<Record<string, T>>,
  work: (value: T, name: string) => R,
): Readonly<Record<string, R>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, work(value, name)]));
