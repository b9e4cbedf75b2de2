import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { integer, object, optional } from '../check/checks';
import type { PluginEntry } from '../config/plugins-config';
import type { Mistake } from '../errors/startup-error';
import { loadPlugins } from './load-plugins';
import type { AnyPlugin } from './plugin';
import { refuseSecondCopy } from './plugin-package';

const dir = mkdtempSync(join(tmpdir(), 'quire-plugins-'));
afterAll(() => rmSync(dir, { recursive: true }));

const register = () => undefined;
const plugin = (name: string, rest: Partial<AnyPlugin> = {}): AnyPlugin => ({ name, register, ...rest });

interface Given {
  readonly plugins?: Readonly<Record<string, Partial<PluginEntry>>>;
  readonly extra?: readonly AnyPlugin[];
}

const load = ({ plugins = {}, extra = [] }: Given, mistakes: Mistake[] = []) =>
  loadPlugins({
    dir,
    mistakes,
    file: 'config/plugins.js',
    extra,
    plugins: {
      rest: { enabled: false, config: undefined },
      openapi: { enabled: false, config: undefined },
      'rate-limit': { enabled: false, config: undefined },
      ...Object.fromEntries(
        Object.entries(plugins).map(([name, entry]) => [
          name,
          { enabled: true, config: undefined, ...entry },
        ]),
      ),
    },
  });

const namesOf = async (given: Given) => (await load(given)).map((loaded) => loaded.plugin.name);

async function mistakesOf(given: Given): Promise<string[]> {
  const mistakes: Mistake[] = [];
  await load(given, mistakes);
  return mistakes.map((mistake) => `${mistake.at}: ${mistake.message}`);
}

function file(name: string, text: string): void {
  mkdirSync(dirname(join(dir, name)), { recursive: true });
  writeFileSync(join(dir, name), text);
}

// Before anything is looked up: a sandbox may remember that a folder was not there.
mkdirSync(join(dir, 'node_modules/packed'), { recursive: true });
mkdirSync(join(dir, 'node_modules/@own/scoped'), { recursive: true });

describe('the order of plugins', () => {
  const a = plugin('a');
  const orders: readonly [string, readonly AnyPlugin[], string[]][] = [
    ['is that of the configuration', [plugin('c'), a, plugin('b')], ['c', 'a', 'b']],
    ['puts dependencies first', [plugin('c', { dependencies: ['a'] }), plugin('b'), a], ['a', 'c', 'b']],
    [
      'follows chains',
      [plugin('c', { dependencies: ['b'] }), plugin('b', { dependencies: ['a'] }), a],
      ['a', 'b', 'c'],
    ],
    ['respects `after`', [plugin('c', { after: ['a'] }), a], ['a', 'c']],
    ['does not ask that `after` is there', [plugin('c', { after: ['x'] }), a], ['c', 'a']],
    [
      'loads a shared dependency once',
      [
        plugin('d', { dependencies: ['b', 'c'] }),
        plugin('b', { dependencies: ['a'] }),
        plugin('c', { dependencies: ['a'] }),
        a,
      ],
      ['a', 'b', 'c', 'd'],
    ],
  ];
  it.each(orders)('%s', async (_what, extra, expected) => {
    expect(await namesOf({ extra })).toEqual(expected);
  });
});

describe('what cannot be loaded', () => {
  const refused: readonly [string, Given, string][] = [
    [
      'a circle of two',
      { extra: [plugin('a', { dependencies: ['b'] }), plugin('b', { dependencies: ['a'] })] },
      'a: plugins wait for each other: a → b → a',
    ],
    [
      'a circle of one',
      { extra: [plugin('a', { dependencies: ['a'] })] },
      'a: plugins wait for each other: a → a',
    ],
    [
      'a circle through after',
      {
        extra: [
          plugin('a', { after: ['c'] }),
          plugin('b', { dependencies: ['a'] }),
          plugin('c', { dependencies: ['b'] }),
        ],
      },
      'a → c → b → a',
    ],
    [
      'a missing dependency',
      { extra: [plugin('a', { dependencies: ['b'] })] },
      'the plugin "a" needs the plugin "b", which is missing',
    ],
    [
      'a disabled dependency',
      { extra: [plugin('a', { dependencies: ['b'] })], plugins: { b: { enabled: false } } },
      'the plugin "a" needs the plugin "b", which is disabled',
    ],
    [
      'a plugin that is there twice',
      { extra: [plugin('a'), plugin('a')] },
      'a: is there twice: given and given',
    ],
    ['an unknown name', { plugins: { nothing: {} } }, 'no built-in plugin and no package'],
    ['a path with nothing there', { plugins: { x: { resolve: './gone' } } }, 'does not exist'],
    ['a file without a plugin', { plugins: { empty: { resolve: './empty' } } }, 'exports no plugin'],
    [
      'a package that is not built',
      { plugins: { unbuilt: { resolve: './unbuilt' } } },
      'names "dist/index.js", which cannot be found; build the package, or correct "main"',
    ],
    ['a file that fails', { plugins: { broken: { resolve: './broken' } } }, 'cannot be loaded: boom'],
    [
      'a plugin of another name',
      { plugins: { other: { resolve: './named' } } },
      'is the plugin "named"; name it so',
    ],
    [
      'configuration where none is taken',
      { plugins: { named: { resolve: './named', config: { a: 1 } } } },
      'takes no configuration',
    ],
    [
      'wrong configuration',
      { plugins: { size: { resolve: './size', config: { size: 'x' } } } },
      'size.config.size: expected',
    ],
  ];
  beforeAll(() => {
    file('empty.js', 'module.exports = {}');
    mkdirSync(join(dir, 'unbuilt'));
    file('unbuilt/package.json', '{ "name": "unbuilt", "main": "dist/index.js" }');
    file('broken.js', 'throw new Error("boom")');
    file('named.js', 'module.exports = { name: "named", register() {} }');
    file(
      'size.js',
      `module.exports = { name: 'size', register() {}, config: { schema: {}, parse(input, path, issues) {
         if (typeof input.size !== 'number') issues.push({ path: [...path, 'size'], message: 'expected a number' });
         return input;
       } } }`,
    );
  });
  it.each(refused)('%s', async (_what, given, message) => {
    expect((await mistakesOf(given)).join('\n')).toContain(message);
  });

  it('are reported together, and a plugin that failed is not also missing', async () => {
    const mistakes = await mistakesOf({
      plugins: { gone: { resolve: './gone' }, nothing: {} },
      extra: [plugin('a', { dependencies: ['gone'] })],
    });
    expect(mistakes).toHaveLength(2);
  });
});

describe('a plugin is found', () => {
  const forms: readonly [string, string, string | undefined][] = [
    ['shape', 'by/shape/index.js', './by/shape'],
    ['exact', 'by/exact.js', './by/exact.js'],
    ['common', 'by/common.cjs', './by/common'],
    ['typed', 'by/typed.ts', './by/typed'],
    ['packed', 'node_modules/packed/index.js', undefined],
    ['scoped', 'node_modules/@own/scoped/index.js', '@own/scoped'],
  ];
  it.each(forms)('%s: %s', async (name, path, resolve) => {
    const typed = path.endsWith('.ts');
    file(path, `${typed ? 'export default' : 'module.exports ='} { name: '${name}', register() {} }`);
    const [loaded] = await load({ plugins: { [name]: resolve === undefined ? {} : { resolve } } });
    expect(loaded?.plugin.name).toBe(name);
    expect(loaded?.source).toContain(path);
  });
});

describe('a plugin that is given as an object', () => {
  const given: readonly [string, Given['plugins'], string[]][] = [
    ['is on where nothing is said of it', {}, ['own', 'other']],
    ['is on where it is switched on', { own: {} }, ['own', 'other']],
    ['can be switched off, as any other', { own: { enabled: false } }, ['other']],
  ];
  it.each(given)('%s', async (_what, plugins, expected) => {
    expect(await namesOf({ plugins, extra: [plugin('own'), plugin('other')] })).toEqual(expected);
  });
});

describe("a plugin's configuration", () => {
  const sized = plugin('sized', { config: object({ size: optional(integer(), 3) }) });
  it('has its defaults', async () => {
    expect((await load({ extra: [sized] }))[0]?.config).toEqual({ size: 3 });
  });

  it('comes to a plugin that is given as an object too', async () => {
    const loaded = await load({ extra: [sized], plugins: { sized: { config: { size: 5 } } } });
    expect(loaded.map(({ config, source }) => [config, source])).toEqual([[{ size: 5 }, 'given']]);
  });
});

describe('the package of a plugin', () => {
  const versions: [string, object, RegExp | null][] = [
    ['a matching peer', { peerDependencies: { 'quire-cms': '>=0.1.0' }, engines: { node: '>=20' } }, null],
    ['a range that is none', { peerDependencies: { 'quire-cms': 'file:../quire' } }, null],
    [
      'another major version of Quire',
      { peerDependencies: { 'quire-cms': '^9.0.0' } },
      /quire-plugin-old needs quire-cms \^9\.0\.0, and this is quire-cms \d+\.\d+\.\d+; install another version of the plugin or of Quire$/,
    ],
    [
      'another Node',
      { engines: { node: '>=99' } },
      /quire-plugin-old needs Node >=99, and this is Node [\d.]+; install another version of Node$/,
    ],
  ];
  it.each(versions)('%s', async (title, manifest, message) => {
    const folder = `versions/${title.replaceAll(' ', '-')}`;
    file(`${folder}/package.json`, JSON.stringify({ name: 'quire-plugin-old', ...manifest }));
    file(`${folder}/index.js`, "module.exports = { name: 'old', register() {} }");
    const mistakes = await mistakesOf({ plugins: { old: { resolve: `./${folder}` } } });
    if (message === null) expect(mistakes).toEqual([]);
    else expect(mistakes).toEqual([expect.stringMatching(message)]);
  });

  it('is refused when it loaded a second copy of Quire', () => {
    const copy = join(dir, 'brings/node_modules/quire-cms');
    file('brings/index.js', '');
    file('brings/node_modules/quire-cms/package.json', '{ "name": "quire-cms" }');
    const loading = (path: string) => () => refuseSecondCopy(join(dir, 'brings/index.js'), [path]);
    expect(loading(join(copy, 'dist/core/index.js'))).toThrow(
      /loads a second copy of quire-cms from .*npm pack/,
    );
    expect(loading(join(dir, 'other.js'))).not.toThrow();
  });
});

it.each([
  ['main', '{ "name": "audit", "main": "lib/plugin" }'],
  ['exports', '{ "name": "audit", "exports": { ".": { "default": "./lib/plugin.js" } } }'],
])('resolve takes the folder of a package with %s', async (kind, manifest) => {
  const folder = join(dir, `package-${kind}`);
  mkdirSync(join(folder, 'lib'), { recursive: true });
  file(`package-${kind}/package.json`, manifest);
  file(`package-${kind}/lib/plugin.js`, 'module.exports = { name: "audit", register() {} }');
  const mistakes: never[] = [];
  const audit = { enabled: true, resolve: `./package-${kind}`, config: undefined };
  const loaded = await loadPlugins({ dir, plugins: { audit }, file: 'config/plugins', mistakes });
  expect(mistakes).toEqual([]);
  expect(loaded.find(({ plugin }) => plugin.name === 'audit')?.source).toBe(join(folder, 'lib', 'plugin.js'));
});
