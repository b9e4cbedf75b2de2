// Lints docs/deploy: files that belong together name the same services, folders and variables. No machine of the tests builds images.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..', '..');
const DIR = join(ROOT, 'docs', 'deploy');
const read = (name: string): string => readFileSync(join(DIR, name), 'utf8');
const STACKS = ['sqlite', 'postgres', 'galera'];
const WITH_PROXY = ['postgres', 'galera'];

/** The keys of a service that the files use; a misspelt one is an error of Compose. */
const KEYS = [
  'build',
  'image',
  'command',
  'ports',
  'environment',
  'read_only',
  'tmpfs',
  'cap_drop',
  'security_opt',
  'volumes',
  'stop_grace_period',
  'restart',
  'depends_on',
  'init',
  'user',
];

const partOf = (text: string, name: string): string =>
  new RegExp(`^${name}:\\n((?:[ #].*\\n|\\n)+)`, 'm').exec(text)?.[1] ?? '';
const namesIn = (part: string): string[] =>
  [...part.matchAll(/^ {2}([\w-]+):/gm)].map(([, name = '']) => name);

describe.each(STACKS)('compose.yaml of %s', (stack) => {
  const compose = read(`${stack}/compose.yaml`);
  const services = partOf(compose, 'services');

  it('has known keys, fixed versions and declared volumes', () => {
    const keys = [...services.matchAll(/^ {4}(\w+):/gm)].map(([, key = '']) => key);
    expect(keys.filter((key) => !KEYS.includes(key))).toEqual([]);
    const images = [...compose.matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => image);
    for (const image of images) expect(image).toMatch(/^[\w./-]+:v?\d[\w.-]*$/);
    const used = [...compose.matchAll(/"(\w+):\/[\w/]+"/g)].map(([, volume]) => volume);
    expect([...new Set(used)].sort()).toEqual(namesIn(partOf(compose, 'volumes')).sort());
  });

  it('names services and files that exist', () => {
    const named = [...compose.matchAll(/depends_on: \[([^\]]+)\]/g)].flatMap(([, list = '']) =>
      list.split(', '),
    );
    expect(named.filter((name) => !namesIn(services).includes(name))).toEqual([]);
    const files = [...compose.matchAll(/node_modules\/quire-cms\/(docs\/deploy\/[\w./-]+)/g)];
    expect(files.length).toBeGreaterThan(0);
    expect(files.map(([, file = '']) => file).filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('sets variables that the configuration of deploy.md and of a new application reads', () => {
    const configuration =
      readFileSync(join(ROOT, 'docs/deploy.md'), 'utf8') +
      readFileSync(join(ROOT, 'templates/app/config/database.js'), 'utf8');
    const set = [...compose.matchAll(/^ +(DATABASE_\w+|BUS|REDIS_URL|PROXIES|DRAIN|JWT_SECRET):/gm)];
    expect(set.length).toBeGreaterThan(0);
    for (const [, name = ''] of set) expect(configuration).toContain(name);
  });
});

describe.each(WITH_PROXY)('haproxy.cfg of %s', (stack) => {
  const settings = read(`${stack}/haproxy.cfg`);

  it('names the services of compose.yaml, and checks each server', () => {
    const servers = [...settings.matchAll(/^ {2}server (\w+) (\w+):\d+ (.*)$/gm)];
    const services = namesIn(partOf(read(`${stack}/compose.yaml`), 'services'));
    expect(servers).toHaveLength(5);
    for (const [, name, host = '', options] of servers) {
      expect(name).toBe(host);
      expect(services).toContain(host);
      expect(options).toMatch(/^check\b/);
    }
  });

  it('is valid for HAProxy, where it is installed', () => {
    const dir = mkdtempSync(join(tmpdir(), 'quire-haproxy-'));
    const file = join(dir, 'haproxy.cfg');
    // Names of services resolve in the network of Compose alone.
    writeFileSync(file, settings.replace(/^( {2}server \w+) \w+:/gm, '$1 127.0.0.1:'));
    const { status, error, stderr, stdout } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
    rmSync(dir, { recursive: true });
    if (error === undefined) expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('valid')]);
  });
});

it('images copy files that exist, and scripts can run', () => {
  for (const stack of WITH_PROXY) {
    const copied = [...read(`${stack}/Dockerfile`).matchAll(/^COPY (?:--chmod=755 )?(.+) \S+$/gm)];
    for (const file of copied.flatMap(([, files = '']) => files.split(' ')))
      expect([file, existsSync(join(DIR, stack, file))]).toEqual([file, true]);
    for (const name of readdirSync(join(DIR, stack)).filter((each) => each.endsWith('.sh'))) {
      expect([name, statSync(join(DIR, stack, name)).mode & 0o100]).toEqual([name, 0o100]);
      expect(spawnSync('sh', ['-n', join(DIR, stack, name)]).status).toBe(0);
    }
  }
});

it('units start commands of quire, and leave it time to stop', () => {
  const units = readdirSync(join(DIR, 'systemd'));
  expect(units.sort()).toEqual([
    'quire-backup.service',
    'quire-backup.timer',
    'quire-jobs.service',
    'quire.service',
  ]);
  for (const unit of units.filter((name) => name.endsWith('.service'))) {
    const text = read(`systemd/${unit}`);
    for (const [, line = ''] of text.matchAll(/^ExecStart=(.+)$/gm))
      expect(line).toMatch(
        /^\/usr\/bin\/node node_modules\/quire-cms\/bin\/quire\.js (start|jobs|backup|doctor)\b/,
      );
    if (!text.includes('Type=oneshot')) expect(text).toContain('TimeoutStopSec=30\n');
    expect(text).toContain('ProtectSystem=strict\n');
  }
});
