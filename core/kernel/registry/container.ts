// The services of one application under typed tokens: the kernel's own parts and those of plugins. The containers are a tree: the
// application, each plugin, each request that asks for its container. Nothing is global, so that two applications live in one process.
import { nearest } from '../check/checks';
import { StartupError } from '../errors/startup-error';
import { authorName } from './author-name';
import { createServiceTree, LIFETIMES, type Lifetime, type ServiceScope } from './service-tree';
import type { Token } from './token';

export type { Lifetime } from './service-tree';
export { type Token, token } from './token';

export interface Container {
  /** Holds a value that exists. */
  provide<T>(token: Token<T>, value: T): void;
  /**
   * Makes the service when it is resolved, for the plugin that resolves it; `core` is the embedding program. `container` is the container
   * that resolves it; of a singleton, the container of the application.
   */
  register<T>(token: Token<T>, make: (plugin: string, container: Container) => T, lifetime: Lifetime): void;
  resolve<T>(token: Token<T>): T;
  has<T>(token: Token<T>): boolean;
  /** The container of a plugin. Services that it provides are services of the application; a clash names both plugins. */
  as(plugin: string): Container;
  /** A container for one piece of work, such as a job. It has all services of this one. Dispose of it at the end. */
  createChild(): Container;
  /**
   * Disposes of the children, then of the services that this container made and kept, the last one first. An error does not keep the
   * others from it; `failed` receives it. Absent: the first error is thrown at the end.
   */
  dispose(failed?: (error: unknown) => void): Promise<void>;
}

/** The container of an application. */
export function createContainer(): Container {
  const plugins = new Map<string, Container>();
  const views = new WeakMap<ServiceScope, View>();
  const root = createServiceTree();

  /** `home`: the scope that gets the services that are added here. */
  const viewOf = (scope: ServiceScope, home: ServiceScope, plugin: string): Container => {
    const container: Container = {
      provide(key, value) {
        refuseClash(scope, key, plugin);
        home.add(key, plugin, { value });
      },
      register(key, make, lifetime) {
        refuseLifetime(key.name, plugin, lifetime);
        refuseClash(scope, key, plugin);
        const makeFor = (keeping: ServiceScope, resolving: ServiceScope) =>
          make(views.get(resolving)?.plugin ?? 'core', views.get(keeping)?.container ?? container);
        home.add(key, plugin, { make: makeFor, lifetime });
      },
      resolve: (key) => scope.resolve(key),
      has: ({ symbol }) => scope.find(symbol) !== undefined,
      as: ofPlugin,
      createChild() {
        const child = scope.createChild();
        return viewOf(child, child, plugin);
      },
      dispose: (failed) => scope.dispose(failed),
    };
    views.set(scope, { plugin, container });
    return container;
  };
  function ofPlugin(plugin: string): Container {
    const container = plugins.get(plugin) ?? viewOf(root.createChild(), root, plugin);
    plugins.set(plugin, container);
    return container;
  }
  const core = viewOf(root, root, 'core');
  plugins.set('core', core);
  return core;
}

interface View {
  readonly plugin: string;
  readonly container: Container;
}

function refuseClash<T>({ find }: ServiceScope, { name, symbol }: Token<T>, plugin: string): void {
  const other = find(symbol);
  if (other)
    throw new StartupError(
      `The service "${name}" is provided by ${authorName(other.owner)} and by ${authorName(plugin)}. Disable one of the plugins, or provide the service once.`,
    );
}

/** Code without types can write any word. */
function refuseLifetime(name: string, plugin: string, lifetime: string): void {
  if (LIFETIMES.some((known) => known === lifetime)) return;
  const near = nearest(String(lifetime), LIFETIMES);
  const author = authorName(plugin);
  throw new StartupError(
    `${author.charAt(0).toUpperCase()}${author.slice(1)} registers the service "${name}" with the unknown lifetime "${lifetime}". ${near ? `Did you mean "${near}"?` : 'Use "singleton", "container" or "transient".'}`,
  );
}
