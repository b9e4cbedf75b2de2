// The processes that use the database now. Each has a row, and renews it while it runs. A row that was not renewed belongs to a process
// that has ended.
//   quire_processes   node  seen           about
//                     k3f…  1772360430045  {"pid":4711,"host":"a","pids":"b4f… pid:[4026531836]","started":1772360400000,"config":{"server.bus":"table"}}
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Database, Row, Statement, Steps } from '../database/database';
import { OWN_TABLES } from '../database/module';
import { isPlainObject } from '../kernel/check/checks';
import { readJsonText } from '../kernel/check/json-text';
import { thrownCode } from '../kernel/errors/thrown';
import type { Container } from '../kernel/registry/container';

const TABLE = 'quire_processes';
/** A process that did not renew its row for so long has ended. Three renewals may be late. */
const LIVES_MILLISECONDS = 180_000;

export interface RunningProcess {
  readonly pid: number;
  readonly host: string;
  /** Processes with one value have one numbering of pids: those of a machine since its start, or of a container. Empty: not known. */
  readonly pids: string;
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly config: Readonly<Record<string, string>>;
}

export interface ProcessRows {
  /** Adds the row of this process, and removes those of processes that have ended. */
  add(own: RunningProcess): Promise<void>;
  /** Adds the row if another process has removed it. */
  renew(own: RunningProcess): Promise<void>;
  /** The other processes that live; those that started last come first. */
  others(own: RunningProcess): Promise<readonly RunningProcess[]>;
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

  const change = (
    ...steps: readonly (readonly [text: string, params: readonly unknown[]])[]
  ): Promise<number> =>
    transaction(
      async (tx) => {
        let changes = 0;
        for (const [text, params] of steps) changes = (await tx.run(text, params)).changes;
        return changes;
      },
      { commits: null, ambient: false },
    );
  const removal = (of: string) => [`DELETE FROM ${TABLE} WHERE ${id('node')} = ?`, [of]] as const;
  const insertion = (about: string) =>
    [
      `INSERT INTO ${TABLE} (${['node', 'seen', 'about'].map(id).join(', ')}) VALUES (?, ${dialect.now}, ?)`,
      [node, about],
    ] as const;

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
    async add(own) {
      const ended = (await read()).filter(([, other]) => hasEnded(other, own));
      await change(
        [`DELETE FROM ${TABLE} WHERE ${id('seen')} <= ${limit}`, []],
        ...ended.map(([name]) => removal(name)),
        insertion(JSON.stringify(own)),
      );
    },
    async renew(own) {
      const renewed = await change([
        `UPDATE ${TABLE} SET ${id('seen')} = ${dialect.now} WHERE ${id('node')} = ?`,
        [node],
      ]);
      if (renewed === 0) await change(insertion(JSON.stringify(own)));
    },
    async others(own) {
      const processes = (await read()).map(([, found]) => found);
      return processes
        .filter((other) => !hasEnded(other, own))
        .sort((a, b) => b.started - a.started || a.pid - b.pid);
    },
    async remove() {
      await change(removal(node));
    },
  };
}

/** Known at once for processes of this machine or container, for example after `kill -9`. */
function hasEnded({ pid, host, pids, started }: RunningProcess, own: RunningProcess): boolean {
  if (pids === '' || host !== own.host || pids !== own.pids) return false;
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
    // The first numbering of all machines has one name, and machines may have one host name.
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${start} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    // Only Linux has them.
    return '';
  }
}

/** null: another version of Quire wrote it in another form. */
function parseProcess(text: string): RunningProcess | null {
  const read = readJsonText(text);
  const found = 'value' in read ? read.value : null;
  if (!isPlainObject(found) || !isPlainObject(found.config)) return null;
  const { pid, host, pids, started } = found;
  if (typeof pid !== 'number' || typeof host !== 'string') return null;
  if (typeof pids !== 'string' || typeof started !== 'number') return null;
  const config = Object.entries(found.config).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { pid, host, pids, started, config: Object.fromEntries(config) };
}
