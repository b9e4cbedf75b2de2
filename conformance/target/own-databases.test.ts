// Databases of runs that ended early. QUIRE_TEST_DATABASES names the servers, as for all suites.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { abandoned, newName, serverOf } from './own-databases';

const ADDRESSES = {
  mysql: 'mysql://root@127.0.0.1:3306/information_schema',
  postgres: 'postgres://postgres@127.0.0.1:5432/postgres',
};
const listed = (process.env.QUIRE_TEST_DATABASES ?? '').split(',').map((name) => name.trim());
const servers = Object.entries(ADDRESSES).flatMap(([kind, local]) => {
  const own = listed.find((name) => name.startsWith(`${kind}://`));
  if (own === undefined) return listed.includes(kind) ? [local] : [];
  return [new URL(new URL(local).pathname, own).href];
});

const MODULE = JSON.stringify(join(__dirname, 'own-databases.js'));
const MAIN = join(__dirname, '..', 'main.js');

/** A process that creates a database, prints its name and waits. */
async function runOn(server: string): Promise<{ child: ChildProcess; name: string }> {
  const code = `require(${MODULE}).createOwnDatabase(${JSON.stringify(server)}).then(({ database }) => {
    console.log(new URL(database).pathname.slice(1));
    setInterval(() => undefined, 1000);
  })`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = await once(child.stdout, 'data');
  return { child, name: String(text).trim() };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

test('takes only databases of this host whose process has ended', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  const id = child.pid ?? 0;
  await once(child, 'exit');
  const ended = newName(id);
  const others = [newName(process.pid), newName(1), `quire_conformance_${id}`, `${ended}_more`];
  const elsewhere = ended.replace(/_[0-9a-f]{8}_/, '_00000000_');
  expect(abandoned([...others, ended, elsewhere])).toEqual([ended]);
});

if (servers.length > 0)
  describe.each(servers)('on %s', (address) => {
    const server = serverOf(new URL(address));

    test('the next run drops the databases of a killed run, and keeps those of a running one', async () => {
      const [killed, running] = await Promise.all([runOn(address), runOn(address)]);
      await end(killed.child, 'SIGKILL');
      expect(await server.databases()).toEqual(expect.arrayContaining([killed.name, running.name]));
      const next = await runOn(address);
      const left = await server.databases();
      await Promise.all([running, next].map(({ child }) => end(child, 'SIGKILL')));
      await Promise.all([running, next].map(({ name }) => server.drop(name)));
      expect(left).not.toContain(killed.name);
      expect(left).toEqual(expect.arrayContaining([running.name, next.name]));
    });

    test.each(['SIGINT', 'SIGTERM'] as const)(
      'a run that %s interrupts drops its databases',
      async (signal) => {
        const main = newName(process.pid);
        await server.create(main);
        try {
          const database = Object.assign(new URL(address), { pathname: `/${main}` }).href;
          const words = [MAIN, '--database', database, '--only', 'graphql.config'];
          const child = spawn(process.execPath, words, { stdio: 'ignore' });
          const own = async (): Promise<string[]> =>
            (await server.databases()).filter((name) => name.includes(`_${child.pid}_`));
          while ((await own()).length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
          await end(child, signal);
          expect(await own()).toEqual([]);
        } finally {
          await server.drop(main);
        }
      },
      600_000,
    );
  });
