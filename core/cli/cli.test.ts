import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const MAIN = join(__dirname, 'main.js');
const made: string[] = [];
afterAll(() => {
  for (const dir of made) rmSync(dir, { recursive: true, force: true });
});

function folder(files: Readonly<Record<string, string>> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), 'quire-cli-'));
  made.push(dir);
  for (const [name, text] of Object.entries({ ...THINGS, ...files })) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

const THINGS = {
  'config/content-types/thing.json': JSON.stringify({
    info: { singularName: 'thing', pluralName: 'things' },
    attributes: { name: { type: 'string' } },
  }),
};

function quire(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    env: ENV,
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

const { FORCE_COLOR: _colour, NODE_ENV: _environment, ...ENV } = process.env;

describe('the command line', () => {
  const codes: readonly [string, readonly string[], number, RegExp][] = [
    ['without a command lists them', [], 2, /start[\s\S]*develop[\s\S]*describe[\s\S]*migrate/],
    ['helps', ['--help'], 0, /start[\s\S]*develop/],
    ['guesses at an unknown command', ['strat'], 2, /no command "strat"\. Did you mean "start"\?/],
    ['refuses an unknown flag', ['start', '--bogus'], 2, /Unknown option '--bogus'[\s\S]*quire start/],
    ['refuses a flag without its value', ['start', '--dir'], 2, /--dir/],
    [
      'refuses a port that is no number',
      ['start', '--port', 'x'],
      2,
      /^--port: expected .*"x"[\s\S]*quire start/,
    ],
    [
      'refuses a port that is none',
      ['develop', '--port', '70000'],
      2,
      /^--port: .*65535[\s\S]*quire develop/,
    ],
    [
      'refuses an access that there is none of',
      ['start', '--anonymous', 'all', '--port', ''],
      2,
      /^--port: expected.*\n--anonymous: expected .*none.*read.*full/,
    ],
    ['wants the command before its options', ['--dir', 'x', 'start'], 2, /^--dir stands where a command/],
    ['refuses a word too much', ['describe', 'all'], 2, /all/],
    ['asks which migration', ['migrate'], 2, /Expected one of: plan, apply/],
    [
      'says that a folder is not there',
      ['start', '--dir', '/no/such/folder'],
      1,
      /There is no folder \/no\/such\/folder.*--dir/,
    ],
  ];
  it.each(codes)('%s', (_what, args, status, text) => {
    const result = quire(...args);
    expect(result.stdout + result.stderr).toMatch(text);
    expect(result.status).toBe(status);
  });

  it('has no colours where nobody looks', () => {
    expect(quire('--help').stdout).not.toContain('\u001b');
  });

  it.each(['start', 'develop', 'describe', 'migrate', 'doctor'])('helps with %s', (command) => {
    const { status, stdout } = quire(command, '--help');
    expect(stdout).toContain(`quire ${command}`);
    expect(stdout).toContain('--dir PATH');
    expect(status).toBe(0);
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
      'an address that is not ours',
      { 'config/server.json': '{ "host": "192.0.2.1" }' },
      /192\.0\.2\.1 is no address of this machine/,
    ],
  ];
  it.each(broken)('%s ends with 1 and one message, without a stack trace', (_what, files, text) => {
    const { status, stderr } = quire('start', '--port', '0', '--dir', folder(files));
    expect(stderr).toMatch(text);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(status).toBe(1);
  });

  it('shows the stack trace to who asks', () => {
    const { stderr } = quire(
      'start',
      '--trace',
      '--dir',
      folder({ 'config/server.json': '{ "port": "x" }' }),
    );
    expect(stderr).toMatch(/\n\s+at /);
  });

  it('says that a port is taken', async () => {
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
    expect(output).toContain(`Port ${port} on 127.0.0.1 is taken`);
    expect(status).toBe(1);
  });
});

describe('quire doctor', () => {
  const dir = folder();
  const doctor = (...args: string[]) => quire('doctor', '--dir', dir, ...args);

  it('ends with 1 where the database is not what the content types need, mends it, and then with 0', () => {
    const empty = doctor();
    expect(empty.stdout).toMatch(
      /found {2}schema[\s\S]*create the table [\s\S]*were not looked at[\s\S]*Not healthy/,
    );
    expect(empty.status).toBe(1);
    expect(doctor('--fix').status).toBe(0);
    const healthy = doctor('--json');
    expect(JSON.parse(healthy.stdout)).toMatchObject({
      healthy: true,
      checks: expect.arrayContaining([expect.objectContaining({ name: 'links', found: 0 })]),
    });
    expect(healthy.status).toBe(0);
  });

  it('ends with 2 where the command is wrong', () => {
    expect(doctor('--mend').status).toBe(2);
  });
});

describe('quire describe', () => {
  it('lists types with their API ids, plugins, routes and hooks as JSON', () => {
    const dir = folder({
      'config/plugins.json': '{ "mine": { "resolve": "./mine" } }',
      'mine.js': `module.exports = { name: 'mine', register: ({ hooks }) => hooks.http.routes.tap('mine', (routes) =>
        routes.add({ method: 'GET', path: '/mine', action: null, summary: 'x', handler: () => ({ json: 1 }) })) }`,
    });
    const { status, stdout } = quire('describe', '--json', '--dir', dir);
    const description: unknown = JSON.parse(stdout);
    expect(description).toMatchObject({
      dir,
      plugins: expect.arrayContaining([{ name: 'mine', source: join(dir, 'mine.js'), dependencies: [] }]),
      types: [
        expect.objectContaining({ uid: 'api::thing.thing', singularApiId: 'thing', pluralApiId: 'things' }),
      ],
      routes: expect.arrayContaining([
        expect.objectContaining({ method: 'GET', path: '/mine', plugin: 'mine' }),
      ]),
      hooks: expect.arrayContaining([{ hook: 'http.routes', plugins: expect.arrayContaining(['mine']) }]),
    });
    expect(status).toBe(0);
  });

  it('is readable', () => {
    const { stdout } = quire('describe', '--dir', folder());
    expect(stdout).toMatch(/Content types \(1\)\n {2}api::thing\.thing {2}thing \/ things, 1 attribute\n/);
  });
});

describe('quire start', () => {
  it('serves a folder with only content types in it, and ends with 0 at a signal', async () => {
    const child = spawn(
      process.execPath,
      [MAIN, 'start', '--port', '0', '--anonymous', 'full', '--dir', folder()],
      { env: ENV },
    );
    let output = '';
    const url = await new Promise<string>((found, lost) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += String(chunk);
        const match = /answers at (http\S+)\/api/.exec(output);
        if (match?.[1]) found(match[1]);
      });
      child.once('exit', () => lost(new Error(output)));
    });
    expect((await fetch(`${url}/api/things`)).status).toBe(200);
    expect(output).toContain('warning');
    child.kill('SIGTERM');
    const [status] = await once(child, 'exit');
    expect(status).toBe(0);
  });
});

describe('quire develop', () => {
  it('starts again after each change, a replaced file and a broken one too', async () => {
    const dir = folder();
    const file = join(dir, 'config/content-types/thing.json');
    const child = spawn(process.execPath, [MAIN, 'develop', '--port', '0', '--dir', dir], { env: ENV });
    let output = '';
    const said = async (text: RegExp): Promise<void> => {
      while (!text.test(output)) await new Promise((done) => setTimeout(done, 20));
      output = '';
    };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += String(chunk);
      });
    await said(/answers at/);
    writeFileSync(`${file}.new`, THINGS['config/content-types/thing.json'].replace('"name"', '"title"'));
    renameSync(`${file}.new`, file);
    await said(/things\.title[\s\S]*answers at/);
    writeFileSync(file, '{ "info":');
    await said(/thing\.json[\s\S]*Waiting for a change/);
    writeFileSync(file, THINGS['config/content-types/thing.json']);
    await said(/answers at/);
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
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
