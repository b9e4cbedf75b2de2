// Dependency injection: typed tokens over a tsyringe child container, one per kernel and never the global one, so that two
// applications live in one process. Plugins provide and resolve their own services here.
import 'reflect-metadata';
import { instanceCachingFactory, container as root } from 'tsyringe';

/** A name with a type. `const MAILER = token<Mailer>('mailer')`. Two tokens of one name are two tokens. */
export interface Token<T> {
  readonly name: string;
  readonly symbol: symbol;
  /** Only for the type; never set. */
  readonly carries?: (value: T) => T;
}

export const token = <T>(name: string): Token<T> => ({ name, symbol: Symbol(name) });

export interface Container {
  provide<T>(token: Token<T>, value: T): void;
  /** Made on the first `resolve`, then kept. A service with a `dispose` method is disposed of at the stop. */
  provideLazily<T>(token: Token<T>, make: (container: Container) => T): void;
  resolve<T>(token: Token<T>): T;
  has<T>(token: Token<T>): boolean;
  /** Ends what was made lazily, the last one first; for the stop of a kernel. */
  dispose(): Promise<void>;
}

export function createContainer(): Container {
  const child = root.createChildContainer();
  const provided = new Set<symbol>();
  const made: unknown[] = [];

  const claim = ({ name, symbol }: Token<unknown>): void => {
    if (provided.has(symbol))
      throw new Error(`The service "${name}" is provided twice; provide it once per kernel`);
    provided.add(symbol);
  };
  const container: Container = {
    provide(key, value) {
      claim(key as Token<unknown>);
      child.register(key.symbol, { useValue: value });
    },
    provideLazily(key, make) {
      claim(key as Token<unknown>);
      child.register(key.symbol, {
        useFactory: instanceCachingFactory(() => {
          const service = make(container);
          made.push(service);
          return service;
        }),
      });
    },
    resolve<T>(key: Token<T>): T {
      if (!provided.has(key.symbol))
        throw new Error(
          `No service "${key.name}" is provided here; is the plugin that provides it on, and registered first?`,
        );
      return child.resolve<T>(key.symbol);
    },
    has: (key) => provided.has(key.symbol),
    dispose: async () => {
      provided.clear();
      for (const service of made.splice(0).reverse()) if (isDisposable(service)) await service.dispose();
      await child.dispose();
    },
  };
  return container;
}

const isDisposable = (service: unknown): service is { dispose(): unknown } =>
  typeof service === 'object' &&
  service !== null &&
  'dispose' in service &&
  typeof service.dispose === 'function';
