// Transactions, reads and versions against real databases, alone and with another process beside us.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, testDatabases } from '../../testing/databases';
import { until } from '../../testing/until';
import type { DatabaseOptions } from '../config-types';
import type { Database, Row, Statement, Steps, Tx } from '../database';
import { connectDatabase } from './connect';
import { noWrites, TableVersions, type Writes } from './versions';

const errors: string[] = [];
const log = { info() {}, warn() {}, error: (message: string) => void errors.push(message) };
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe.each(testDatabases())('transactions on %s', (client) => {
  let config: DatabaseOptions;
  let database: Database;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const created = await createTestDatabase(client);
    drop = created.drop;
    config = { ...created.config, transactionTimeout: 2_000, statementTimeout: 1_000 };
    database = await connectDatabase(config, { log, dir: '/' });
    const { dialect } = database;
    await database.transaction(async (tx) => {
      await tx.run(
        `CREATE TABLE a (id ${dialect.idColumn()}, v ${dialect.columnType({ kind: 'string', length: 50 })}, n ${dialect.columnType({ kind: 'integer' })})`,
      );
      await tx.run('CREATE UNIQUE INDEX a_v_uq ON a (v)');
      await tx.run(`CREATE TABLE links (source ${dialect.columnType({ kind: 'integer' })})`);
    });
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });
  beforeEach(async () => {
    await database.transaction((tx) => tx.run('DELETE FROM a'));
    errors.length = 0;
  });

  const insert = (tx: Tx, value: string) => tx.run('INSERT INTO a (v, n) VALUES (?, ?)', [value, 0]);
  const values = async () =>
    (await database.transaction((tx) => tx.all('SELECT v FROM a ORDER BY id'))).map(([value]) => value);
  const statement = (text: string): Statement => ({ sql: database.dialect.finish(text), name: 'test' });
  function* steps(...statements: Statement[]): Steps<Row[][]> {
    const all: Row[][] = [];
    for (const each of statements) all.push(...(yield [{ statement: each, params: [] }]));
    return all;
  }

  it('tells the id of an inserted row, and of none where there is none', async () => {
    await database.transaction(async (tx) => {
      const first = await insert(tx, 'one');
      const second = await insert(tx, 'two');
      expect(second.id).toBe(first.id + 1);
      expect((await tx.all('SELECT id FROM a WHERE v = ?', ['two']))[0]?.[0]).toBe(second.id);
      expect((await tx.run('UPDATE a SET n = ?', [1])).changes).toBe(2);
      expect((await tx.run('INSERT INTO links (source) VALUES (?)', [1])).changes).toBe(1);
    });
  });

  it('undoes everything when the work fails', async () => {
    const failing = database.transaction(async (tx) => {
      await insert(tx, 'lost');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await values()).toEqual([]);
  });

  it('makes a nested transaction a savepoint, and parallel ones come one after another', async () => {
    await database.transaction(async (tx) => {
      await insert(tx, 'outer');
      const nested = await Promise.allSettled([
        database.transaction(async (inner) => {
          await insert(inner, 'kept');
          await pause(5);
        }),
        database.transaction(async (inner) => {
          await insert(inner, 'undone');
          await pause(5);
          throw new Error('inner');
        }),
        database.transaction((inner) => insert(inner, 'kept too')),
      ]);
      expect(nested.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    });
    expect(await values()).toEqual(['outer', 'kept', 'kept too']);
  });

  it('goes on after a nested transaction met a duplicate, whose index or column the fault names', async () => {
    let fault: unknown;
    await database.transaction(async (tx) => {
      await insert(tx, 'x');
      await database
        .transaction((inner) => insert(inner, 'x'))
        .catch((error) => {
          fault = database.dialect.classify(error);
        });
      await insert(tx, 'y');
    });
    expect(await values()).toEqual(['x', 'y']);
    expect(fault).toEqual({ kind: 'duplicate', index: client === 'sqlite' ? 'a.v' : 'a_v_uq' });
  });

  it('does not end well where PostgreSQL commits nothing, after an error that the work catches', async () => {
    const work = database.transaction(async (tx) => {
      await insert(tx, 'x');
      await insert(tx, 'x').catch(() => undefined);
    });
    const ended = await work.then(
      () => 'committed',
      () => 'refused',
    );
    expect([ended, await values()]).toEqual(client === 'postgres' ? ['refused', []] : ['committed', ['x']]);
  });

  it('is current inside, unless it is asked not to be, and what reads inside sees what was written', async () => {
    expect(database.currentTransaction()).toBeUndefined();
    await database.transaction(async (tx) => {
      expect(database.currentTransaction()).toBe(tx);
      await insert(tx, 'seen');
      const select = statement('SELECT v FROM a');
      expect(await database.read(() => steps(select))).toEqual([[['seen']]]);
      expect(await tx.read(steps(select))).toEqual([[['seen']]]);
      expect(await database.knex('a').pluck('v')).toEqual(['seen']);
      await database.knex('a').insert({ v: 'by knex', n: 1 });
    });
    expect(await values()).toEqual(['seen', 'by knex']);
    await database.transaction(async () => expect(database.currentTransaction()).toBeUndefined(), {
      ambient: false,
    });
  });

  it('runs what waits for the commit in order, only after a commit, and a failure there is only logged', async () => {
    const seen: string[] = [];
    await database.transaction(async (tx) => {
      tx.afterCommit(() => void seen.push('first'));
      tx.afterCommit(() => {
        throw new Error('after');
      });
      tx.afterCommit(async () => {
        await pause(1);
        seen.push('second');
        throw new Error('later');
      });
      tx.afterCommit(() => tx.afterCommit(() => void seen.push('added by a task')));
      await database
        .transaction(async (inner) => {
          inner.afterCommit(() => void seen.push('of a savepoint undone'));
          throw new Error('undone');
        })
        .catch(() => undefined);
      tx.afterCommit(async () => void seen.push('last'));
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual(['first', 'second', 'last', 'added by a task']);
    expect(errors).toHaveLength(2);
    await database
      .transaction(async (tx) => {
        tx.afterCommit(() => void seen.push('never'));
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(seen).toEqual(['first', 'second', 'last', 'added by a task']);
  });

  it('retries when the database asks for it, 20 times at most, and counts', async () => {
    const before = database.stats().retries;
    const again = Object.assign(
      new Error('deadlock'),
      { sqlite: { code: 'SQLITE_BUSY' }, mysql: { errno: 1213 }, postgres: { code: '40P01' } }[client],
    );
    const attempts: number[] = [];
    await database.transaction(async (tx) => {
      attempts.push(tx.attempt);
      await insert(tx, 'once');
      if (tx.attempt < 3) throw again;
    });
    expect(attempts).toEqual([1, 2, 3]);
    expect(await values()).toEqual(['once']);
    expect(database.stats().retries - before).toBe(2);
    const triesWithin = async (timeout: number): Promise<number> => {
      let tries = 0;
      const hopeless = database.transaction(
        async () => {
          tries += 1;
          throw again;
        },
        { timeout },
      );
      await expect(hopeless).rejects.toMatchObject({ status: 503, code: 'SERVER_BUSY' });
      return tries;
    };
    expect(await triesWithin(60_000)).toBe(21);
    expect(await triesWithin(100)).toBeLessThan(10);
  });

  it('refuses each statement once a savepoint is lost, also where the error is caught, and runs again', async () => {
    const lost = Object.assign(
      new Error('deadlock'),
      { sqlite: { code: 'SQLITE_BUSY' }, mysql: { errno: 1213 }, postgres: { code: '40P01' } }[client],
    );
    const refused: unknown[] = [];
    await database.transaction(async (tx) => {
      await insert(tx, 'first');
      if (tx.attempt === 1) {
        await database
          .transaction(async (inner) => {
            await inner.run('ROLLBACK');
            throw lost;
          })
          .catch(() => undefined);
        for (const work of [
          () => insert(tx, 'alone'),
          () => tx.all('SELECT 1'),
          () => tx.read(steps(statement('SELECT v FROM a'))),
          () => database.transaction((inner) => insert(inner, 'nested')),
          () => database.knex('a').insert({ v: 'by knex', n: 1 }),
          () => database.modelKnex('a').insert({ v: 'by a model', n: 1 }),
        ])
          refused.push(
            await work().then(
              () => 'done',
              (error: unknown) => error,
            ),
          );
      }
      await insert(tx, 'last').catch(() => undefined);
    });
    expect(refused).toEqual(Array(6).fill(lost));
    expect(await values()).toEqual(['first', 'last']);
  });

  it('rolls back what stays open for too long, frees the handle and refuses what comes late', async () => {
    let late: Promise<unknown> | undefined;
    const stuck = database.transaction(
      async (tx) => {
        await insert(tx, 'stuck');
        await pause(250);
        late = tx.all('SELECT 1').catch((error: Error) => error.message);
      },
      { timeout: 100 },
    );
    await expect(stuck).rejects.toMatchObject({ status: 503, code: 'REQUEST_TIMEOUT' });
    await database.transaction((tx) => insert(tx, 'free'));
    expect(await values()).toEqual(['free']);
    expect(errors[0]).toContain('database.transactionTimeout (100 ms)');
    await until(() => late !== undefined);
    expect(await late).toContain('database.transactionTimeout');
  });

  it('lets knex write nothing after a timeout, and everything after an end of its own', async () => {
    const late: unknown[] = [];
    const tryBoth = async () => {
      for (const knex of [database.knex, database.modelKnex])
        await knex('a')
          .insert({ v: `late ${late.length}`, n: 1 })
          .then(
            () => late.push('stored'),
            (error: Error) => late.push(error.message),
          );
    };
    const stuck = database.transaction(
      async () => {
        await until(() => errors.length > 0);
        await tryBoth();
      },
      { timeout: 50 },
    );
    await expect(stuck).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
    await until(() => late.length === 2);
    const refused = expect.stringContaining('database.transactionTimeout');
    expect(late).toEqual([refused, refused]);
    expect(await values()).toEqual([]);
    let ended: Promise<void> | undefined;
    let end: () => void = () => undefined;
    const isOver = new Promise<void>((resolve) => {
      end = resolve;
    });
    await database.transaction(async (tx) => {
      ended = isOver.then(tryBoth);
      tx.afterCommit(tryBoth);
    });
    end();
    await ended;
    expect(late.slice(2)).toEqual(Array(4).fill('stored'));
  });

  it('refuses to end before a transaction inside it, which then writes nothing', async () => {
    const seen: unknown[] = [];
    let go: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      go = resolve;
    });
    const child = (inside: Promise<unknown>[]) =>
      new Promise<void>((begun) => {
        const work = async (tx: Tx) => {
          await insert(tx, 'child');
          begun();
          await gone;
          await insert(tx, 'late').catch((error) => seen.push(error.message));
          await database
            .transaction((inner) => insert(inner, 'later'))
            .catch((error) => seen.push(error.message));
        };
        inside.push(database.transaction(work).catch((error) => seen.push(error.message)));
      });
    const left: Promise<unknown>[] = [];
    await expect(database.transaction(() => child(left))).rejects.toThrow('await each call');
    await database.transaction(async (tx) => {
      await expect(database.transaction(() => child(left))).rejects.toThrow('await each call');
      go();
      await Promise.all(left);
      await insert(tx, 'outer');
    });
    expect(seen).toEqual(Array(6).fill(expect.stringContaining('has been rolled back')));
    expect(await values()).toEqual(['outer']);
  });

  it('runs tasks after a rollback, also those of a transaction inside that ended well', async () => {
    const seen: string[] = [];
    const failing = database.transaction(async (tx) => {
      tx.afterRollback(() => {
        throw new Error('task');
      });
      await database.transaction(async (inner) => inner.afterRollback(() => void seen.push('inner')));
      expect(seen).toEqual([]);
      tx.afterRollback(() => void seen.push('outer'));
      throw new Error('real');
    });
    await expect(failing).rejects.toThrow('real');
    expect([seen, errors]).toEqual([['inner', 'outer'], ['A task after a rollback failed']]);
    const refused = database.transaction(async (tx) => {
      await insert(tx, 'refused');
      tx.refuseCommit(new Error('by code inside'));
    });
    await expect(refused).rejects.toThrow('by code inside');
    expect(await values()).toEqual([]);
  });

  it('says when a transaction is used after its end', async () => {
    let kept: Tx | undefined;
    await database.transaction(async (tx) => {
      kept = tx;
    });
    await expect(kept?.all('SELECT 1')).rejects.toThrow('committed');
  });

  it('sees one snapshot in the statements of a plan', async () => {
    const select = statement('SELECT count(*) FROM a');
    const [first, second] = await database.read(() => steps(select, select));
    expect(first).toEqual(second);
  });

  it('loses no increment with many writers at once, from two processes', async () => {
    await database.transaction((tx) => insert(tx, 'counter'));
    const script = `
      const { connectDatabase } = require(${JSON.stringify(path.join(__dirname, 'connect.js'))});
      (async () => {
        const log = { info() {}, warn() {}, error() {} };
        const database = await connectDatabase(${JSON.stringify(config)}, { log, dir: '/' });
        await Promise.all(Array.from({ length: 25 }, () => database.transaction(async (tx) => {
          const [row] = await tx.all(${JSON.stringify(`SELECT n FROM a WHERE v = ? ${database.dialect.forUpdate}`)}, ['counter']);
          await tx.run('UPDATE a SET n = ? WHERE v = ?', [Number(row[0]) + 1, 'counter']);
        })));
        await database.close();
      })().catch((error) => { console.error(error); process.exit(1); });`;
    const run = () => promisify(execFile)(process.execPath, ['-e', script]);
    await Promise.all([run(), run()]);
    const [row] = await database.transaction((tx) => tx.all('SELECT n FROM a'));
    expect(Number(row?.[0])).toBe(50);
  });

  it('gives a table another version with every commit that touched it, and no other table', async () => {
    const version = (table: string, columns: string[] = []) => database.version([{ table, columns }]);
    if (client !== 'sqlite') return expect(version('a')).toBeNull();
    const before = [version('a'), version('links')];
    await database.transaction(async (tx) => {
      await insert(tx, 'v');
      tx.touch('a');
    });
    expect(version('a')).not.toBe(before[0]);
    expect(version('links')).toBe(before[1]);
    await database
      .transaction(async (tx) => {
        tx.touch('links');
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(version('links')).toBe(before[1]);
    const columns = ['v', 'n'].map((column) => version('a', [column]));
    await database.transaction(async (tx) => tx.touch('a', { columns: ['n'] }));
    expect(version('a', ['v'])).toBe(columns[0]);
    expect(version('a', ['n'])).not.toBe(columns[1]);
    await database.knex('a').insert({ v: 'w', n: 1 });
    expect(version('links')).not.toBe(before[1]);
    // and with a commit of another process
    const other = await connectDatabase(config, { log, dir: '/' });
    const known = version('links');
    await other.transaction((tx) => insert(tx, 'z'));
    await other.close();
    expect(version('links')).not.toBe(known);
  });

  it('counts the commits under way of each table', async () => {
    const versions = new TableVersions();
    const commit = (writes: Partial<Writes>) => {
      let end: () => void = () => undefined;
      const done = versions.commit(
        { ...noWrites(), ...writes },
        () => new Promise((resolve) => (end = resolve)),
      );
      return () => {
        end();
        return done;
      };
    };
    const under = () => ['a', 'b'].map((table) => versions.isCommitting(table));
    const [first, second] = [commit({ touched: new Set(['a']) }), commit({ touched: new Set(['a']) })];
    await first();
    expect(under()).toEqual([true, false]);
    await second();
    expect(under()).toEqual([false, false]);
    const foreign = commit({ usedKnex: true });
    expect(under()).toEqual([true, true]);
    await foreign();
    expect(under()).toEqual([false, false]);
  });

  it('moves the number of rows at a place by what commits add and remove', async () => {
    const shared = await connectDatabase({ ...config, exclusive: true }, { log, dir: '/' });
    const state = () => shared.rowsAt('a', 'x');
    const before = state();
    await shared.transaction(async (tx) => {
      tx.touch('a', { place: 'x', by: 1 });
      tx.touch('a', { place: 'y', by: 1 });
      tx.touch('a', 'same');
      await shared
        .transaction(async (inner) => {
          inner.touch('a', { place: 'x', by: 1 });
          throw new Error('no');
        })
        .catch(() => undefined);
      // Its own rows may be rolled back.
      expect(state()).toBeNull();
      expect(shared.version([{ table: 'a', columns: [] }])).toBeNull();
    });
    const after = state();
    expect(after).toMatchObject({ version: before?.version, moved: (before?.moved ?? 0) + 1 });
    expect(after?.moment).not.toBe(before?.moment);
    await shared
      .transaction(async (tx) => {
        tx.touch('a', { place: 'x', by: -1 });
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(state()).toEqual(after);
    for (const write of [
      () => shared.transaction(async (tx) => tx.touch('a')),
      () => shared.transaction(async () => void (await shared.knex('a').where('n', -1).delete())),
      () => shared.knex('a').where('n', -1).delete(),
    ]) {
      const known = state()?.version;
      await write();
      expect(state()?.version).not.toBe(known);
    }
    await shared.close();
  });

  it('answers 503 when no connection comes free in time', async () => {
    // On PostgreSQL, this is also the time in which a connection must open.
    const small = await connectDatabase(
      { ...config, pool: { min: 0, max: 1 }, poolWait: 1_500 },
      { log, dir: '/' },
    );
    let finish = (): void => {};
    let begun = (): void => {};
    const began = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const holding = small.transaction(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
          begun();
        }),
      { ambient: false },
    );
    await began;
    await expect(small.transaction(async () => 1, { ambient: false })).rejects.toMatchObject({
      status: 503,
      code: 'SERVER_BUSY',
    });
    finish();
    await holding;
    expect(await small.transaction(async () => 1)).toBe(1);
    await small.close();
  });

  it('goes on by itself after the server has cut every connection', async () => {
    if (client === 'sqlite') return;
    const select = statement('SELECT 1');
    await Promise.all([1, 2, 3].map(() => database.read(() => steps(select))));
    await cutConnections(config);
    await pause(50);
    const outcomes = await Promise.allSettled([1, 2, 3].map(async () => database.read(() => steps(select))));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    // in the middle of a transaction: 503, and the next one works
    const cut = database.transaction(async (tx) => {
      await tx.all('SELECT 1');
      await cutConnections(config);
      await pause(50);
      await tx.all('SELECT 1');
    });
    await expect(cut).rejects.toMatchObject({ status: 503, code: 'DATABASE_UNAVAILABLE' });
    expect(await database.transaction((tx) => tx.all('SELECT 1'))).toHaveLength(1);
  });

  it('stops a statement that takes too long, or runs it beside the event loop', async () => {
    const slow = {
      sqlite:
        'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 12000000) SELECT max(x) FROM c',
      mysql: 'SELECT SLEEP(5)',
      postgres: 'SELECT pg_sleep(5)',
    }[client];
    const read = database.read(() => steps(statement(slow)), { slow: true });
    await expect(read).rejects.toMatchObject({ status: 503, code: 'REQUEST_TIMEOUT' });
    // A busy machine may end the stopped thread, or start the next one, too late for this limit.
    const again = async () => database.read(() => steps(statement('SELECT 1')), { slow: true });
    await until(() => again().then(({ length }) => length === 1, isLate));
  });
});

function isLate(error: unknown): false {
  expect(error).toMatchObject({ code: expect.stringMatching(/^(REQUEST_TIMEOUT|SERVER_BUSY)$/) });
  return false;
}

/** From a connection of its own, as an administrator would. */
async function cutConnections(config: DatabaseOptions): Promise<void> {
  const other = await connectDatabase({ ...config, pool: { min: 0, max: 1 } }, { log, dir: '/' });
  await other.transaction(async (tx) => {
    if (config.client === 'postgres') {
      await tx.all(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      return;
    }
    const ids = await tx.all(
      'SELECT id FROM information_schema.processlist WHERE db = database() AND id <> connection_id()',
    );
    for (const [id] of ids)
      await tx.run(`KILL ${Number(id)}`).catch((error) => {
        // It has ended meanwhile.
        if (!String(error).includes('Unknown thread id')) throw error;
      });
  });
  await other.close();
}

describe('the slow lane', () => {
  it('takes plans that were slow before, keeps their snapshot and gives the loop to others', async () => {
    const database = await connectDatabase(
      { client: 'sqlite', filename: ':memory:', slowLane: 5 },
      { log, dir: '/' },
    );
    const slow: Statement = {
      sql: 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 400000) SELECT max(x) FROM c',
      name: 'slow',
    };
    function* plan(): Steps<unknown> {
      const [rows] = yield [{ statement: slow, params: [] }];
      return rows?.[0]?.[0];
    }
    const first = database.read(plan);
    expect(first).toBe(400000);
    expect(database.read(plan)).toBe(400000);
    const second = database.read(plan);
    expect(second).toBeInstanceOf(Promise);
    expect(await second).toBe(400000);
    expect(database.stats().slow).toBe(1);
    await database.close();
  });
});

describe('a database that is not there', () => {
  it('stops the start with its address and a remedy', async () => {
    await expect(connectDatabase({ client: 'mysql', port: 1 }, { log, dir: '/' })).rejects.toThrow(
      /mysql, root@127.0.0.1:1\/quire/,
    );
    await expect(connectDatabase({ client: 'postgres', port: 1 }, { log, dir: '/' })).rejects.toThrow(
      /config\/database/,
    );
    await expect(
      connectDatabase({ client: 'sqlite', filename: '/dev/null/x.db' }, { log, dir: '/' }),
    ).rejects.toThrow(/sqlite/);
  });
});
