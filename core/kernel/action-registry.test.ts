import { ActionRegistry } from './action-registry';

const READ = { name: 'plugin::audit.log.read', description: 'Reads the log', plugin: 'audit' };

it('names both plugins that add one action', () => {
  const actions = new ActionRegistry();
  actions.add(READ);
  expect(() => actions.add({ ...READ, plugin: 'other' })).toThrow(/added by audit and by other/);
  actions.ensure({ ...READ, description: 'again' });
  expect(actions.all()).toEqual([READ]);
});

it.each(['', 'read', 'audit.read', 'plugin::audit', 'plugin::audit.', 'plugin::a b.c'])(
  'refuses the name %j',
  (name) => {
    expect(() => new ActionRegistry().add({ ...READ, name })).toThrow(/expected one like/);
  },
);

it('reads a type with its find, or what its plugin says', () => {
  const actions = new ActionRegistry();
  actions.readsWith('plugin::files.file', null);
  actions.readsWith('plugin::files.folder', 'plugin::files.content.read');
  expect(
    ['api::a.a', 'plugin::files.file', 'plugin::files.folder'].map((uid) => actions.readingOf(uid)),
  ).toEqual(['api::a.a.find', null, 'plugin::files.content.read']);
});

it('guesses at a name', () => {
  const actions = new ActionRegistry();
  actions.add(READ);
  expect(actions.nearest('plugin::audit.log.raed')).toBe(READ.name);
});
