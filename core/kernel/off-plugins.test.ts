// What built-in plugins say that they bring, held against what they bring.
import { createTestApp } from '../testing/create-test-app';
import { builtInPlugin, builtInPlugins } from './find-plugin';
import type { Brings } from './plugin';

const all = Object.fromEntries(builtInPlugins().map((name) => [name, true]));
const brought = (kind: keyof Brings) =>
  builtInPlugins().flatMap((name) => builtInPlugin(name).brings?.[kind] ?? []);
const keys = (kind: 'options' | 'pluginOptions') => Object.fromEntries(brought(kind).map((key) => [key, {}]));
const contentTypes = [
  {
    info: { singularName: 'thing', pluralName: 'things' },
    options: { ...keys('options'), mine: 1 },
    pluginOptions: keys('pluginOptions'),
    attributes: {
      name: { type: 'string' },
      owner: { type: 'relation', relation: 'oneToOne', target: 'plugin::users-permissions.user' },
    },
  },
];

it('each command of a built-in plugin is told by the plugin', async () => {
  const { kernel, close } = await createTestApp({ config: { plugins: all } });
  expect([...kernel.commands.names()].sort()).toEqual(brought('commands').sort());
  await close();
});

it('each operation of a built-in plugin is told by the plugin', async () => {
  const options = Object.fromEntries(brought('options').map((key) => [key, true]));
  const { kernel, close } = await createTestApp({
    contentTypes: contentTypes.map((type) => ({ ...type, options })),
    config: { plugins: all },
  });
  const added = [...kernel.schema.types.values()].flatMap((type) => kernel.operations.of(type));
  expect([...new Set(added.map(({ name }) => name))].sort()).toEqual(brought('operations').sort());
  await close();
});

it('what is told is known while the plugins are on', async () => {
  const { kernel, logs, close } = await createTestApp({ contentTypes, config: { plugins: all } });
  expect(kernel.schema.waiting).toEqual([]);
  expect(logs.map(({ message }) => message).filter((message) => /options\./i.test(String(message)))).toEqual([
    'options.mine: no plugin that is on knows this key',
  ]);
  await close();
});

it('while they are off, the start names the plugin and how to switch it on', async () => {
  const { logs, close } = await createTestApp({ contentTypes, config: { plugins: { rest: true } } });
  const remedy = (name: string) =>
    `needs the plugin "${name}"; switch it on: "${name}": true in config/plugins`;
  const expected = (['options', 'pluginOptions'] as const).flatMap((kind) =>
    builtInPlugins().flatMap((name) =>
      (builtInPlugin(name).brings?.[kind] ?? []).map((key) => `${kind}.${key}: ${remedy(name)}`),
    ),
  );
  expect(expected).toHaveLength(2);
  expect(logs.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      ...expected,
      'options.mine: no plugin that is on knows this key',
      `api::thing.thing owner is left out: ${remedy('users-permissions')}`,
    ]),
  );
  await close();
});
