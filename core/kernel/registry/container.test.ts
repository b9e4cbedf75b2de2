import { createContainer, token } from './container';

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
});
