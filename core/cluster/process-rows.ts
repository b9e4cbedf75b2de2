// The processes that use the database now. Each has a row, and renews it while it runs. A row that was not renewed belongs to a process
// that has ended.
//   quire_processes   node  seen           about
//                     k3f…  1772360430045  {"pid":4711,"host":"a","pids":"pid:[4026531836]","started":1772360400000,"config":{"server.bus":"table"}}
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Database, Row, Statement, Steps } from '../database/database';
import { OWN_TABLES } from '../database/module';
import { isPlainObject } from '../kernel/check/checks';
import { thrownCode } from '../kernel/errors/thrown';
import type { Container } from '../kernel/registry/container';

const TABLE = 'quire_processes';
/** A process that did not renew its row for so long has ended. Three renewals may be late. */
const LIVES_MILLISECONDS = 180_000;

export interface RunningProcess {
  readonly pid: number;
  readonly host: string;
  /** Processes with one value have one numbering of pids: those of a machine, or of a container. */
  readonly pids: string;
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly config: Readonly<Record<string, string>>;
}

export interface ProcessRows {
  /** Inserts or renews the row of this process. */
  write(own: RunningProcess): Promise<void>;
  /** The other processes that live; those that started last come first. */
  others(own: RunningProcess): Promise<readonly RunningProcess[]>;
  /** Removes the rows of processes that have ended. */
  clean(own: RunningProcess): Promise<void>;
  remove(): Promise<void>;
}

export const declareProcessTable = (container: Container): void =>
  void container.resolve(OWN_TABLES).define('core', {
    table: TABLE,
    columns: {
      node: { kind: 'string', length: 16, notNull: true },
      seen: { kind: 'integer', notNull: true },
      about: { kind: 'text', notNull: true },
    },
    primaryKey: ['node'],
  });

export const thisProcess = (config: RunningProcess['config']): RunningProcess => ({
  pid: process.pid,
  host: hostname(),
  pids: numberingOfPids(),
  started: Math.round(performance.timeOrigin),
  config,
});

export function createProcessRows(database: Database, node: string): ProcessRows {
  const { dialect, transaction } = database;
  const { id } = dialect;
  const limit = `${dialect.now} - ${LIVES_MILLISECONDS}`;
  const living: Statement = {
    name: 'processes',
    sql: dialect.finish(
      `SELECT ${id('node')}, ${id('about')} FROM ${TABLE} WHERE ${id('node')} <> ? AND ${id('seen')} > ${limit}`,
    ),
    isBackground: true,
  };

  const change = (text: string, params: readonly unknown[]): Promise<number> =>
    transaction(async (tx) => (await tx.run(text, params)).changes, { commits: null, ambient: false });
  const remove = (named: string): Promise<number> =>
    change(`DELETE FROM ${TABLE} WHERE ${id('node')} = ?`, [named]);

  async function read(): Promise<readonly (readonly [node: string, RunningProcess])[]> {
    function* steps(): Steps<Row[]> {
      const [rows = []] = yield [{ statement: living, params: [node] }];
      return rows;
    }
    const rows = await database.read(steps, { single: true });
    return rows.flatMap(([name, about]) => {
      const found = parseProcess(String(about));
      return found ? [[String(name), found] as const] : [];
    });
  }

  return {
    async write(own) {
      const about = JSON.stringify(own);
      const renewed = await change(
        `UPDATE ${TABLE} SET ${id('seen')} = ${dialect.now}, ${id('about')} = ? WHERE ${id('node')} = ?`,
        [about, node],
      );
      if (renewed > 0) return;
      const columns = ['node', 'seen', 'about'].map(id).join(', ');
      await change(`INSERT INTO ${TABLE} (${columns}) VALUES (?, ${dialect.now}, ?)`, [node, about]);
    },
    async others(own) {
      const processes = (await read()).map(([, found]) => found);
      return processes
        .filter((other) => !hasEnded(other, own))
        .sort((a, b) => b.started - a.started || a.pid - b.pid);
    },
    async clean(own) {
      await change(`DELETE FROM ${TABLE} WHERE ${id('seen')} <= ${limit}`, []);
      for (const [name, other] of await read()) if (hasEnded(other, own)) await remove(name);
    },
    async remove() {
      await remove(node);
    },
  };
}

/** Known at once for processes of this machine or container, for example after `kill -9`. */
function hasEnded({ pid, host, pids, started }: RunningProcess, own: RunningProcess): boolean {
  if (host !== own.host || pids !== own.pids) return false;
  if (pid === own.pid) return started !== own.started;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // Otherwise it runs as another user.
    return thrownCode(error) === 'ESRCH';
  }
}

function numberingOfPids(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // Only Linux has it.
    return '';
  }
}

/** null: another version of Quire wrote it in another form. */
function parseProcess(text: string): RunningProcess | null {
  const found: unknown = JSON.parse(text);
  if (!isPlainObject(found) || !isPlainObject(found.config)) return null;
  const { pid, host, pids, started } = found;
  if (typeof pid !== 'number' || typeof host !== 'string') return null;
  if (typeof pids !== 'string' || typeof started !== 'number') return null;
  const config = Object.entries(found.config).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { pid, host, pids, started, config: Object.fromEntries(config) };
}
