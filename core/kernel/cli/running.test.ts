// `quire start` and `quire develop`, as processes that run until a signal ends them.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENV, folder, MAIN, removeFolders, THINGS } from './testing-command-line';

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGTERM');
});
afterAll(removeFolders);

function run(args: readonly string[], onOutput: (all: string) => void = () => undefined) {
  return watched(spawn(process.execPath, [MAIN, ...args, '--port', '0'], { env: ENV }), onOutput);
}

function watched(child: ChildProcessWithoutNullStreams, onOutput: (all: string) => void = () => undefined) {
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk);
      onOutput(output);
    });
  return {
    /** All there is by then; the next wait begins after it. */
    async said(text: RegExp): Promise<string> {
      while (!text.test(output)) {
        if (!running.has(child)) throw new Error(`It ended: ${output}`);
        await new Promise((done) => setTimeout(done, 20));
      }
      const all = output;
      output = '';
      return all;
    },
    output: () => output,
    ended: once(child, 'exit').then(([code]) => code as unknown),
    /** The exit code. */
    async stop(): Promise<unknown> {
      child.kill('SIGTERM');
      return (await once(child, 'exit'))[0];
    },
  };
}

describe('quire start', () => {
  it('serves a folder with only content types in it, and ends with 0 at a signal', async () => {
    const { said, stop } = run(['start', '--anonymous', 'full', '--dir', folder()]);
    const output = await said(/Try:/);
    const url = /is running at (http\S+)\/api/.exec(output)?.[1];
    expect((await fetch(`${url}/api/things`)).status).toBe(200);
    expect(output).toContain(`docs     ${url}/api/docs`);
    expect(output).toContain('warning');
    expect(await stop()).toBe(0);
  });

  it('listens at PORT without a config/server, and names the port that is open', async () => {
    const dir = folder({ 'config/server.json': '{ "url": "http://localhost:9" }' });
    const env = { ...ENV, PORT: '0' };
    const { said, stop } = watched(spawn(process.execPath, [MAIN, 'start', '--dir', dir], { env }));
    const output = await said(/is running at/);
    const port = /is running at http:\/\/localhost:(\d+)\/api/.exec(output)?.[1] ?? '9';
    expect(['0', '9', '1337']).not.toContain(port);
    expect((await fetch(`http://localhost:${port}/_health`)).status).toBe(204);
    expect(output).toContain('http://localhost:9\n');
    expect(await stop()).toBe(0);
  });

  it('names first requests that succeed without credentials, or else how to get a token', async () => {
    for (const actions of [['api::thing.thing.find'], []]) {
      const roles = { public: { actions } };
      const plugins = { rest: true, 'api-tokens': true, 'users-permissions': { config: { roles } } };
      const dir = folder({ 'config/plugins.json': JSON.stringify(plugins) });
      const { said, stop } = run(['start', '--dir', dir]);
      const output = await said(/Try:\n[\s\S]*things/);
      if (actions.length === 0)
        expect(output).toMatch(/quire token create .*\n *curl -H 'Authorization: Bearer SECRET' /);
      else expect((await fetch(/curl (\S+)/.exec(output)?.[1] ?? '')).status).toBe(200);
      expect(await stop()).toBe(0);
    }
  });

  it('in production refuses a missing secret before it makes a database', () => {
    const dir = folder({ 'config/plugins.json': '{ "rest": true, "users-permissions": true }' });
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [MAIN, 'start', '--port', '0', '--dir', dir],
      {
        env: { ...ENV, NODE_ENV: 'production' },
        encoding: 'utf8',
      },
    );
    expect([status, stdout + stderr]).toEqual([1, expect.stringContaining('JWT_SECRET')]);
    expect(existsSync(join(dir, 'data'))).toBe(false);
  });

  it('under npx stops when the shell between them ends', async () => {
    const command = `"${process.execPath}" "${MAIN}" start --port 0 --dir "${folder()}" & wait`;
    const shell = watched(spawn('sh', ['-c', command], { env: { ...ENV, npm_command: 'exec' } }));
    await shell.said(/is running at[\s\S]*NODE_ENV/);
    await shell.stop();
    while (!/stopping/.test(shell.output())) await new Promise((done) => setTimeout(done, 20));
  });

  const WARNING = 'warning: every client of this port may';
  it.each<[string, string, RegExp | null]>([
    ['{}', 'none', /closed: every request gets a 403; enable a plugin with users/],
    ['{}', 'read', new RegExp(`${WARNING} read everything`)],
    ['{ "api-tokens": true }', 'none', /closed: every request without credentials gets a 403; enable/],
    ['{ "api-tokens": true }', 'full', new RegExp(`${WARNING} read and write everything`)],
    ['{ "users-permissions": true }', 'full', null],
  ])('with the plugins %s and --anonymous %s prints the access', async (plugins, anonymous, text) => {
    const dir = folder({ 'config/plugins.json': plugins });
    const output = await run(['start', '--anonymous', anonymous, '--dir', dir]).said(
      /is running at[\s\S]*NODE_ENV/,
    );
    if (text) expect(output).toMatch(text);
    else expect(output).not.toMatch(/closed|warning/);
  });
});

describe('an error that no caller catches', () => {
  const pluginNamed = (
    name: string,
  ) => `const plugin = { name: '${name}', register: () => undefined, boot: async () => {
    setTimeout(() => { throw new Error('from a timer'); }, 300);
    setTimeout(() => { Promise.reject(new Error('from a promise')); }, 400);
  } };`;
  it.each([
    ['src/audit/index.js', 'src/audit', 'module.exports = plugin'],
    ['src/audit.ts', 'src/audit', 'export default plugin'],
  ])(
    'of a plugin in %s is logged with its name, and the application goes on',
    async (file, resolve, exported) => {
      const dir = folder({
        [file]: `${pluginNamed('audit')}\n${exported};`,
        'config/plugins.json': JSON.stringify({ audit: { resolve: `./${resolve}` } }),
      });
      const { said, stop } = run(['start', '--anonymous', 'full', '--dir', dir]);
      const output = await said(/from a promise/);
      for (const text of ['from a timer', 'from a promise']) {
        const [line = ''] = output.split('\n').filter((one) => one.includes(text));
        expect(JSON.parse(line)).toMatchObject({ level: 'error', plugin: 'audit' });
      }
      expect(await stop()).toBe(0);
    },
  );

  it('of other code ends the process with 1', async () => {
    const dir = folder({
      'src/step.js': `module.exports = () => {
        setTimeout(() => { throw new Error('from a step'); }, 300);
        return (ctx, next) => next();
      };`,
      'config/middlewares.json': '[{ "resolve": "./src/step" }]',
    });
    const { said, ended } = run(['start', '--dir', dir]);
    expect(await said(/from a step/)).toContain('the process ends');
    expect(await ended).toBe(1);
  });
});

describe('quire develop', () => {
  it('restarts after each change, also of a replaced or broken file, and keeps the types fresh', async () => {
    const dir = folder({ 'types/content.d.ts': '' });
    const types = () => readFileSync(join(dir, 'types/content.d.ts'), 'utf8');
    const file = join(dir, 'config/content-types/thing.json');
    const { said, stop } = run(['develop', '--dir', dir]);
    await said(/is running at/);
    writeFileSync(`${file}.new`, THINGS['config/content-types/thing.json'].replace('"name"', '"title"'));
    renameSync(`${file}.new`, file);
    await said(/attribute title[\s\S]*is running at/);
    while (!types().includes('title')) await new Promise((done) => setTimeout(done, 20));
    writeFileSync(file, '{ "info":');
    await said(/thing\.json[\s\S]*Waiting for a change/);
    writeFileSync(file, THINGS['config/content-types/thing.json']);
    expect(await said(/is running at/)).not.toContain('content.d.ts changed');
    expect(await stop()).toBe(0);
  });

  it('does not restart when the application writes into its own folder', async () => {
    const dir = folder({ 'config/database.json': '{ "filename": "content.sqlite" }' });
    const { said, output, stop } = run(['develop', '--dir', dir], (all) =>
      writeFileSync(join(dir, 'dev.log'), all),
    );
    expect(await said(/is running at/)).not.toContain('restarting');
    await new Promise((done) => setTimeout(done, 400));
    expect(output()).not.toContain('restarting');
    expect(await stop()).toBe(0);
  });

  it('does not restart for the secret that the first start writes to .env, but for a later change', async () => {
    const dir = folder({ 'config/plugins.json': '{ "users-permissions": true }' });
    const { said, stop } = run(['develop', '--dir', dir]);
    const first = await said(/is running at/);
    expect(first).toContain('wrote a new JWT_SECRET');
    expect(first).not.toContain('restarting');
    writeFileSync(join(dir, '.env'), `JWT_SECRET=${'another-'.repeat(6)}`);
    const second = await said(/\.env changed; restarting[\s\S]*is running at/);
    expect(second.match(/restarting/g)).toHaveLength(1);
    expect(await stop()).toBe(0);
  });
});
