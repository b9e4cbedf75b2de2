// The files that `npm pack` would publish: whole, and without files that only tests need.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, resolve } from 'node:path';
import { PACKAGE_NAME } from '../core/kernel/config/load-module';

const ROOT = resolve(__dirname, '..', '..');
const run = (command: string, args: string[], cwd = ROOT): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Link {
  /** A path from the root. */
  readonly target: string;
  /** The heading behind `#`, as GitHub and npm name it. */
  readonly heading: string | undefined;
}

/** Examples in code do not count. */
const proseOf = (file: string): string => read(file).replace(/^```[\s\S]*?^```/gm, '');

function linksOf(file: string): Link[] {
  const links = [...proseOf(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?/g)];
  return links.map(([, path = '', heading]) => ({
    target: path === '' ? file : posix.join(posix.dirname(file), path),
    heading,
  }));
}

const headingsOf = (file: string): string[] =>
  [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

interface PackedFile {
  readonly path: string;
  readonly mode: number;
}

describe('the npm package', () => {
  const packed: PackedFile[] = JSON.parse(run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts']))[0]
    .files;
  const paths = new Set(packed.map(({ path }) => path));
  const lacks = (path: string): boolean => !paths.has(path);
  const manifest = JSON.parse(read('package.json'));

  it('holds documentation and licence', () => {
    const wanted = [
      'README.md',
      'CHANGELOG.md',
      'LICENSE',
      'SECURITY.md',
      'docs/from-strapi.md',
      'core/README.md',
    ];
    expect(wanted.filter(lacks)).toEqual([]);
  });

  it('holds each file that package.json names', () => {
    const exported = ['.', './testing'].flatMap((name) => Object.values<string>(manifest.exports[name]));
    const named = [manifest.main, manifest.types, ...Object.values<string>(manifest.bin), ...exported];
    expect(named.map((path) => posix.normalize(path)).filter(lacks)).toEqual([]);
  });

  it('holds no tests and no test helpers', () => {
    const isTest = /\.test\.|\/tests\/|\/test(ing)?-[^/]*$|\.example\.js$|mutants/;
    expect([...paths].filter((path) => path.startsWith('dist/') && isTest.test(path))).toEqual([]);
  });

  it('holds no source map without its sources', () => {
    const orphans = [...paths]
      .filter((path) => path.endsWith('.map'))
      .filter((path) =>
        JSON.parse(read(path)).sources.some((source: string) =>
          lacks(posix.join(posix.dirname(path), source)),
        ),
      );
    expect(orphans).toEqual([]);
  });

  it('holds each file that its own files import', () => {
    const missing = [...paths]
      .filter((path) => /^(bin|dist)\/.*\.js$/.test(path))
      .flatMap((path) => {
        const imported = [...read(path).matchAll(/\brequire\("(\.[^"]+)"\)/g)];
        return imported
          .map(([, name = '']) => posix.join(posix.dirname(path), name))
          .filter((target) => [target, `${target}.js`, `${target}/index.js`].every(lacks))
          .map((target) => `${path} imports ${target}`);
      });
    expect(missing).toEqual([]);
  });

  it('holds each file and each heading that its Markdown links to', () => {
    const holds = ({ target, heading }: Link): boolean => {
      if (!paths.has(target)) return [...paths].some((path) => path.startsWith(`${target}/`));
      return heading === undefined || headingsOf(target).includes(heading);
    };
    const broken = [...paths]
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        linksOf(path)
          .filter((link) => !holds(link))
          .map(({ target, heading = '' }) => `${path} links to ${target}#${heading}`),
      );
    expect(broken).toEqual([]);
  });

  it('marks its binaries as executable', () => {
    const binaries = Object.values<string>(manifest.bin);
    expect(packed.filter(({ path, mode }) => binaries.includes(path) && (mode & 0o111) === 0)).toEqual([]);
  });

  it('has one name everywhere', () => {
    expect(manifest.name).toBe(PACKAGE_NAME);
    expect(JSON.parse(read('package-lock.json')).name).toBe(PACKAGE_NAME);
    const files = run('git', ['ls-files', '*.md', '*.ts', '*.js', '*.json']).split('\n').filter(Boolean);
    const other =
      /(?:require\(|import\(|from |declare module )['"]quire(?:\/[\w-]+)?['"]|node_modules\/quire\//;
    expect(files.filter((file) => existsSync(join(ROOT, file)) && other.test(read(file)))).toEqual([]);
  });

  it.each(['quire.js', 'quire-conformance.js'])('says how to build before the first build: %s', (name) => {
    const dir = mkdtempSync(join(tmpdir(), 'quire-bin-'));
    try {
      cpSync(join(ROOT, 'bin'), join(dir, 'bin'), { recursive: true });
      expect(() => run(join(dir, 'bin', name), ['--help'], dir)).toThrow(
        `Run \`npm ci && npm run build\` in ${dir}.`,
      );
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  it.each(['quire.js', 'quire-conformance.js'])('runs the build: %s', (name) => {
    expect(run(join(ROOT, 'bin', name), ['--help'])).toContain('quire');
  });
});
