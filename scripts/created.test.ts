// The folders that `quire create` makes, outside of the repository, against the packed package: each passes its own tests.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PACKAGE_NAME } from '../core/config/load-module';

const ROOT = resolve(__dirname, '..', '..');
const { NODE_ENV: _environment, FORCE_COLOR: _colour, ...env } = process.env;

/**
 * `root/node_modules` has the dependencies, `root/home/node_modules` the unpacked package. Folders in `home` find both, as they would
 * after `npm install`.
 */
const root = mkdtempSync(join(tmpdir(), 'quire-created-'));
const home = join(root, 'home');

beforeAll(() => {
  const packages = join(home, 'node_modules');
  mkdirSync(packages, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', root], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(packed);
  execFileSync('tar', ['-xzf', join(root, filename), '-C', root]);
  renameSync(join(root, 'package'), join(packages, PACKAGE_NAME));
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

function run(cwd: string, command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env,
    timeout: 60_000,
  });
  return { status, output: stdout + stderr };
}
const quire = (cwd: string, ...args: string[]) =>
  run(cwd, process.execPath, join(home, 'node_modules', PACKAGE_NAME, 'bin', 'quire.js'), ...args);
const manifestOf = (dir: string) => JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
const { version } = manifestOf(ROOT);

/** A test must run: a glob without a match passes as well. */
const PASSED = { status: 0, output: expect.stringMatching(/# tests 1\n[\s\S]*# pass 1\n/) };

it('an application passes its tests, also with a new content type', () => {
  expect(quire(home, 'create', 'app', 'my-app')).toMatchObject({ status: 0 });
  const dir = join(home, 'my-app');
  expect(manifestOf(dir)).toMatchObject({ name: 'my-app', dependencies: { [PACKAGE_NAME]: `^${version}` } });
  expect(run(dir, 'npm', 'test')).toEqual(PASSED);
  const attributes = 'name:string!,article:relation=article';
  expect(quire(dir, 'create', 'type', 'product', '--attributes', attributes)).toMatchObject({ status: 0 });
  expect(quire(dir, 'describe').output).toContain('products');
  expect(quire(dir, 'doctor', '--fix')).toMatchObject({ status: 0 });
}, 120_000);

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
    });
    expect(run(dir, 'npm', 'test')).toEqual(PASSED);

    const [{ files }] = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
        cwd: dir,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
    const paths: string[] = files.map(({ path }: { readonly path: string }) => path);
    expect(paths).toEqual(expect.arrayContaining([main, 'README.md', 'package.json']));
    expect(paths.filter((path) => path.includes('test'))).toEqual([]);

    symlinkSync(dir, join(home, 'node_modules', `quire-plugin-${name}`));
    const app = join(home, `app-${name}`);
    mkdirSync(join(app, 'config'), { recursive: true });
    const plugins = { [name]: { resolve: `quire-plugin-${name}`, config: { greeting: 'Hi' } } };
    writeFileSync(join(app, 'config', 'plugins.json'), JSON.stringify(plugins));
    expect(quire(app, 'describe').output).toContain(`/api/${name}/:who`);
  },
  120_000,
);
