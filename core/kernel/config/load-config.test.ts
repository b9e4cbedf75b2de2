import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartupError } from '../errors/startup-error';
import { loadConfig } from './load-config';

type Files = Readonly<Record<string, string>>;

const made: string[] = [];
afterAll(() => {
  for (const dir of made) rmSync(dir, { recursive: true, force: true });
});

function folder(files: Files): string {
  const dir = mkdtempSync(join(tmpdir(), 'quire-config-'));
  made.push(dir);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

const load = (files: Files, env: Record<string, string> = {}) => loadConfig({ dir: folder(files), env });

async function mistakesOf(files: Files, env: Record<string, string> = {}) {
  const { mistakes } = await load(files, env);
  return new StartupError('', mistakes);
}

const server = (value: string): Files => ({ 'config/server.js': `module.exports = ${value}` });
const database = (value: string): Files => ({ 'config/database.js': `module.exports = ${value}` });
const api = (value: string): Files => ({ 'config/api.js': `module.exports = ${value}` });
const plugins = (value: string): Files => ({ 'config/plugins.js': `module.exports = ${value}` });
const middlewares = (value: string): Files => ({ 'config/middlewares.js': `module.exports = ${value}` });

describe('a broken configuration', () => {
  // what is in the folder, the file named, the key named, a part of the message
  const broken: readonly [Files, string, string | undefined, string][] = [
    [
      server('{ port: "1337" }'),
      'config/server.js',
      'port',
      'a whole number between 0 and 65535, got "1337"',
    ],
    [server('{ port: 70000 }'), 'config/server.js', 'port', 'got 70000'],
    [server('{ port: 1.5 }'), 'config/server.js', 'port', 'a whole number'],
    [server('{ port: NaN }'), 'config/server.js', 'port', 'a whole number'],
    [server('{ host: "" }'), 'config/server.js', 'host', 'a non-empty string'],
    [server('{ host: 5 }'), 'config/server.js', 'host', 'got 5'],
    [server('{ prot: 1 }'), 'config/server.js', 'prot', 'did you mean "port"?'],
    [server('{ whatever: 1 }'), 'config/server.js', 'whatever', 'known here: host, port'],
    [server('{ url: "example.com" }'), 'config/server.js', 'url', 'http://'],
    [server('{ proxy: true }'), 'config/server.js', 'proxy', 'a whole number'],
    [server('{ proxy: { koa: true } }'), 'config/server.js', 'proxy', '{ koa: true } is 1 behind one proxy'],
    [server('{ proxy: -1 }'), 'config/server.js', 'proxy', 'got -1'],
    [server('{ anonymous: "all" }'), 'config/server.js', 'anonymous', 'one of "none", "read", "full"'],
    [server('{ timeouts: 5 }'), 'config/server.js', 'timeouts', 'an object'],
    [server('{ timeouts: { shutdown: "1s" } }'), 'config/server.js', 'timeouts.shutdown', 'got "1s"'],
    [
      server('{ timeouts: { shutdwn: 1 } }'),
      'config/server.js',
      'timeouts.shutdwn',
      'did you mean "shutdown"?',
    ],
    [server('{ logs: { level: "verbose" } }'), 'config/server.js', 'logs.level', 'one of "silent"'],
    [server('{ logs: { format: "xml" } }'), 'config/server.js', 'logs.format', 'one of "auto"'],
    [server('{ logs: { redact: "token" } }'), 'config/server.js', 'logs.redact', 'a list'],
    [server('{ logs: { redact: [1] } }'), 'config/server.js', 'logs.redact[0]', 'got 1'],
    [server('{ logs: { slowQuery: -1 } }'), 'config/server.js', 'logs.slowQuery', 'got -1'],
    [server('[]'), 'config/server.js', '', 'an object'],
    [server('5'), 'config/server.js', undefined, 'expected an object, or a function that returns one'],
    [server('() => 5'), 'config/server.js', undefined, 'expected an object, or a function that returns one'],
    [server('() => { throw new Error("boom") }'), 'config/server.js', undefined, 'cannot be loaded: boom'],
    [server('require("no-such-package")'), 'config/server.js', undefined, 'no-such-package'],
    [server('{ port: '), 'config/server.js', undefined, 'cannot be loaded'],
    [
      { 'config/server.json': '{ "port": }' },
      'config/server.json',
      undefined,
      'not valid JSON at line 1, column 11',
    ],
    [{ 'config/server.json': '{\n"port": 1,\n}' }, 'config/server.json', undefined, 'line 3'],
    [{ 'config/server.json': '{ "port": "x" }' }, 'config/server.json', 'port', 'got "x"'],
    [{ 'config/server.ts': 'export default { port: ' }, 'config/server.ts', undefined, 'server.ts:1:23'],
    [{ 'config/server.ts': 'export default { port: "x" as string }' }, 'config/server.ts', 'port', 'got "x"'],
    [{ 'config/server.ts': 'import "./gone"; export default {}' }, 'config/server.ts', undefined, './gone'],
    [
      { ...server('{}'), 'config/server.json': '{}' },
      'config/server.json',
      undefined,
      'config/server.js has the same name',
    ],
    [{ 'config/servr.js': 'module.exports = {}' }, 'config/servr.js', undefined, 'did you mean server.js?'],
    [{ 'config/plugin.json': '{}' }, 'config/plugin.json', undefined, 'did you mean plugins.json?'],
    [
      database('{ client: "oracle" }'),
      'config/database.js',
      'client',
      'one of "sqlite", "mysql", "postgres"',
    ],
    [
      database('{ client: "sqlite", filenam: "x" }'),
      'config/database.js',
      'filenam',
      'did you mean "filename"?',
    ],
    [database('{ filename: "" }'), 'config/database.js', 'filename', 'a non-empty string'],
    [database('{ password: 5 }'), 'config/database.js', 'password', 'expected a text'],
    [database('{ port: 0 }'), 'config/database.js', 'port', 'between 1 and 65535'],
    [database('{ ssl: "yes" }'), 'config/database.js', 'ssl', 'true, false or an object'],
    [database('{ ssl: { ca: 1 } }'), 'config/database.js', 'ssl', 'an object with ca, cert, key'],
    [database('{ pool: { max: 0 } }'), 'config/database.js', 'pool.max', 'between 1 and 1000'],
    [
      database('{ pool: { min: 5, max: 2 } }'),
      'config/database.js',
      'pool.min',
      '5 is above pool.max, which is 2',
    ],
    [
      server('{ timeouts: { request: 5000 } }'),
      'config/server.js',
      'timeouts.request',
      '5000 ms is less than timeouts.headers, which is 20000 ms',
    ],
    [database('{ durability: "none" }'), 'config/database.js', 'durability', 'one of "normal", "full"'],
    [database('{ slowLane: 1 }'), 'config/database.js', 'slowLane', 'true or false'],
    [api('{ rest: { prefix: "api" } }'), 'config/api.js', 'rest.prefix', 'a path like /api'],
    [api('{ rest: { prefix: "/api/" } }'), 'config/api.js', 'rest.prefix', 'without a slash at its end'],
    [api('{ rest: { maxLimit: 0 } }'), 'config/api.js', 'rest.maxLimit', 'got 0'],
    [
      api('{ rest: { defaultLimit: 200 } }'),
      'config/api.js',
      'rest.defaultLimit',
      '200 is above rest.maxLimit, which is 100',
    ],
    [api('{ limits: { depth: 0 } }'), 'config/api.js', 'limits.depth', 'between 1 and 1000'],
    [plugins('{ "rest": "on" }'), 'config/plugins.js', 'rest', 'true, false or an object'],
    [
      plugins('{ rest: { enable: true } }'),
      'config/plugins.js',
      'rest',
      'an object with enabled, resolve, config',
    ],
    [plugins('{ "My Plugin": true }'), 'config/plugins.js', 'My Plugin', 'lower-case letters'],
    [plugins('[]'), 'config/plugins.js', '', 'an object'],
    [middlewares('{}'), 'config/middlewares.js', '', 'a list'],
    [middlewares('[5]'), 'config/middlewares.js', '[0]', 'a name, or an object with name or resolve'],
    [
      middlewares('[{ config: {} }]'),
      'config/middlewares.js',
      '[0]',
      'a name, or an object with name or resolve',
    ],
    [server('{ app: { keys: ["a"] } }'), 'config/server.js', 'app', 'is a key of Strapi: remove it'],
    [
      database('{ connection: { client: "sqlite" } }'),
      'config/database.js',
      'connection',
      'to the top level',
    ],
    [middlewares('["strapi::logger"]'), 'config/middlewares.js', '[0]', 'of Strapi: write "logger"'],
    [middlewares('["errors", "strapi::session"]'), 'config/middlewares.js', '[1]', 'of Strapi: remove it'],
    [{ '.env': 'A=1\nnonsense' }, '.env', 'line 2', 'NAME=value'],
  ];
  it.each(broken)('%j', async (files, where, at, message) => {
    const { mistakes } = await mistakesOf(files);
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]?.where).toMatch(new RegExp(`${where.replaceAll('.', '\\.')}$`));
    expect(mistakes[0]?.at).toBe(at);
    expect(mistakes[0]?.message).toContain(message);
  });

  it('lists every mistake of every file and of the environment in one message', async () => {
    const error = await mistakesOf(
      {
        'config/server.js': 'module.exports = ({ env }) => ({ port: env.int("PORT", 1), host: 5 })',
        'config/database.json': '{ "client": "oracle", "poolWait": -1 }',
        'config/env/production/api.json': '{ "rest": { "withCount": 1 } }',
      },
      { PORT: 'many', NODE_ENV: 'production' },
    );
    expect(error.mistakes.map(({ where, at }) => `${where} ${at}`)).toEqual([
      'environment PORT',
      'config/server.js host',
      'config/database.json client',
      'config/database.json poolWait',
      'config/env/production/api.json rest.withCount',
    ]);
  });

  it('never prints a password', async () => {
    const { message } = await mistakesOf(database('{ password: ["hunter2"] }'));
    expect(message).not.toContain('hunter2');
  });

  it('is also a folder that is not there', async () => {
    await expect(loadConfig({ dir: '/nowhere/at/all', env: {} })).rejects.toThrow(
      'The folder /nowhere/at/all does not exist',
    );
  });
});

describe('the configuration', () => {
  it('has defaults for everything', async () => {
    const { config, environment } = await load({});
    expect(environment).toBe('development');
    expect(config.server).toMatchObject({
      host: '127.0.0.1',
      port: 1337,
      anonymous: 'none',
      logs: { level: 'info' },
    });
    expect(config.database).toMatchObject({ client: 'sqlite', filename: 'data/quire.db', pool: { max: 10 } });
    expect(config.api.rest).toMatchObject({ prefix: '/api', defaultLimit: 25, maxLimit: 100 });
    expect(config.middlewares).toBeNull();
    expect(config.plugins).toEqual({});
  });

  it('accepts a maxLimit below the default of defaultLimit', async () => {
    const { config } = await load({ 'config/api.js': 'module.exports = { rest: { maxLimit: 10 } };' });
    expect(config.api.rest.maxLimit).toBe(10);
  });

  const forms: readonly [string, string][] = [
    ['js', 'module.exports = { port: 4000 }'],
    ['js', 'module.exports = ({ env }) => ({ port: env.int("PORT") })'],
    ['js', 'module.exports = async ({ env }) => ({ port: env.int("PORT") })'],
    ['cjs', 'exports.default = { port: 4000 }'],
    ['json', '{ "$schema": "../server.schema.json", "port": 4000 }'],
    ['ts', 'const port: number = 4000; export default { port }'],
    [
      'ts',
      'type E = { env: { int(name: string): number } }; export default ({ env }: E) => ({ port: env.int("PORT") })',
    ],
    ['ts', 'import { port } from "../src/port"; export default { port }'],
    ['js', 'const { check } = require("quire-cms"); module.exports = { port: check.object ? 4000 : 1 }'],
    ['ts', 'import { check } from "quire-cms"; export default { port: check.object ? 4000 : 1 }'],
  ];
  it.each(forms)('may be written as .%s: %s', async (extension, text) => {
    const files = {
      [`config/server.${extension}`]: text,
      'src/port.ts': 'export const port = 4000 satisfies number',
    };
    const { config } = await load(files, { PORT: '4000' });
    expect(config.server.port).toBe(4000);
  });

  it('of an environment lies over the common one, key by key; lists are replaced', async () => {
    const files = {
      'config/server.json': '{ "port": 1, "logs": { "level": "debug", "redact": ["a", "b"] } }',
      'config/env/production/server.js': 'module.exports = { logs: { redact: ["c"] } }',
      'config/env/test/server.json': '{ "port": 9 }',
    };
    const { config, files: read } = await load(files, { NODE_ENV: 'production' });
    expect(config.server).toMatchObject({ port: 1, logs: { level: 'debug', redact: ['c'] } });
    expect(read.server).toEqual(['config/server.json', 'config/env/production/server.js']);
  });

  it('reads .env, under the environment of the process', async () => {
    const files = {
      '.env': 'PORT=1\nHOST=a\nNODE_ENV=staging',
      'config/server.js': 'module.exports = ({ env }) => ({ port: env.int("PORT"), host: env("HOST") })',
    };
    const { config, environment } = await load(files, { PORT: '2' });
    expect(config.server).toMatchObject({ port: 2, host: 'a' });
    expect(environment).toBe('staging');
  });

  it('takes overrides last, and checks them too', async () => {
    const dir = folder(server('{ port: 1 }'));
    const { config } = await loadConfig({ dir, env: {}, overrides: { server: { port: 2 } } });
    expect(config.server.port).toBe(2);
    const { mistakes, broken } = await loadConfig({ dir, env: {}, overrides: { server: { port: 'x' } } });
    expect(mistakes).toMatchObject([{ at: 'port' }]);
    expect([...broken]).toEqual(['server']);
  });

  it('lists middlewares and plugins in one form', async () => {
    const { config } = await load({
      ...middlewares('["cors", { name: "body", config: { limit: 1 } }, { resolve: "./timing" }]'),
      ...plugins('{ rest: false, demo: { resolve: "./demo" }, audit: { enabled: false, config: { a: 1 } } }'),
    });
    expect(config.middlewares).toEqual([
      { name: 'cors', enabled: true },
      { name: 'body', enabled: true, config: { limit: 1 } },
      { name: './timing', resolve: './timing', enabled: true },
    ]);
    expect(config.plugins).toEqual({
      rest: { enabled: false },
      demo: { enabled: true, resolve: './demo' },
      audit: { enabled: false, config: { a: 1 } },
    });
  });
});
