// The scopes of services. tsyringe holds the services that are made: its containers are the tree, and its factories keep what each
// scope made. It is loaded when the first such service is resolved; most starts only provide values.
import type { DependencyContainer } from 'tsyringe';
import { attribute } from '../errors/attribute';
import { authorName } from './author-name';
import type { Token } from './token';

export const LIFETIMES = ['singleton', 'container', 'transient'] as const;

/**
 * `singleton`: made on the first `resolve`, then kept until shutdown. `container`: made once in each container that resolves it, so once
 * for each request in `request.container`. `transient`: made on each `resolve`.
 */
export type Lifetime = (typeof LIFETIMES)[number];

export interface Service {
  /** The plugin that provides it, or the core. */
  readonly owner: string;
  readonly name: string;
  readonly source: ServiceSource;
}

/** `keeping`: the scope that keeps the service; of a singleton, the application. */
type Make = (keeping: ServiceScope, resolving: ServiceScope) => unknown;

/** A value that exists, or a function that makes the service. */
export type ServiceSource =
  | { readonly value: unknown }
  | { readonly make: Make; readonly lifetime: Lifetime };

export interface ServiceScope {
  add<T>(token: Token<T>, owner: string, source: ServiceSource): void;
  /** Of this scope, or of one above. */
  find(symbol: symbol): Service | undefined;
  resolve<T>(token: Token<T>): T;
  createChild(): ServiceScope;
  dispose(failed?: (error: unknown) => void): Promise<void>;
}

/** The scope of an application. */
export const createServiceTree = (): ServiceScope => new Scope(null, []);

/** In a box, because tsyringe makes a service again when it is undefined. */
interface Box {
  readonly service: unknown;
}

const scopes = new WeakMap<DependencyContainer, Scope>();

class Scope implements ServiceScope {
  private readonly services = new Map<symbol, Service>();
  private readonly children = new Set<Scope>();
  /** What it made and kept, in order. */
  private readonly made: { readonly service: unknown; readonly of: Service }[] = [];
  private container: DependencyContainer | null = null;
  private disposing: Promise<void> | null = null;

  /** `making`: the services that are being made in the whole tree, the outermost first. */
  constructor(
    private readonly parent: Scope | null,
    private readonly making: Service[],
  ) {}

  add<T>({ name, symbol }: Token<T>, owner: string, source: ServiceSource): void {
    const service: Service = { owner, name, source };
    this.services.set(symbol, service);
    if (this.container !== null) this.register(this.container, symbol, service);
  }

  readonly find = (symbol: symbol): Service | undefined =>
    this.services.get(symbol) ?? this.parent?.find(symbol);

  resolve<T>({ name, symbol, availableFrom }: Token<T>): T {
    const service = this.find(symbol);
    if (!service) throw new Error(missing(name, availableFrom));
    if ('value' in service.source) return service.source.value as T;
    if (this.disposing !== null)
      throw new Error(
        `The container is disposed of, so it makes no service "${name}". Resolve the service before the request or the application ends.`,
      );
    return this.tree().resolve<Box>(symbol).service as T;
  }

  createChild(): Scope {
    const child = new Scope(this, this.making);
    this.children.add(child);
    return child;
  }

  dispose(failed?: (error: unknown) => void): Promise<void> {
    this.disposing ??= this.disposeOnce(failed);
    return this.disposing;
  }

  private async disposeOnce(failed?: (error: unknown) => void): Promise<void> {
    const errors: unknown[] = [];
    const fail = failed ?? ((error: unknown) => void errors.push(error));
    for (const child of [...this.children].reverse()) await child.dispose(fail);
    for (const { service, of } of this.made.splice(0).reverse())
      if (isDisposable(service))
        try {
          await owned(() => service.dispose(), of, 'dispose() of ')();
        } catch (error) {
          fail(error);
        }
    await this.container?.dispose();
    this.parent?.children.delete(this);
    if (errors.length > 0) throw errors[0];
  }

  /** Its container of tsyringe, made at the first need. */
  private tree(): DependencyContainer {
    if (this.container !== null) return this.container;
    const container = (this.parent?.tree() ?? tsyringe().container).createChildContainer();
    this.container = container;
    scopes.set(container, this);
    for (const [symbol, service] of this.services) this.register(container, symbol, service);
    return container;
  }

  private register(container: DependencyContainer, symbol: symbol, service: Service): void {
    const { source } = service;
    if ('value' in source) return;
    const { instanceCachingFactory, instancePerContainerCachingFactory } = tsyringe();
    const make = (keeping: Scope, own: DependencyContainer): Box =>
      keeping.make(service, () => source.make(keeping, scopes.get(own) ?? this));
    const keep = (keeping: Scope, own: DependencyContainer): Box => {
      const box = make(keeping, own);
      keeping.made.push({ service: box.service, of: service });
      return box;
    };
    const useFactory = {
      singleton: instanceCachingFactory((own) => keep(this, own)),
      container: instancePerContainerCachingFactory((own) => keep(scopes.get(own) ?? this, own)),
      transient: (own: DependencyContainer) => make(scopes.get(own) ?? this, own),
    }[source.lifetime];
    container.register(symbol, { useFactory });
  }

  private make(service: Service, work: () => unknown): Box {
    const { making } = this;
    if (making.includes(service)) {
      const names = [...making.slice(making.indexOf(service)), service].map(({ name }) => name);
      throw new Error(
        `The service "${service.name}" of ${authorName(service.owner)} needs itself: ${names.join(' → ')}. Resolve one of them later, inside a method.`,
      );
    }
    making.push(service);
    try {
      return { service: owned(work, service)() };
    } finally {
      making.pop();
    }
  }
}

/** Unexpected errors name the plugin that provides the service. */
const owned = <T>(work: () => T, { owner, name }: Service, what = ''): (() => T) =>
  owner === 'core' ? work : attribute(work, { plugin: owner, at: `${what}the service "${name}"` });

function tsyringe(): typeof import('tsyringe') {
  require('reflect-metadata');
  return require('tsyringe');
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
