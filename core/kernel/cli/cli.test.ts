import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ENV, folder, MAIN, quire, quireIn, removeFolders } from './testing-command-line';

afterAll(removeFolders);

describe('the command line', () => {
  const codes: readonly [string, readonly string[], number, RegExp][] = [
    ['without a command lists them', [], 2, /start[\s\S]*develop[\s\S]*describe[\s\S]*migrate/],
    ['helps', ['--help'], 0, /start[\s\S]*develop/],
    ['says which version it is', ['--version'], 0, /^\d+\.\d+\.\d+\S*\n$/],
    ['guesses at an unknown command', ['strat'], 2, /Unknown command "strat"\. Did you mean "start"\?/],
    ['refuses an unknown flag', ['start', '--bogus'], 2, /Unknown option '--bogus'[\s\S]*quire start/],
    ['refuses a flag without its value', ['start', '--dir'], 2, /--dir/],
    [
      'refuses a port that is no number',
      ['start', '--port', 'x'],
      2,
      /^--port: expected .*"x"[\s\S]*quire start/,
    ],
    [
      'refuses a port out of range',
      ['develop', '--port', '70000'],
      2,
      /^--port: .*65535[\s\S]*quire develop/,
    ],
    [
      'refuses an unknown access',
      ['start', '--anonymous', 'all', '--port', ''],
      2,
      /^--port: expected.*\n--anonymous: expected .*none.*read.*full/,
    ],
    ['wants the command before its options', ['--dir', 'x', 'start'], 2, /^--dir is not a command/],
    ['refuses an additional word', ['describe', 'all'], 2, /all/],
    [
      'lists the words of create',
      ['create'],
      2,
      /^Expected one of: app, plugin, component, type\.\n\nCreates /,
    ],
    [
      'names an unknown word',
      ['create', 'typo'],
      2,
      /^"typo" is not one of: app, plugin, component, type\.\n\nCreates /,
    ],
    ['names an unknown word before --help', ['create', 'typo', '--help'], 2, /^"typo" is not one of: app/],
    ['names an unknown word after --help', ['create', '--help', 'typo'], 2, /^"typo" is not one of: app/],
    ['lists the words of migrate', ['migrate'], 2, /Expected one of: plan, apply/],
    [
      'names a folder that does not exist',
      ['start', '--dir', '/no/such/folder'],
      1,
      /The folder \/no\/such\/folder does not exist.*--dir/,
    ],
  ];
  it.each(codes)('%s', (_what, args, status, text) => {
    const result = quire(...args);
    expect(result.stdout + result.stderr).toMatch(text);
    expect(result.status).toBe(status);
  });

  it.each([
    ['role', 'users-permissions'],
    ['user', 'users-permissions'],
    ['token', 'api-tokens'],
  ])('names the plugin of the command %s, and how to enable it', (command, plugin) => {
    const { status, stderr } = quire(command, 'list', '--dir', folder());
    expect(stderr).toBe(
      `"${command}" is a command of the plugin "${plugin}", which is disabled; enable it: "${plugin}": true in config/plugins.\n`,
    );
    expect(status).toBe(2);
  });

  it('loads plugins that are on for their commands only with these', () => {
    const dir = folder({ 'config/plugins.json': '{ "openapi": true }' });
    const { paths } = JSON.parse(quire('openapi', '--dir', dir).stdout);
    expect(Object.keys(paths)).toContain('/api/things');
    expect(Object.keys(paths).filter((path) => path.includes('/actions/export'))).toEqual([]);
    expect(quire('export', '--help', '--dir', dir).stdout).toContain('quire export');
  });

  it('prints no colours without a terminal', () => {
    expect(quire('--help').stdout).not.toContain('\u001b');
  });

  describe('help', () => {
    const plugins = ['api-tokens', 'graphql', 'openapi', 'rest', 'upload', 'users-permissions'];
    const withPlugins = {
      'config/plugins.json': JSON.stringify(Object.fromEntries(plugins.map((name) => [name, true]))),
    };
    it.each([
      'start',
      'develop',
      'describe',
      'migrate',
      'migrate plan',
      'migrate apply',
      'doctor',
      'types',
      'create',
      'create app',
      'create plugin',
      'create type',
      'graphql-schema',
      'openapi',
      'role',
      'role grant',
      'token',
      'token create',
      'upload',
      'upload import',
      'user',
      'user create',
    ])('quire %s --help prints usage, options and one example', (command) => {
      const cwd = folder(withPlugins);
      const { status, stdout, stderr } = quireIn(cwd, ...command.split(' '), '--help');
      const [first] = command.split(' ');
      expect(stdout).toMatch(new RegExp(`^  quire ${first} ?`, 'm'));
      expect(stdout).toMatch(/^ {2}--help +Prints this help\.$/m);
      expect(stdout.match(/^Example: .*$/gm)).toEqual([expect.stringContaining(`quire ${first}`)]);
      expect([status, stderr]).toEqual([0, '']);
    });

    it('lists every command', () => {
      const { stdout } = quireIn(folder(withPlugins), '--help');
      expect(stdout).toContain('\n\nExample: quire create app my-app\n');
      const listed = [...stdout.matchAll(/^ {2}(?!quire)(\S+)/gm)].map(([, name]) => name);
      expect([...new Set(listed)].sort()).toEqual([
        'backup',
        'create',
        'describe',
        'develop',
        'doctor',
        'export',
        'graphql-schema',
        'import',
        'import-strapi',
        'migrate',
        'openapi',
        'restore',
        'role',
        'seed',
        'start',
        'token',
        'types',
        'upload',
        'user',
      ]);
    });
  });
});

describe('bad input', () => {
  const broken: readonly [string, Readonly<Record<string, string>>, RegExp][] = [
    [
      'a configuration file',
      { 'config/server.json': '{ "host": 5 }' },
      /config\/server\.json → host: expected a non-empty string/,
    ],
    ['a schema file', { 'config/content-types/bad.json': '{ "info": ' }, /config\/content-types\/bad\.json/],
    [
      'an attribute',
      {
        'config/content-types/bad.json':
          '{ "info": { "singularName": "bad", "pluralName": "bads" }, "attributes": { "a": { "type": "sting" } } }',
      },
      /bad\.json → attributes\.a\.type: .*string/,
    ],
    ['a plugin', { 'config/plugins.json': '{ "restt": true }' }, /config\/plugins\.json → restt/],
    [
      'a database that does not answer',
      { 'config/database.json': '{ "client": "postgres", "port": 1, "poolWait": 500 }' },
      /No connection to the database \(postgres/,
    ],
    [
      'a folder that cannot be made',
      { data: 'a file', 'config/database.json': '{ "filename": "data/quire.db" }' },
      /data/,
    ],
    [
      'an address of another machine',
      { 'config/server.json': '{ "host": "192.0.2.1" }' },
      /192\.0\.2\.1 is not an address of this machine/,
    ],
  ];
  it.each(broken)('%s ends with 1 and one message, without a stack trace', (_what, files, text) => {
    const { status, stderr } = quire('start', '--port', '0', '--dir', folder(files));
    expect(stderr).toMatch(text);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(status).toBe(1);
  });

  it('prints the stack trace with --trace', () => {
    const { stderr } = quire(
      'start',
      '--trace',
      '--dir',
      folder({ 'config/server.json': '{ "port": "x" }' }),
    );
    expect(stderr).toMatch(/\n\s+at /);
  });

  it('names a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const child = spawn(process.execPath, [MAIN, 'start', '--port', String(port), '--dir', folder()], {
      env: ENV,
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output += String(chunk);
    });
    const [status] = await once(child, 'exit');
    other.close();
    expect(output).toContain(`Port ${port} on 127.0.0.1 is in use`);
    expect(status).toBe(1);
  });
});

describe('an application of ES modules', () => {
  it('may be configured and extended by them', () => {
    const { stdout } = quire(
      'describe',
      '--json',
      '--dir',
      folder({
        'package.json': '{ "type": "module" }',
        'config/plugins.mjs': 'export default async () => ({ mine: { resolve: "./mine.js" } })',
        'mine.js': 'export default { name: "mine", register() {} }',
      }),
    );
    expect(JSON.parse(stdout)).toMatchObject({
      plugins: expect.arrayContaining([expect.objectContaining({ name: 'mine' })]),
    });
  });
});

it('a command of the application comes before one of a plugin that is off', () => {
  const own = `module.exports = { name: "mine", register({ commands }) {
    commands.add({ name: "role", description: "Prints mine.", usage: ["quire role"], run: async ({ print }) => { print("mine"); return 0; } });
  } };`;
  const { stdout, status } = quire(
    'role',
    '--dir',
    folder({ 'config/plugins.json': '{ "mine": { "resolve": "./mine.js" } }', 'mine.js': own }),
  );
  expect([stdout.trim(), status]).toEqual(['mine', 0]);
});
