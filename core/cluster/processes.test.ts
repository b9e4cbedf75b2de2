// Processes with different configuration on one database: the warnings, and the rows that carry the configuration.
import { hostname } from 'node:os';
import { createKernel } from '../create-kernel';
import type { Row } from '../database/database';
import type { Kernel } from '../kernel/app/app';
import { definePlugin } from '../kernel/app/plugin';
import { createTestApp, type TestApp } from '../testing/create-test-app';
import { testDatabases } from '../testing/databases';
import { until } from '../testing/until';
import type { CommonConfig } from './common-config';
import { createProcesses, type ProcessesParts } from './processes';

const HERE = `process ${process.pid} on ${hostname()}`;
const SECRET = 'do-not-show-me-in-a-row-or-in-a-log';

const shop = (key: string) =>
  definePlugin({
    name: 'shop',
    register(app) {
      app.commonConfig.add({
        name: 'shop.config.key',
        value: () => key,
        hashed: true,
        effect: 'Each refuses the orders of the other.',
        remedy: 'Give all processes the same `key` of shop.',
      });
    },
  });

interface Line {
  readonly level: string;
  readonly message: string;
  readonly [key: string]: unknown;
}

describe.each(testDatabases())('processes on %s', (database) => {
  let app: TestApp;
  const kernels: Kernel[] = [];

  beforeAll(async () => {
    app = await createTestApp({ database, plugins: [shop(SECRET)] });
  });
  afterEach(async () => {
    for (const kernel of kernels.splice(0)) await kernel.stop();
  });
  afterAll(async () => {
    await app?.close();
  });

  async function start(server: object = {}, key = SECRET): Promise<{ kernel: Kernel; warnings: Line[] }> {
    const lines: Line[] = [];
    const kernel = await createKernel({
      dir: app.dir,
      env: { NODE_ENV: 'test' },
      overrides: {
        database: app.kernel.config.database,
        server: { port: 0, anonymous: 'full', ...server },
      } as never,
      plugins: [shop(key)],
      writeLog: (line) => lines.push(JSON.parse(line)),
    });
    kernels.push(kernel);
    await kernel.listen();
    return { kernel, warnings: lines.filter(({ level }) => level === 'warn') };
  }

  const { rows, write } = {
    rows: (): Promise<Row[]> =>
      app.kernel.database.transaction((tx) =>
        tx.all('SELECT node, about FROM quire_processes ORDER BY node'),
      ),
    /** A row as of another process. */
    write: (node: string, about: object | string, age = 0): Promise<unknown> =>
      app.kernel.database.transaction((tx) =>
        tx.run(
          `INSERT INTO quire_processes (node, seen, about) VALUES (?, ${app.kernel.database.dialect.now} - ${age}, ?)`,
          [node, typeof about === 'string' ? about : JSON.stringify(about)],
        ),
      ),
  };
  const remove = (node: string): Promise<unknown> =>
    app.kernel.database.transaction((tx) => tx.run('DELETE FROM quire_processes WHERE node = ?', [node]));
  const nodes = async (): Promise<unknown[]> => (await rows()).map(([node]) => node);
  const details = async (kernel: Kernel) =>
    (await (await fetch(`${kernel.server.url}/_ready?details=true`)).json()) as Record<string, unknown>;

  it('a process with another bus names both values, the other process and the remedy', async () => {
    const { kernel, warnings } = await start({ bus: 'process' });
    expect(warnings).toHaveLength(1);
    const [{ message, startedAt, ...facts } = {} as Line] = warnings;
    expect(message).toBe(
      `Two processes on this database differ in \`server.bus\`: this one (${HERE}) has "process"; ${HERE}, which started at ${startedAt}, has "table". They do not hear of changes in each other: rights, tokens and settings change there only when kept values end, and subscriptions miss documents. Set \`server.bus\` to the same value in all processes and for commands in a shell; "process" is for one process.`,
    );
    expect(facts).toMatchObject({
      name: 'server.bus',
      own: 'process',
      other: 'table',
      process: HERE,
      more: 0,
    });
    expect(Math.abs(Date.parse(String(startedAt)) - performance.timeOrigin)).toBeLessThan(1);
    expect(await details(kernel)).toMatchObject({ differences: [{ name: 'server.bus', startedAt }] });
  });

  it('equal processes log nothing, also after one that differed', async () => {
    const { kernel } = await start({ bus: 'process' });
    await kernel.stop();
    const { kernel: next, warnings } = await start();
    expect(warnings).toEqual([]);
    expect(await details(next)).not.toHaveProperty('differences');
    expect(await nodes()).toEqual([app.kernel.bus.node, next.bus.node].sort());
    await next.stop();
    expect(await nodes()).toEqual([app.kernel.bus.node]);
  });

  it('two processes with a value for one process get a warning', async () => {
    const about = { pid: 1, host: 'other-host', pids: '', started: 1_772_360_430_045 };
    await write('alone', { ...about, config: { 'server.bus': 'process' } });
    const { warnings } = await start({ bus: 'process' });
    await remove('alone');
    const alone = warnings.find(({ message }) => message.startsWith('Only one process'));
    expect(alone?.message).toMatch(
      `Only one process may have the value "process" of \`server.bus\`, but two on this database have it: this one (${HERE}) and process 1 on other-host, which started at 2026-03-01T10:20:30.045Z. `,
    );
  });

  it('a secret that differs is a fingerprint in the log and in the row', async () => {
    const { kernel, warnings } = await start({}, `${SECRET}-2`);
    expect(warnings.map(({ name }) => name)).toEqual(['shop.config.key']);
    expect(warnings[0]?.message).toMatch(
      /has a value with the fingerprint [\w-]{4}; .* has a value with the fingerprint [\w-]{4}\. Each refuses the orders/,
    );
    const text = JSON.stringify([warnings, await rows(), await details(kernel)]);
    expect(text).not.toContain(SECRET);
    expect(await nodes()).toHaveLength(2);
  });

  it('processes that were killed cause no warning, and their rows are removed', async () => {
    const config = { 'server.bus': 'redis' };
    const [own] = (await rows()).map(([, about]) => JSON.parse(String(about)) as object);
    // Of this machine: no process has the pid. Of another one: it has not renewed its row.
    await write('killed', { ...own, pid: 2 ** 22 + 1, config });
    await write('former', { ...own, started: 1, config });
    await write('silent', { ...own, host: 'other-host', config }, 180_001);
    // Its pid may be that of a container, or of another machine with this host name.
    await write('elsewhere', {
      ...own,
      pids: `other-start ${String((own as { pids: string }).pids).split(' ')[1]}`,
      pid: 2 ** 22 + 1,
      config,
    });
    await write('unreadable', '{');
    const { kernel, warnings } = await start();
    expect(await nodes()).toEqual([app.kernel.bus.node, 'elsewhere', kernel.bus.node, 'unreadable'].sort());
    await remove('elsewhere');
    await remove('unreadable');
    expect(warnings.map(({ process, more }) => [process, more])).toEqual([
      [`process ${2 ** 22 + 1} on ${hostname()}`, 0],
    ]);
  });

  it('a process that only reads compares, and writes nothing', async () => {
    const { warnings } = await start({ readOnly: true, bus: 'process' });
    expect(warnings.map(({ name }) => name)).toEqual(['server.bus']);
    expect(await nodes()).toEqual([app.kernel.bus.node]);
  });

  it('a running process hears of a difference once, and of its end', async () => {
    const entries: CommonConfig[] = [{ name: 'watched', value: () => 'a', effect: 'E.', remedy: 'R.' }];
    const events: object[] = [];
    const own = {
      database: () => app.kernel.database,
      secret: async () => 'secret',
      observe: ({ event, ...facts }: { event: string }) => void events.push([event, facts]),
      readOnly: false,
      every: 20,
    } as unknown as ProcessesParts;
    const first = createProcesses({ ...own, node: 'first', entries: () => entries });
    const others = ['second', 'third'].map((node) =>
      createProcesses({
        ...own,
        node,
        entries: () => entries.map((entry) => ({ ...entry, value: () => 'b' })),
        observe: () => undefined,
      }),
    );
    await first.open();
    expect(first.differences).toEqual([]);
    for (const other of others) await other.open();
    await until(() => first.differences[0]?.more === 1);
    for (const other of others) await other.close();
    await until(() => first.differences.length === 0);
    // A process whose row was removed writes it again.
    await remove('first');
    await until(async () => (await nodes()).includes('first'));
    await first.close();
    expect(events).toEqual([
      ['config.differs', expect.objectContaining({ name: 'watched', own: 'a', other: 'b' })],
      ['config.agrees', { name: 'watched', own: 'a', other: 'b' }],
    ]);
    expect(await nodes()).toEqual([app.kernel.bus.node]);
  });
});
