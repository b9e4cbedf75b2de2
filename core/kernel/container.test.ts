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

  it('makes a lazy service once, with what it needs from the container', () => {
    const container = createContainer();
    let made = 0;
    container.provideLazily(MAILER, (services) => {
      made++;
      return { send: (to) => `${services.resolve(GREETING)} ${to}` };
    });
    container.provide(GREETING, 'hello');
    expect(made).toBe(0);
    expect(container.resolve(MAILER).send('ada')).toBe('hello ada');
    expect(container.resolve(MAILER)).toBe(container.resolve(MAILER));
    expect(made).toBe(1);
  });

  it('does not share with another', () => {
    const [one, two] = [createContainer(), createContainer()];
    one.provide(GREETING, 'one');
    two.provide(GREETING, 'two');
    expect([one.resolve(GREETING), two.resolve(GREETING)]).toEqual(['one', 'two']);
    expect(one.has(MAILER)).toBe(false);
  });

  it('names a service that nobody provides, and one provided twice', () => {
    const container = createContainer();
    expect(() => container.resolve(MAILER)).toThrow('No service "mailer" is provided here');
    container.provide(GREETING, 'a');
    expect(() => container.provide(GREETING, 'b')).toThrow('The service "greeting" is provided twice');
  });

  it('disposes of its services', async () => {
    const container = createContainer();
    const service = token<{ dispose(): void }>('pool');
    let disposed = 0;
    container.provideLazily(service, () => ({ dispose: () => void disposed++ }));
    container.resolve(service);
    await container.dispose();
    expect(disposed).toBe(1);
  });
});
