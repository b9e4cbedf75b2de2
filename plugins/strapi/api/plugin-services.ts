// `strapi.plugin(name)` and `strapi.plugins`: services of the plugins of Strapi that have a counterpart here.
import type { App } from '../../../core';
import type { ExtendedPlugins } from '../extensions/run-extensions';
import { OutOfReach, offering } from '../project/out-of-reach';
import type { ProjectParts } from '../project/parts';
import type { queryOf } from './database';
import { emailServices } from './email-services';
import { localeServices } from './locale-services';
import { uploadServices } from './upload-services';
import { userServices } from './user-services';

type Service = Readonly<Record<string, unknown>>;
type Services = Readonly<Record<string, Readonly<Record<string, Service>>>>;

const REMEDIES: Readonly<Record<string, string>> = {
  'users-permissions.providers': 'the plugin sign-in signs users in with providers',
  'users-permissions.providers-registry': 'the plugin sign-in signs users in with providers',
};

export interface PluginServices {
  /** undefined: not offered. Code asks with it whether a plugin is there. */
  plugin(name: string): StrapiPlugin | undefined;
  /** `strapi.service('plugin::email.email')`. A plugin that is not offered throws. */
  part(kind: 'controllers' | 'services', plugin: string, name: string): Service;
  /** `strapi.plugins.email.services.email` */
  readonly all: Readonly<Record<string, StrapiPlugin>>;
  /** As Quire has them, without extensions. */
  readonly offered: Services;
}

export interface StrapiPlugin {
  service(name: string): Service;
  readonly services: Readonly<Record<string, Service>>;
  controller(name: string): Service;
  readonly controllers: Readonly<Record<string, Service>>;
}

/** The controllers and services of a plugin after its extension. */
export interface ExtendedParts {
  /** null: there is none. */
  find(kind: 'controllers' | 'services', plugin: string, name: string): Service | null;
  names(kind: 'controllers' | 'services', plugin: string): readonly string[];
}

interface LoadedParts {
  readonly parts: Pick<ProjectParts, 'made'>;
  readonly plugins: ExtendedPlugins;
}

/** `loaded` null: not yet. */
export const extendedParts = ({ loaded }: { loaded(): LoadedParts | null }): ExtendedParts => ({
  find: (kind, plugin, name) => loaded()?.parts.made(kind, `plugin::${plugin}.${name}`) ?? null,
  names: (kind, plugin) => [...(loaded()?.plugins.get(plugin)?.[kind].keys() ?? [])],
});

export function createPluginServices(
  app: App,
  query: ReturnType<typeof queryOf>,
  extended: ExtendedParts,
  graphql: Readonly<Record<string, Service>>,
): PluginServices {
  const offered = closed({
    email: emailServices(app),
    'users-permissions': userServices({ app, query }),
    i18n: localeServices(app, query),
    upload: uploadServices(app, query),
    graphql,
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
  const all = (names: readonly string[], of: (name: string) => Service) =>
    Object.fromEntries(names.map((name) => [name, of(name)]));
  const plugins = mapped(
    offered,
    (services, name): StrapiPlugin => ({
      service: (of) => service(name, of),
      controller: (of) => controller(name, of),
      get services() {
        const names = [...Object.keys(services), ...extended.names('services', name)];
        return all(names, (of) => service(name, of));
      },
      get controllers() {
        return all(extended.names('controllers', name), (of) => controller(name, of));
      },
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
