// The folders that `quire create` makes, outside of the repository, against the packed package: each passes its own tests.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PACKAGE_NAME } from '../core/kernel/config/load-module';
import { pack, run, unpack, unpackPackage } from './testing-packed-package';

const ROOT = resolve(__dirname, '..', '..');
const packed = unpackPackage();
const { home, quire } = packed;
afterAll(() => packed.remove());

const manifestOf = (dir: string) => JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
const { version } = manifestOf(ROOT);

const FROM_FILE = `file:../../${PACKAGE_NAME}-${version}.tgz`;

/** A test must run: a glob without a match passes as well. */
const PASSED = { status: 0, output: expect.stringMatching(/# tests 1\n[\s\S]*# pass 1\n/) };

it('an application passes its tests, also with a new content type', () => {
  expect(quire(home, 'create', 'app', 'my-app')).toMatchObject({ status: 0 });
  const dir = join(home, 'my-app');
  // npm found the package in this file, so it finds the file again.
  expect(manifestOf(dir)).toMatchObject({ name: 'my-app', dependencies: { [PACKAGE_NAME]: FROM_FILE } });
  expect(run(dir, 'npm', 'test')).toEqual(PASSED);
  const attributes = 'name:string!,article:relation=article';
  expect(quire(dir, 'create', 'type', 'product', '--attributes', attributes)).toMatchObject({ status: 0 });
  expect(quire(dir, 'describe').output).toContain('products');
  expect(quire(dir, 'doctor', '--fix')).toMatchObject({ status: 0 });
});

it.each([
  ['TypeScript', [], 'dist/index.js'],
  ['JavaScript', ['--js'], 'index.js'],
])(
  'a plugin in %s passes its tests, packs without them, and serves',
  (language, flags, main) => {
    const name = `in-${language.toLowerCase()}`;
    expect(quire(home, 'create', 'plugin', name, ...flags)).toMatchObject({ status: 0 });
    const dir = join(home, `quire-plugin-${name}`);
    expect(manifestOf(dir)).toMatchObject({
      name: `quire-plugin-${name}`,
      main,
      engines: { node: manifestOf(ROOT).engines.node },
      peerDependencies: { [PACKAGE_NAME]: `^${version}` },
      devDependencies: { [PACKAGE_NAME]: FROM_FILE },
    });
    expect(run(dir, 'npm', 'test')).toEqual(PASSED);

    unpack(pack(dir, dir), join(home, 'node_modules', `quire-plugin-${name}`));
    const paths = readdirSync(join(home, 'node_modules', `quire-plugin-${name}`), {
      recursive: true,
      encoding: 'utf8',
    });
    expect(paths).toEqual(expect.arrayContaining([main, 'README.md', 'package.json']));
    expect(paths.filter((path) => path.includes('test'))).toEqual([]);

    const app = join(home, `app-${name}`);
    mkdirSync(join(app, 'config'), { recursive: true });
    const plugins = { [name]: { resolve: `quire-plugin-${name}`, config: { greeting: 'Hi' } } };
    writeFileSync(join(app, 'config', 'plugins.json'), JSON.stringify(plugins));
    expect(quire(app, 'describe').output).toContain(`/api/${name}/:who`);
  },
  120_000,
);
