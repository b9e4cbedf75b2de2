// Migrations of the application and of plugins, in processes and on databases of their own.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKernel } from '../../create-kernel';
import { connectDatabase } from '../../database/run/connect';
import type { Kernel } from '../../kernel/app/app';
import { definePlugin } from '../../kernel/app/plugin';
import { ENV, folder, MAIN, quire, removeFolders } from '../../kernel/cli/testing-command-line';
import { createTestDatabase, testDatabases } from '../../testing/databases';

const THING = {
  info: { singularName: 'thing', pluralName: 'things' },
  attributes: { name: { type: 'string' }, size: { type: 'integer' } },
};
const FILES = { 'config/content-types/thing.json': JSON.stringify(THING) };
const create = (name: string) =>
  `module.exports = async ({ documents }) => {
  await documents('api::thing.thing').create({ data: { name: '${name}' } });
};`;

describe.each(testDatabases())('migrations on %s', (client) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dir: string;
  const kernels: Kernel[] = [];
  beforeEach(async () => {
    database = await createTestDatabase(client);
    dir = folder(FILES);
  });
  afterEach(async () => {
    for (const kernel of kernels.splice(0)) await kernel.stop().catch(() => undefined);
    await database.drop();
  });
  afterAll(removeFolders);

  const write = (name: string, text: string, into = join(dir, 'migrations')): void => {
    mkdirSync(into, { recursive: true });
    writeFileSync(join(into, name), text);
  };
  const start = async (plugins: Parameters<typeof createKernel>[0]['plugins'] = []): Promise<Kernel> => {
    const kernel = await createKernel({
      dir,
      env: { NODE_ENV: 'test' },
      overrides: { database: database.config, server: { logs: { level: 'error' } } },
      plugins,
    });
    kernels.push(kernel);
    await kernel.start();
    return kernel;
  };
  const names = async (kernel: Kernel): Promise<unknown[]> =>
    (await kernel.documents('api::thing.thing').findMany({ sort: 'id' })).map(({ name }) => name);

  it('run once, in order, with documents, knex and models', async () => {
    const own = join(dir, 'own');
    write(
      '0001-visits.js',
      `module.exports = ({ model }) => model('visits').query().insert({ id: 1, path: 'p' });`,
      own,
    );
    const visits = definePlugin({
      name: 'visits' as never,
      register(app) {
        app.model({
          table: 'visits',
          columns: { id: { kind: 'integer', notNull: true }, path: { kind: 'string', length: 20 } },
          primaryKey: ['id'],
          indexes: [],
        });
        app.migrations(own);
      },
    });
    write(
      '0001-first.ts',
      `import { defineMigration } from 'quire-cms';
export default defineMigration(async ({ documents, schema }) => {
  if (!schema.types.has('api::thing.thing')) throw new Error('no schema');
  await documents('api::thing.thing').create({ data: { name: 'a' } });
});`,
    );
    write(
      '0002-second.js',
      `module.exports = async ({ knex, model }) => {
  const [{ path }] = await model('visits').query();
  await knex('things').where({ name: 'a' }).update({ name: 'a' + path });
};`,
    );
    const plugins = [visits] as never;
    expect(await names(await start(plugins))).toEqual(['ap']);
    write('0003-third.js', create('b'));
    expect(await names(await start(plugins))).toEqual(['ap', 'b']);
  });

  it('run once for two processes that start at once', async () => {
    write('0001-first.js', create('a'));
    const [one] = await Promise.all([start(), start()]);
    expect(await names(one as Kernel)).toEqual(['a']);
  });

  it('run once for processes that start at once, and a killed one leaves nothing', async () => {
    write('0001-first.js', create('a'));
    const kill = "  process.kill(process.pid, 'SIGKILL');\n};";
    write('0002-killed.js', create('b').replace('};', kill));
    writeFileSync(join(dir, 'config/database.json'), JSON.stringify(database.config));
    const run = (): Promise<number | null> =>
      new Promise((resolve) => {
        const words = [MAIN, 'migrate', 'run', '--dir', dir];
        const child = spawn(process.execPath, words, { env: ENV, stdio: 'ignore' });
        child.on('close', resolve);
      });
    expect(await run()).toBeNull();
    write('0002-killed.js', create('b'));
    expect(await Promise.all([run(), run(), run()])).toEqual([0, 0, 0]);
    expect(await names(await start())).toEqual(['a', 'b']);
  });

  it('leave nothing of one that fails half way', async () => {
    write('0001-first.js', create('a'));
    write('0002-fails.js', create('b').replace('};', "  throw new Error('half way');\n};"));
    await expect(start()).rejects.toThrow(
      /A migration failed\. Nothing of it is stored.*Correct the file and start again[\s\S]*0002-fails\.js: half way/,
    );
    // A process keeps the modules that it has loaded, so the correction has another name here.
    rmSync(join(dir, 'migrations', '0002-fails.js'));
    write('0002-works.js', create('c'));
    expect(await names(await start())).toEqual(['a', 'c']);
  });

  it('refuse a file that has changed or comes too late', async () => {
    write('0002-first.js', create('a'));
    await start();
    write('0002-first.js', create('other'));
    await expect(start()).rejects.toThrow('it has changed since it ran');
    write('0002-first.js', create('a').replaceAll('\n', '\r\n'));
    write('0001-late.js', create('late'));
    await expect(start()).rejects.toThrow('give 0001-late a higher number');
    rmSync(join(dir, 'migrations', '0001-late.js'));
    write('2-wrong.js', create('wrong'));
    write('0002-twice.js', create('twice'));
    await expect(start()).rejects.toThrow(/2-wrong\.js: the name needs four digits|same number/);
    for (const name of ['2-wrong.js', '0002-twice.js']) rmSync(join(dir, 'migrations', name));
    expect(await names(await start())).toEqual(['a']);
  });
});

it('quire migrate new, status and run work on files', async () => {
  const dir = folder(FILES);
  const migrate = (...args: string[]) => quire('migrate', ...args, '--dir', dir);
  expect(migrate('status').stdout).toContain('There are no migrations');
  expect(migrate('new', 'add-things').stdout).toContain('0001-add-things.js');
  expect(migrate('new', 'Bad_Name').status).toBe(1);
  writeFileSync(join(dir, 'migrations', '0001-add-things.js'), create('a'));
  expect(migrate('new', 'more').stdout).toContain('0002-more.js');
  const status = migrate('status', '--json');
  expect([status.status, JSON.parse(status.stdout)]).toEqual([
    3,
    ['0001-add-things', '0002-more'].map((name) => ({ plugin: null, name, state: 'pending', ranAt: null })),
  ]);
  const dry = migrate('run', '--dry-run');
  expect(dry.stdout).toBe('0001-add-things would run\n0002-more would run\n');
  const count = async () => {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const database = await connectDatabase({ client: 'sqlite', filename: 'data/quire.db' }, { log, dir });
    const rows = await database.knex('things');
    await database.close();
    return rows.length;
  };
  expect(await count()).toBe(0);
  expect(migrate('run', '--to', '1').stdout).toBe('0001-add-things has run\n');
  expect(await count()).toBe(1);
  expect(migrate('status').stdout).toMatch(/0001-add-things +done, ran at .*\n +0002-more +pending\n/);
  expect(migrate('run').stdout).toBe('0002-more has run\n');
  expect(migrate('status').status).toBe(0);
  expect(migrate('run', '--to', 'x').status).toBe(2);
});
