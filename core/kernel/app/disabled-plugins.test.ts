// Compares the names that built-in plugins declare in `provides` with the names that they register.
import { createTestApp } from '../../testing/create-test-app';
import { builtInPlugin, builtInPlugins } from './find-plugin';
import type { ProvidedNames } from './plugin';

const all = {
  ...Object.fromEntries(builtInPlugins().map((name) => [name, true])),
  'two-factor': { enabled: true, config: { secret: 'a secret of this test, long enough' } },
};
const provided = (kind: keyof ProvidedNames) =>
  builtInPlugins().flatMap((name) => builtInPlugin(name).provides?.[kind] ?? []);
const keys = (kind: 'options' | 'pluginOptions') =>
  Object.fromEntries(provided(kind).map((key) => [key, {}]));
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

it('each command of a built-in plugin is declared', async () => {
  const { kernel, close } = await createTestApp({ config: { plugins: all } });
  expect([...kernel.commands.names()].sort()).toEqual(provided('commands').sort());
  await close();
});

it('each attribute type of a built-in plugin is declared', async () => {
  const types = async (plugins: object) => {
    const { kernel, close } = await createTestApp({ config: { plugins } });
    await close();
    return [...kernel.attributes.names()];
  };
  const own = await types({});
  const added = (await types(all)).filter((name) => !own.includes(name));
  expect(added.sort()).toEqual(provided('attributes').sort());
});

it('each operation of a built-in plugin is declared', async () => {
  const options = Object.fromEntries(provided('options').map((key) => [key, true]));
  const { kernel, close } = await createTestApp({
    contentTypes: contentTypes.map((type) => ({ ...type, options })),
    config: { plugins: all },
  });
  expect([...kernel.operations.names()].sort()).toEqual(provided('operations').sort());
  await close();
});

it('each permission action that a built-in plugin adds to a type is declared', async () => {
  const options = Object.fromEntries(provided('options').map((key) => [key, true]));
  const ofTypes = async (plugins: object) => {
    const { kernel, close } = await createTestApp({
      // `readPrivate` is an action of types with private attributes.
      contentTypes: contentTypes.map((type) => ({
        ...type,
        options,
        attributes: { ...type.attributes, hidden: { type: 'string', private: true } },
      })),
      config: { plugins },
    });
    await close();
    return kernel.actions.names().filter((name) => name.startsWith('api::thing.thing.'));
  };
  const own = await ofTypes({ rest: true });
  const added = (await ofTypes(all)).filter((name) => !own.includes(name));
  expect(added.map((name) => name.slice('api::thing.thing.'.length)).sort()).toEqual(
    provided('actions').sort(),
  );
});

it('declared names are known while the plugins are enabled', async () => {
  const { kernel, logs, close } = await createTestApp({ contentTypes, config: { plugins: all } });
  expect(kernel.schema.waiting).toEqual([]);
  expect(logs.map(({ message }) => message).filter((message) => /options\./i.test(String(message)))).toEqual([
    'options.mine: no enabled plugin knows this key',
  ]);
  await close();
});

it('while the plugins are disabled, startup names the plugin and how to enable it', async () => {
  const { logs, close } = await createTestApp({ contentTypes, config: { plugins: { rest: true } } });
  const remedy = (name: string) => `needs the plugin "${name}"; enable it: "${name}": true in config/plugins`;
  const expected = (['options', 'pluginOptions'] as const).flatMap((kind) =>
    builtInPlugins().flatMap((name) =>
      (builtInPlugin(name).provides?.[kind] ?? []).map((key) => `${kind}.${key}: ${remedy(name)}`),
    ),
  );
  expect(expected).toHaveLength(4);
  expect(logs.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      ...expected,
      'options.mine: no enabled plugin knows this key',
      `api::thing.thing owner is left out: ${remedy('users-permissions')}`,
    ]),
  );
  await close();
});
