// The services of one application under typed tokens: the kernel's own parts and those of plugins. Nothing is global, so that two
// applications live in one process.
import { StartupError } from '../errors/startup-error';
import { authorName } from './registry';

/** A name with a type: `const MAILER = token<Mailer>('mailer')`. Two tokens of one name are two tokens. */
export interface Token<T> {
  readonly name: string;
  readonly symbol: symbol;
  /** The hook from which on the service is available: `boot.before`. Absent: from `register` on. */
  readonly availableFrom: string | undefined;
  /** Only for the type; never set. */
  readonly carries?: (value: T) => T;
}

export const token = <T>(name: string, availableFrom?: string): Token<T> => ({
  name,
  symbol: Symbol(name),
  availableFrom,
});

/** `singleton`: made on the first `resolve`, then kept until shutdown. `transient`: made on each `resolve`. */
export type Lifetime = 'singleton' | 'transient';

export interface Container {
  /** Holds a value that exists. */
  provide<T>(token: Token<T>, value: T): void;
  /**
   * Makes the service when it is resolved, for the plugin that resolves it; `core` is the embedding program. A singleton with a method
   * `dispose` is disposed of at shutdown.
   */
  register<T>(token: Token<T>, make: (plugin: string) => T, lifetime: Lifetime): void;
  resolve<T>(token: Token<T>): T;
  has<T>(token: Token<T>): boolean;
  /** The same services; a clash names the plugin of each view. */
  as(plugin: string): Container;
  /** Disposes of singletons, the last one first; for the shutdown of a kernel. */
  dispose(): Promise<void>;
}

export function createContainer(): Container {
  const services = new Map<symbol, Service>();
  const made: unknown[] = [];

  const add = <T>({ name, symbol }: Token<T>, owner: string, make: Make<T>): void => {
    const other = services.get(symbol);
    if (other)
      throw new StartupError(
        `The service "${name}" is provided by ${authorName(other.owner)} and by ${authorName(owner)}. Disable one of the plugins, or provide the service once.`,
      );
    services.set(symbol, { owner, make });
  };
  const once = <T>(make: Make<T>): Make<T> => {
    let kept: { readonly service: T } | undefined;
    return (plugin) => {
      if (!kept) {
        kept = { service: make(plugin) };
        made.push(kept.service);
      }
      return kept.service;
    };
  };
  const viewOf = (plugin: string): Container => ({
    provide: (key, value) => add(key, plugin, () => value),
    register: (key, make, lifetime) => add(key, plugin, lifetime === 'singleton' ? once(make) : make),
    resolve<T>(key: Token<T>): T {
      const service = services.get(key.symbol);
      if (!service) throw new Error(missing(key.name, key.availableFrom));
      return service.make(plugin) as T;
    },
    has: ({ symbol }) => services.has(symbol),
    as: viewOf,
    dispose: async () => {
      for (const service of made.splice(0).reverse()) if (isDisposable(service)) await service.dispose();
    },
  });
  return viewOf('core');
}

type Make<T> = (plugin: string) => T;

interface Service {
  /** The plugin that provides it, or the core. */
  readonly owner: string;
  readonly make: Make<unknown>;
}

const missing = (name: string, availableFrom: string | undefined): string =>
  availableFrom === undefined
    ? `No plugin provides the service "${name}"; enable a plugin that provides it, or ask container.has() first`
    : `The service "${name}" is not available yet; use it from the hook ${availableFrom} on, or in boot()`;

const isDisposable = (service: unknown): service is { dispose(): unknown } =>
  typeof service === 'object' &&
  service !== null &&
  'dispose' in service &&
  typeof service.dispose === 'function';
