import { errorSourceOf } from '../errors/error-source';
import { createContainer, type Lifetime, token } from './container';

interface Mailer {
  send(to: string): string;
}
const MAILER = token<Mailer>('mailer');
const GREETING = token<string>('greeting');

describe('a container', () => {
  it('resolves what was provided under a token', () => {
    const container = createContainer();
    container.provide(GREETING, 'hello');
    expect(container.resolve(GREETING)).toBe('hello');
  });

  it('makes a singleton once, when it is first resolved', () => {
    const container = createContainer();
    let made = 0;
    const make = () => {
      made++;
      return { send: (to: string) => `${container.resolve(GREETING)} ${to}` };
    };
    container.register(MAILER, make, 'singleton');
    container.provide(GREETING, 'hello');
    expect(made).toBe(0);
    expect(container.resolve(MAILER).send('ada')).toBe('hello ada');
    expect(container.resolve(MAILER)).toBe(container.resolve(MAILER));
    expect(made).toBe(1);
  });

  it('makes a transient service for each resolve', () => {
    const container = createContainer();
    let made = 0;
    const counter = token<number>('counter');
    container.register(counter, () => ++made, 'transient');
    expect([container.resolve(counter), container.resolve(counter)]).toEqual([1, 2]);
  });

  it('makes a transient service for the plugin that resolves it', () => {
    const container = createContainer();
    container.as('mailer').register(GREETING, (plugin) => `hello ${plugin}`, 'transient');
    expect(container.as('shop').resolve(GREETING)).toBe('hello shop');
    expect(container.resolve(GREETING)).toBe('hello core');
  });

  it('shares no service with another container', () => {
    const [one, two] = [createContainer(), createContainer()];
    one.provide(GREETING, 'one');
    two.provide(GREETING, 'two');
    expect([one.resolve(GREETING), two.resolve(GREETING)]).toEqual(['one', 'two']);
    expect(one.has(MAILER)).toBe(false);
  });

  it('says when a service becomes available', () => {
    const pool = token<object>('pool', 'boot.before');
    expect(() => createContainer().resolve(pool)).toThrow(
      'The service "pool" is not available yet; use it from the hook boot.before on, or in boot()',
    );
  });

  it('names a missing service, and a service that is provided twice', () => {
    const container = createContainer();
    expect(() => container.resolve(MAILER)).toThrow(
      'No plugin provides the service "mailer"; enable a plugin',
    );
    container.provide(GREETING, 'a');
    expect(() => container.as('polite').provide(GREETING, 'b')).toThrow(
      'The service "greeting" is provided by the core and by the plugin "polite".',
    );
  });

  it('disposes of singletons, the last one first', async () => {
    const container = createContainer();
    const disposed: string[] = [];
    for (const name of ['first', 'second', 'unused']) {
      const service = token<{ dispose(): void }>(name);
      container.register(service, () => ({ dispose: () => void disposed.push(name) }), 'singleton');
      if (name !== 'unused') container.resolve(service);
    }
    await container.dispose();
    expect(disposed).toEqual(['second', 'first']);
  });

  it('goes on after a service that fails in dispose(), and names its plugin', async () => {
    const container = createContainer();
    const disposed: string[] = [];
    const failing = (name: string) => () => {
      disposed.push(name);
      throw new Error(name);
    };
    for (const name of ['first', 'second']) {
      const service = token<{ dispose(): void }>(name);
      container.as('shop').register(service, () => ({ dispose: failing(name) }), 'singleton');
      container.resolve(service);
    }
    const errors: unknown[] = [];
    await container.dispose((error) => errors.push(error));
    expect(disposed).toEqual(['second', 'first']);
    expect(errors.map(errorSourceOf)).toEqual([
      { plugin: 'shop', at: 'dispose() of the service "second"' },
      { plugin: 'shop', at: 'dispose() of the service "first"' },
    ]);
  });

  it('keeps a singleton that is undefined', () => {
    const container = createContainer();
    let made = 0;
    const nothing = token<undefined>('nothing');
    container.register(nothing, () => void made++, 'singleton');
    expect([container.resolve(nothing), container.resolve(nothing), made]).toEqual([undefined, undefined, 1]);
  });

  it.each([
    ['singelton', 'Did you mean "singleton"?'],
    ['request', 'Use "singleton", "container" or "transient".'],
    [undefined, 'Use "singleton", "container" or "transient".'],
  ])('refuses the lifetime %s', (lifetime, remedy) => {
    const { register } = createContainer().as('shop');
    expect(() => register(GREETING, () => 'x', lifetime as never)).toThrow(
      `The plugin "shop" registers the service "greeting" with the unknown lifetime "${lifetime}". ${remedy}`,
    );
  });

  it('names the plugin of a service that cannot be made', () => {
    const container = createContainer();
    const boom = new Error('boom');
    const make = () => {
      throw boom;
    };
    container.as('shop').register(GREETING, make, 'singleton');
    expect(() => container.as('mailer').resolve(GREETING)).toThrow(boom);
    expect(errorSourceOf(boom)).toEqual({ plugin: 'shop', at: 'the service "greeting"' });
  });

  it('names services that need each other', () => {
    const container = createContainer().as('shop');
    const [cart, price] = [token<string>('cart'), token<string>('price')];
    container.register(cart, (_plugin, { resolve }) => resolve(price), 'transient');
    container.register(price, (_plugin, { resolve }) => resolve(cart), 'singleton');
    expect(() => container.resolve(cart)).toThrow(
      'The service "cart" of the plugin "shop" needs itself: cart → price → cart. Resolve one of them later, inside a method.',
    );
    container.provide(GREETING, 'hello');
    expect(container.resolve(GREETING)).toBe('hello');
  });
});

describe('a tree of containers', () => {
  const CART = token<{ readonly of: string; dispose?(): void }>('cart');

  it('makes a service of the lifetime "container" once in each container', () => {
    const root = createContainer();
    const [shop, mailer] = [root.as('shop'), root.as('mailer')];
    shop.register(CART, (plugin) => ({ of: plugin }), 'container');
    const request = shop.createChild();
    const containers = [root, shop, mailer, request, shop.createChild()];
    const carts = containers.map(({ resolve }) => resolve(CART));
    expect(carts.map(({ of }) => of)).toEqual(['core', 'shop', 'mailer', 'shop', 'shop']);
    expect(new Set(carts).size).toBe(5);
    expect(containers.map(({ resolve }) => resolve(CART))).toEqual(carts);
    expect(request.resolve(CART)).toBe(carts[3]);
    expect(root.as('shop')).toBe(shop);
  });

  it('shares singletons, and makes them with the container of the application', () => {
    const root = createContainer();
    const seen: unknown[] = [];
    root
      .as('shop')
      .register(CART, (plugin, container) => ({ of: `${plugin} ${seen.push(container)}` }), 'singleton');
    const request = root.as('mailer').createChild();
    expect(request.resolve(CART)).toEqual({ of: 'mailer 1' });
    expect(root.resolve(CART)).toBe(request.resolve(CART));
    expect(seen).toEqual([root]);
  });

  it('gives a service the container that resolves it', () => {
    const shop = createContainer().as('shop');
    shop.register(CART, (_plugin, { resolve }) => ({ of: resolve(GREETING) }), 'container');
    const [one, two] = [shop.createChild(), shop.createChild()];
    one.provide(GREETING, 'one');
    two.provide(GREETING, 'two');
    expect([one.resolve(CART).of, two.resolve(CART).of]).toEqual(['one', 'two']);
    expect([shop.has(GREETING), one.has(GREETING)]).toEqual([false, true]);
    expect(() => shop.resolve(CART)).toThrow('No plugin provides the service "greeting"');
  });

  it('refuses a value of a child that the application has', () => {
    const root = createContainer();
    root.provide(GREETING, 'hello');
    const request = root.as('shop').createChild();
    expect(() => request.provide(GREETING, 'x')).toThrow(
      'The service "greeting" is provided by the core and by the plugin "shop".',
    );
  });

  it('sees services that are added after the first was made', () => {
    const root = createContainer();
    const request = root.as('shop').createChild();
    root.register(GREETING, () => 'hello', 'transient');
    expect(request.resolve(GREETING)).toBe('hello');
    root.as('shop').register(CART, () => ({ of: 'late' }), 'container');
    expect(request.resolve(CART).of).toBe('late');
  });

  it('is disposed of from its leaves, in reverse order; a child leaves the rest alone', async () => {
    const root = createContainer();
    const disposed: string[] = [];
    const register = (name: string, lifetime: Lifetime) => {
      const key = token<object>(name);
      const make = (plugin: string) => ({ dispose: async () => void disposed.push(`${name} of ${plugin}`) });
      root.register(key, make, lifetime);
      return key;
    };
    const [pool, cart, log] = [
      register('pool', 'singleton'),
      register('cart', 'container'),
      register('log', 'container'),
    ];
    const [first, second] = [root.as('shop').createChild(), root.as('mailer').createChild()];
    for (const key of [pool, cart, log]) first.resolve(key);
    for (const key of [cart, log]) second.resolve(key);
    root.resolve(log);
    await Promise.all([first.dispose(), first.dispose()]);
    expect(disposed.splice(0)).toEqual(['log of shop', 'cart of shop']);
    expect(() => first.resolve(cart)).toThrow('The container is disposed of, so it makes no service "cart".');
    expect(second.resolve(cart)).toBeDefined();
    await root.dispose();
    expect(disposed).toEqual(['log of mailer', 'cart of mailer', 'log of core', 'pool of shop']);
  });
});
