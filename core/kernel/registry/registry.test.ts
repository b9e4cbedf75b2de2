import { errorSourceOf } from '../errors/error-source';
import { StartupError } from '../errors/startup-error';
import { Registry } from './registry';

interface Colour {
  readonly name: string;
  readonly description?: string;
  readonly code: string;
}
const RED: Colour = { name: 'red', description: 'The colour of errors', code: '#f00' };

describe('a registry', () => {
  it('holds definitions by their own name, and functions by the name that is given', () => {
    const colours = new Registry<Colour>('colour');
    colours.as('paint').add(RED);
    const policies = new Registry<() => boolean>('policy');
    const always = () => true;
    policies.as('paint').add('always', always, 'Lets every request through');
    expect(colours.entries()).toEqual([
      { name: 'red', value: RED, plugin: 'paint', description: 'The colour of errors' },
    ]);
    expect(policies.entries()).toEqual([
      {
        name: 'always',
        value: expect.any(Function),
        plugin: 'paint',
        description: 'Lets every request through',
      },
    ]);
    expect([policies.get('always')?.(), policies.get('never'), policies.has('never')]).toEqual([
      true,
      undefined,
      false,
    ]);
    expect([colours.names(), colours.values(), colours.nearest('rde')]).toEqual([['red'], [RED], 'red']);
  });

  it('holds an instance of a class whose getters and methods read private fields', () => {
    class Paint {
      readonly name = 'paint';
      #code = '#f00';
      get code(): string {
        return this.#code;
      }
      set code(code: string) {
        this.#code = code;
      }
      mix(): string {
        return `${this.#code} mixed`;
      }
    }
    const colours = new Registry<Paint>('colour');
    colours.as('one').add(new Paint());
    const held = colours.get('paint');
    if (held) held.code = '#0f0';
    expect([held?.code, held?.mix()]).toEqual(['#0f0', '#0f0 mixed']);
  });

  it('names both plugins, both sentences and the remedy on a clash', () => {
    const colours = new Registry<Colour>('colour');
    colours.as('paint').add(RED);
    expect(() => colours.as('brush').add({ name: 'red', code: '#e00' })).toThrow(
      new StartupError(
        'The colour "red" is added by the plugin "paint" (The colour of errors) and by the plugin "brush". Rename one of them, or disable one of the plugins.',
      ),
    );
    colours.add({ name: 'blue', code: '#00f' });
    expect(() => colours.as('brush').add({ name: 'blue', code: '#00e' })).toThrow(
      'The colour "blue" is added by the core and by the plugin "brush".',
    );
  });

  it('refuses a name that breaks its rule', () => {
    const colours = new Registry<Colour>('colour', {
      names: (name) => (/^[a-z]+$/.test(name) ? undefined : 'use a-z'),
    });
    expect(() => colours.as('paint').add({ name: 'Red 2', code: '#f00' })).toThrow(
      'The colour "Red 2" of the plugin "paint" cannot be added: use a-z.',
    );
  });

  it('names the plugin in errors of functions, at any moment and in nested objects', async () => {
    class Tool {
      readonly name = 'saw';
      readonly #edge = 'dull';
      readonly nested = { cut: () => Promise.reject(new Error('late')) };
      cut(): string {
        throw new Error(this.#edge);
      }
      async *steps() {
        yield 1;
        throw new Error('second');
      }
    }
    const tools = new Registry<Tool>('tool');
    const tool = new Tool();
    tools.as('shed').add(tool);
    const added = tools.get('saw') as Tool;
    const seen: number[] = [];
    const faults: (() => unknown)[] = [
      () => added.cut(),
      () => added.nested.cut(),
      async () => {
        for await (const step of added.steps()) seen.push(step);
      },
    ];
    for (const fault of faults) {
      const error: unknown = await new Promise((resolve) => resolve(fault())).catch(
        (thrown: unknown) => thrown,
      );
      expect(errorSourceOf(error)).toEqual({ plugin: 'shed', at: 'the tool "saw"' });
    }
    expect(seen).toEqual([1]);
    expect(errorSourceOf(await tool.nested.cut().catch((thrown: unknown) => thrown))).toBeUndefined();
  });

  it('says what a function must return', async () => {
    const isText = { expected: 'a string', accepts: (value: unknown) => typeof value === 'string' };
    const tools = new Registry<{ name: string; now(): unknown; later(): unknown }>('tool', {
      returns: { now: isText, later: { ...isText, waits: true } },
    });
    tools.as('shed').add({ name: 'saw', now: async () => 'a', later: async () => 7 });
    tools.as('shed').add({ name: 'axe', now: () => 'a', later: async () => 'b' });
    const [saw, axe] = tools.values();
    expect(() => saw?.now()).toThrow(
      'The tool "saw" of the plugin "shed" returned a promise from now(). Return a string.',
    );
    await expect(saw?.later()).rejects.toThrow(
      'The tool "saw" of the plugin "shed" returned 7 from later(). Return a string.',
    );
    expect([axe?.now(), await axe?.later()]).toEqual(['a', 'b']);
  });
});
