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
      { name: 'always', value: always, plugin: 'paint', description: 'Lets every request through' },
    ]);
    expect([policies.get('always'), policies.get('never'), policies.has('never')]).toEqual([
      always,
      undefined,
      false,
    ]);
    expect([colours.names(), colours.values(), colours.nearest('rde')]).toEqual([['red'], [RED], 'red']);
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
    const colours = new Registry<Colour>('colour', (name) => (/^[a-z]+$/.test(name) ? undefined : 'use a-z'));
    expect(() => colours.as('paint').add({ name: 'Red 2', code: '#f00' })).toThrow(
      'The colour "Red 2" of the plugin "paint" cannot be added: use a-z.',
    );
  });
});
