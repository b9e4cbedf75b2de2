// Lints the files for containers of a new application. No machine of the tests builds images.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DIR = join(resolve(__dirname, '..', '..'), 'templates', 'app');
const read = (name: string): string => readFileSync(join(DIR, name), 'utf8');

const INSTRUCTIONS = [
  'FROM',
  'WORKDIR',
  'COPY',
  'RUN',
  'ENV',
  'USER',
  'EXPOSE',
  'VOLUME',
  'HEALTHCHECK',
  'CMD',
];
/** Joined lines, without comments. */
const lines = read('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '');
const of = (instruction: string): string[] =>
  lines
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1));

test('the Dockerfile has known instructions, fixed versions, a user, a health check and existing sources', () => {
  expect(lines.filter((line) => !INSTRUCTIONS.includes(line.split(' ')[0] ?? ''))).toEqual([]);
  for (const image of of('FROM')) expect(image).toMatch(/^[\w./-]+:\d[\w.-]*( AS \w+)?$/);
  expect(of('USER')).toEqual(['quire']);
  expect(lines.findIndex((line) => line.startsWith('USER '))).toBeLessThan(
    lines.findIndex((line) => line.startsWith('CMD ')),
  );
  // npm writes the lock file in a new application.
  const sources = of('COPY')
    .filter((line) => !line.startsWith('--from=build'))
    .flatMap((line) => line.split(' ').slice(0, -1));
  expect(sources.filter((name) => !existsSync(join(DIR, name)))).toEqual(['package-lock.json']);
  const [health = '', command = ''] = [...of('HEALTHCHECK'), ...of('CMD')];
  const [node, flag, code = ''] = JSON.parse(health.slice(health.indexOf('['))) as string[];
  expect([node, flag]).toEqual(['node', '-e']);
  expect(() => new Function(code)).not.toThrow();
  expect(code).toContain('/_health');
  expect(JSON.parse(command)).toEqual(['node', 'node_modules/quire-cms/bin/quire.js', 'start']);
});

/** The keys of a service that the file uses; a misspelt one is an error of Compose. */
const KEYS = [
  'build',
  'image',
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
  'healthcheck',
];

test('compose.yaml has known keys, and names its own services', () => {
  const compose = read('compose.yaml');
  const part = compose.slice(compose.indexOf('services:'), compose.indexOf('\nvolumes:'));
  const services = [...part.matchAll(/^ {2}(\w+):$/gm)].map(([, name]) => name);
  expect(services).toEqual(['app', 'database']);
  const keys = [...part.matchAll(/^ {4}(\w+):/gm)].map(([, key = '']) => key);
  expect(keys.filter((key) => !KEYS.includes(key))).toEqual([]);
  const waits = [...part.matchAll(/^ {6}(\w+): \{ condition: (\w+) \}$/gm)].map(([, ...wait]) => wait);
  expect(waits).toEqual([['database', 'service_healthy']]);
  expect(part.slice(part.indexOf('  database:'))).toContain('healthcheck:');
  expect(part).toContain('DATABASE_HOST: database\n');
});

test('compose.yaml sets variables that the configuration reads, and keeps the root file system read-only', () => {
  const compose = read('compose.yaml');
  expect(compose).toMatch(/\n {4}read_only: true\n/);
  const database = read('config/database.js');
  for (const [, name] of compose.matchAll(/^ {6}(DATABASE_\w+):/gm)) expect(database).toContain(`'${name}'`);
  const named = [...compose.matchAll(/"(\w+):\/[\w/]+"/g)].map(([, volume]) => volume);
  const declared = compose.slice(compose.indexOf('\nvolumes:')).match(/^ {2}(\w+):$/gm);
  expect(declared?.map((line) => line.trim().slice(0, -1)).sort()).toEqual(named.sort());
  for (const [, folder] of compose.matchAll(/:(\/app\/[\w/]+)"/g))
    expect(of('VOLUME').join()).toContain(folder);
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['node_modules', '.env*', 'data']),
  );
});
