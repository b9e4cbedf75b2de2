// Two applications on one database, as two processes: messages, shared values and leases.
import { setTimeout as wait } from 'node:timers/promises';
import { createKernel } from '../create-kernel';
import type { Lease } from '../database/run/leases';
import type { Kernel } from '../kernel/app/app';
import { definePlugin } from '../kernel/app/plugin';
import { createTestApp, type TestApp } from '../testing/create-test-app';
import { testDatabases } from '../testing/databases';
import type { JsonValue } from './bus';

const HOUR = 3_600_000;

/** Ends when the condition holds; otherwise the test fails by its time limit. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(10);
}

describe.each(testDatabases())('two processes on %s', (database) => {
  let app: TestApp;
  let first: Kernel;
  let second: Kernel;
  let names = 0;
  const newName = (): string => `test ${++names}`;

  beforeAll(async () => {
    app = await createTestApp({ database });
    first = app.kernel;
    second = await createKernel({
      dir: app.dir,
      env: { NODE_ENV: 'test' },
      overrides: { database: first.config.database, server: { port: 0 } } as never,
      writeLog: () => undefined,
    });
    await second.start();
  });
  afterAll(async () => {
    await second?.stop();
    await app?.close();
  });

  const heard = (kernel: Kernel, topic: string): JsonValue[] => {
    const messages: JsonValue[] = [];
    kernel.bus.subscribe(topic, (message) => messages.push(message));
    return messages;
  };

  it('a message reaches each process once, in order', async () => {
    const topic = newName();
    const [own, other] = [heard(first, topic), heard(second, topic)];
    const sent = Array.from({ length: 250 }, (_, number) => ({ number, text: 'ä"' }));
    for (const message of sent) first.bus.publish(topic, message);
    expect(own).toEqual(sent);
    await until(() => other.length >= sent.length);
    second.bus.publish(topic, 'end');
    await until(() => own.length > sent.length);
    expect(other).toEqual([...sent, 'end']);
    expect(own).toEqual([...sent, 'end']);
  });

  it('a message of a transaction is sent after its commit, and never after a rollback', async () => {
    const topic = newName();
    const [own, other] = [heard(first, topic), heard(second, topic)];
    const failing = first.database.transaction(async (tx) => {
      first.bus.publish(topic, 'rolled back', tx);
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    await first.database.transaction(async (tx) => {
      first.bus.publish(topic, 'committed', tx);
      expect(own).toEqual([]);
    });
    expect(own).toEqual(['committed']);
    await until(() => other.length > 0);
    expect(other).toEqual(['committed']);
  });

  it('messages after one whose answer was lost still arrive', async () => {
    const topic = newName();
    const other = heard(second, topic);
    const { dialect } = first.database;
    const { node } = first.bus;
    const table = dialect.id('quire_bus');
    // The next message of the process is stored already, as after a COMMIT whose answer was lost.
    const earlier = newName();
    const before = heard(second, earlier);
    first.bus.publish(earlier, 'before');
    await until(() => before.length > 0);
    const [row] = await first.database.transaction((tx) =>
      tx.all(`SELECT MAX(${dialect.id('seq')}) FROM ${table} WHERE ${dialect.id('node')} = ?`, [node]),
    );
    const seq = Number(row?.[0]);
    const columns = ['node', 'seq', 'topic', 'message', 'at'].map(dialect.id).join(', ');
    await first.database.transaction((tx) =>
      tx.run(`INSERT INTO ${table} (${columns}) VALUES (?, ?, ?, ?, ${dialect.now})`, [
        node,
        seq + 1,
        topic,
        '"lost answer"',
      ]),
    );
    first.bus.publish(topic, 'lost answer');
    first.bus.publish(topic, 'later');
    await until(() => other.includes('later'));
    expect(other).toEqual(['lost answer', 'later']);
  });

  it('a process that waits for messages runs no statement that is counted', async () => {
    const topic = newName();
    const other = heard(second, topic);
    const { statements } = second.database.stats();
    first.bus.publish(topic, 1);
    await until(() => other.length > 0);
    expect(second.database.stats().statements).toBe(statements);
  });

  (database === 'postgres' ? it : it.skip)(
    'PostgreSQL wakes other processes, also after a lost connection',
    async () => {
      const woken: string[] = [];
      const listen = (kernel: Kernel, name: string) =>
        kernel.database.wakeUps?.('quire_test', () => woken.push(name));
      const [here, there] = [listen(first, 'first'), listen(second, 'second')];
      const wake = () =>
        until(() => {
          here?.send();
          return woken.includes('second');
        });
      await wake();
      await first.database.transaction((tx) =>
        tx.all(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%quire_test' AND pid <> pg_backend_pid()",
        ),
      );
      woken.length = 0;
      await wake();
      expect(woken).not.toContain('first');
      await Promise.all([here?.close(), there?.close()]);
    },
  );

  it('a subscriber that fails does not stop the others', async () => {
    const topic = newName();
    second.bus.subscribe(topic, () => {
      throw new Error('boom');
    });
    const other = heard(second, topic);
    first.bus.publish(topic, 1);
    await until(() => other.length > 0);
  });

  it('missing messages are reported, and the later ones still arrive', async () => {
    const topic = newName();
    const other = heard(second, topic);
    let gaps = 0;
    const end = second.bus.onGap(() => {
      gaps += 1;
    });
    const insert = (seq: number, message: string) =>
      first.database.transaction((tx) =>
        tx.run(
          `INSERT INTO quire_bus (node, seq, topic, message, at) VALUES (?, ?, ?, ?, ${first.database.dialect.now})`,
          [topic, seq, topic, JSON.stringify(message)],
        ),
      );
    await insert(1, 'one');
    await until(() => other.length > 0);
    expect(gaps).toBe(0);
    await insert(4, 'four');
    await until(() => other.length > 1);
    expect([other, gaps]).toEqual([['one', 'four'], 1]);
    end();
  });

  it('a shared value is read again after a change in another process', async () => {
    const name = newName();
    let stored = 1;
    let reads = 0;
    const options = {
      maxAge: HOUR,
      load: async () => {
        reads += 1;
        return stored;
      },
    };
    const here = first.shared.value(name, options);
    const there = second.shared.value(name, options);
    expect([here.known(), await here.read(), here.known()]).toEqual([undefined, 1, 1]);
    await there.read();
    stored = 2;
    expect(there.known()).toBe(1);
    here.replace(2);
    expect(here.known()).toBe(2);
    await until(() => there.known() === undefined);
    reads = 0;
    expect(await Promise.all([there.read(), there.read(), there.read()])).toEqual([2, 2, 2]);
    expect(reads).toBe(1);
  });

  it('a read inside a transaction is kept after its commit, and never after a rollback', async () => {
    const table = newName().replace(' ', '_');
    await first.database.transaction((tx) => tx.run(`CREATE TABLE ${table} (n INTEGER)`));
    const load = (): Promise<number> =>
      first.database.transaction(async (tx) =>
        Number((await tx.all(`SELECT COUNT(*) FROM ${table}`))[0]?.[0]),
      );
    const value = first.shared.value(newName(), { maxAge: HOUR, load });
    const byKey = first.shared.byKey<string, number>(newName(), { maxAge: HOUR, most: 9, load });
    const rolledBack = new Error('rolled back');
    const writing = first.database.transaction(async (tx) => {
      await tx.run(`INSERT INTO ${table} (n) VALUES (1)`);
      expect([await value.read(), await byKey.read('a')]).toEqual([1, 1]);
      throw rolledBack;
    });
    await expect(writing).rejects.toBe(rolledBack);
    expect([value.known(), byKey.known('a')]).toEqual([undefined, undefined]);
    await first.database.transaction(async (tx) => {
      await tx.run(`INSERT INTO ${table} (n) VALUES (1)`);
      expect([await value.read(), await byKey.read('a')]).toEqual([1, 1]);
      expect([value.known(), byKey.known('a')]).toEqual([undefined, undefined]);
    });
    expect([value.known(), byKey.known('a')]).toEqual([1, 1]);
    await first.database.transaction(async (tx) => {
      value.forget(tx);
      byKey.forget('a', tx);
      expect([await value.read(), await byKey.read('a')]).toEqual([1, 1]);
    });
    expect([value.known(), byKey.known('a')]).toEqual([undefined, undefined]);
    await first.database.transaction((tx) => tx.run(`DROP TABLE ${table}`));
  });

  it('a read that began before a change is repeated', async () => {
    const name = newName();
    let release = (): void => undefined;
    const values = ['old', 'new'];
    const value = first.shared.value(name, {
      maxAge: HOUR,
      load: async () => {
        const found = values.shift();
        if (found === 'old')
          await new Promise<void>((resolve) => {
            release = resolve;
          });
        return found;
      },
    });
    const read = value.read();
    value.forget();
    release();
    expect(await read).toBe('new');
  });

  it('a change between the read of a start and its first message is seen', async () => {
    const name = newName();
    let stored = 1;
    const options = { maxAge: HOUR, load: async () => stored };
    const here = first.shared.value(name, options);
    const table = first.database.dialect.id('quire_bus');
    const sent = () =>
      first.database.transaction((tx) =>
        tx.all(`SELECT COUNT(*) FROM ${table} WHERE topic = ?`, [`shared ${name}`]),
      );
    let there: ReturnType<typeof first.shared.value<number>> | undefined;
    const late = definePlugin({
      name: 'late',
      register(app) {
        there = app.shared.value(name, options);
      },
      async boot() {
        await there?.read();
        stored = 2;
        here.forget();
        await until(async () => Number((await sent())[0]?.[0]) > 0);
      },
    });
    const third = await createKernel({
      dir: app.dir,
      env: { NODE_ENV: 'test' },
      overrides: { database: first.config.database, server: { port: 0 } } as never,
      plugins: [late],
      writeLog: () => undefined,
    });
    await third.start();
    expect(there?.known() ?? (await there?.read())).toBe(2);
    await third.stop();
  });

  it('a value that cannot be read again: the log says so only where the last one stays in use', async () => {
    const failed: unknown[] = [];
    const end = first.events.observe('shared.failed', ({ name }) => failed.push(name));
    let isDown = false;
    const load = async (): Promise<number> => {
      if (isDown) throw new Error('the database is down');
      return 1;
    };
    const [asked, watched] = [newName(), newName()];
    const onDemand = first.shared.value(asked, { maxAge: HOUR, load });
    const ofWatch = first.shared.value(watched, { maxAge: HOUR, load, watch: true });
    expect([await onDemand.read(), await ofWatch.read()]).toEqual([1, 1]);
    isDown = true;
    onDemand.forget();
    ofWatch.forget();
    expect(onDemand.known()).toBeUndefined();
    await expect(onDemand.read()).rejects.toThrow('the database is down');
    await until(() => failed.length > 0);
    expect(failed).toEqual([watched]);
    expect(ofWatch.latest()).toBe(1);
    expect(app.logs.filter((line) => line.name === watched)).toEqual([
      expect.objectContaining({
        message: 'A watched value could not be read again; the last one stays in use',
      }),
    ]);
    end();
  });

  it('one key of a shared map is forgotten everywhere, the others stay', async () => {
    const name = newName();
    const options = { maxAge: HOUR, most: 10, load: async (key: string) => `value of ${key}` };
    const here = first.shared.byKey<string, string>(name, options);
    const there = second.shared.byKey<string, string>(name, options);
    for (const key of ['a', 'b']) await there.read(key);
    here.forget('a');
    await until(() => there.known('a') === undefined);
    expect(there.known('b')).toBe('value of b');
    here.forget();
    await until(() => there.known('b') === undefined);
  });

  it('one process gets a lease; its token grows', async () => {
    const name = newName();
    const takeAll = () =>
      Promise.all([first, second, first, second].map((kernel) => kernel.leases.take(name, 60)));
    const held = (leases: readonly (Lease | null)[]): Lease[] => leases.filter((lease) => lease !== null);
    for (const token of [1, 2, 3]) {
      const [lease, ...others] = held(await takeAll());
      expect(others).toEqual([]);
      expect(lease?.token).toBe(token);
      expect(held(await takeAll())).toEqual([]);
      expect([await lease?.renew(), lease?.signal.aborted]).toEqual([true, false]);
      await lease?.release();
      expect([await lease?.renew(), lease?.signal.aborted]).toEqual([false, true]);
    }
  });

  it('a lease ends with its time, by the clock of the database', async () => {
    const name = newName();
    const lease = await first.leases.take(name, 0.2);
    let next: Lease | null = null;
    await until(async () => {
      next = await second.leases.take(name, 60);
      return next !== null;
    });
    expect(lease?.signal.aborted).toBe(true);
    expect(await lease?.renew()).toBe(false);
    expect(next).toMatchObject({ token: 2 });
  });

  it('refuses a lease inside a transaction', async () => {
    const inside = first.database.transaction(() => first.leases.take('inside', 1));
    await expect(inside).rejects.toThrow(/outside of the transaction/);
  });

  it('sends what waits when a process stops', async () => {
    const third = await createKernel({
      dir: app.dir,
      env: { NODE_ENV: 'test' },
      overrides: { database: first.config.database, server: { port: 0 } } as never,
      writeLog: () => undefined,
    });
    await third.start();
    const topic = newName();
    const other = heard(second, topic);
    third.bus.publish(topic, 'last');
    await third.stop();
    await until(() => other.length > 0);
    expect(other).toEqual(['last']);
  });
});

it('refuses two shared values of one name', async () => {
  const { kernel, close } = await createTestApp();
  const define = () => kernel.shared.value('twice', { load: async () => 1, maxAge: 1 });
  define();
  expect(define).toThrow(/"twice" exists already/);
  await close();
});
