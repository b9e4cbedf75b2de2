// The bus through a table: each process writes its messages under its own name with numbers 1, 2, 3 …, and reads those of the others four
// times a second. On PostgreSQL, a process that has written wakes the others. There is no number over all processes: such numbers become
// visible out of order.
//   quire_bus   node   seq  topic                           message   at
//               9xaQ…  7    shared users-permissions roles  null      1772360430045
import type { Database, Row, Statement, Steps, WakeUps } from '../database/database';
import { OWN_TABLES } from '../database/module';
import type { Container } from '../kernel/registry/container';
import type { BusParts, BusTransport, JsonValue, Transport } from './bus';

const TABLE = 'quire_bus';
const POLL_MILLISECONDS = 250;
/** Rows stay so long by the clock of the database. */
const KEPT_MILLISECONDS = 60_000;
/** A process that could not read for so long may have missed rows. */
const LONGEST_SILENCE = KEPT_MILLISECONDS / 2;
/** Some polls for a number that is missing: its transaction may become visible later than the next one. */
const PATIENCE = 4;

export const declareBusTable = (container: Container): void =>
  void container.resolve(OWN_TABLES).define('core', {
    table: TABLE,
    columns: {
      node: { kind: 'string', length: 16, notNull: true },
      seq: { kind: 'integer', notNull: true },
      topic: { kind: 'string', length: 191, notNull: true },
      message: { kind: 'text', notNull: true },
      at: { kind: 'integer', notNull: true },
    },
    primaryKey: ['node', 'seq'],
    indexes: [{ columns: ['at'] }],
  });

interface Position {
  seq: number;
  /** Polls that saw later messages, but not the next one. */
  waited: number;
}

export function createBusTable(database: Database, parts: BusParts): BusTransport {
  const { dialect } = database;
  const { id } = dialect;
  const { node: own } = parts.bus;
  const positions = new Map<string, Position>();
  /** The processes that the statement names. */
  const active = new Set<string>();
  const columns = ['node', 'seq', 'topic', 'message'].map(id).join(', ');
  let timer: NodeJS.Timeout | undefined;
  let wakeUps: WakeUps | null = null;
  /** A message was announced during the poll that runs. */
  let isAnnounced = false;
  let polling: Promise<void> | null = null;
  let seen: string | null = null;
  let readAt = performance.now();
  let cleanedAt = performance.now();
  let hasSent = false;

  const latest = statement(
    'bus positions',
    `SELECT ${id('node')}, MAX(${id('seq')}) FROM ${TABLE} GROUP BY ${id('node')}`,
  );
  const sent = statement(
    'bus own position',
    `SELECT MAX(${id('seq')}) FROM ${TABLE} WHERE ${id('node')} = ?`,
  );
  /** The last insert failed. It may be stored all the same, if only its answer was lost. */
  let isUncertain = false;
  let later: Statement | null = null;
  let laterOf = -1;

  function statement(name: string, text: string): Statement {
    return { name, sql: dialect.finish(text), isBackground: true };
  }

  /** All messages after the known positions, and those of unknown processes. */
  function laterStatement(): Statement {
    if (later && laterOf === active.size) return later;
    laterOf = active.size;
    const after = [...active].map(() => `(${id('node')} = ? AND ${id('seq')} > ?)`);
    const others = `${id('node')} NOT IN (${[own, ...active].map(() => '?').join(', ')})`;
    const where = [...after, others].join(' OR ');
    later = statement(
      `bus after ${laterOf}`,
      `SELECT ${columns}, ${dialect.now} - ${id('at')} FROM ${TABLE} WHERE ${where} ORDER BY ${id('node')}, ${id('seq')}`,
    );
    return later;
  }

  function rowsOf(asked: Statement, params: readonly unknown[]): Promise<Row[]> {
    function* steps(): Steps<Row[]> {
      const [rows = []] = yield [{ statement: asked, params }];
      return rows;
    }
    return Promise.resolve(database.read(steps, { single: true }));
  }

  async function readLater(): Promise<void> {
    const known = [...active];
    const params = [...known.flatMap((node) => [node, positions.get(node)?.seq ?? 0]), own, ...known];
    const rows = await rowsOf(laterStatement(), params);
    const waiting = new Set<string>();
    let oldest = 0;
    for (const [node, seq, topic, message, age] of rows) {
      const from = String(node);
      const position = positions.get(from) ?? { seq: 0, waited: 0 };
      positions.set(from, position);
      active.add(from);
      if (waiting.has(from) || Number(seq) <= position.seq) continue;
      const isMissing = Number(seq) !== position.seq + 1;
      if (isMissing && position.waited < PATIENCE) {
        position.waited += 1;
        waiting.add(from);
        // The next poll must look again, also when no other process has written.
        seen = null;
        continue;
      }
      if (isMissing) parts.gap(`${position.seq + 1} to ${Number(seq) - 1} of ${from}`);
      Object.assign(position, { seq: Number(seq), waited: 0 });
      oldest = Math.max(oldest, Number(age));
      parts.setLag(oldest);
      parts.deliver({ topic: String(topic), message: JSON.parse(String(message)) as JsonValue }, from);
    }
  }

  async function poll(): Promise<void> {
    // SQLite knows without a statement that no other process has written. A server does not, and `exclusive` promises it of content only.
    const version = dialect.isServer ? null : database.version([]);
    const isUnchanged = version !== null && version === seen;
    try {
      seen = version;
      if (!isUnchanged) await readLater();
      const silence = performance.now() - readAt;
      readAt = performance.now();
      parts.setDown(false);
      if (silence > LONGEST_SILENCE)
        parts.gap(`of ${Math.round(silence / 1000)} seconds without an answer of the database`);
      await clean();
    } catch (error) {
      seen = null;
      parts.setDown(true, error);
    }
  }

  /** One poll at a time. */
  function pollSoon(): void {
    polling ??= poll().finally(() => {
      polling = null;
      if (!isAnnounced) return;
      isAnnounced = false;
      pollSoon();
    });
  }

  function announced(): void {
    isAnnounced = polling !== null;
    pollSoon();
  }

  /** Only processes that write remove old rows; those of ended processes too. */
  async function clean(): Promise<void> {
    if (!hasSent || performance.now() - cleanedAt < KEPT_MILLISECONDS) return;
    cleanedAt = performance.now();
    hasSent = false;
    await database.transaction(
      (tx) => tx.run(`DELETE FROM ${TABLE} WHERE ${id('at')} < ${dialect.now} - ${KEPT_MILLISECONDS}`),
      {
        commits: null,
        ambient: false,
      },
    );
    // The names of ended processes would make the statement longer with each start.
    const present = new Set((await rowsOf(latest, [])).map(([node]) => String(node)));
    for (const node of active) if (!present.has(node)) active.delete(node);
  }

  async function insert(messages: Parameters<Transport['send']>[0]): Promise<void> {
    const row = `(?, ?, ?, ?, ${dialect.now})`;
    const text = `INSERT INTO ${TABLE} (${columns}, ${id('at')}) VALUES ${messages.map(() => row).join(', ')}`;
    const params = messages.flatMap(({ seq, topic, message }) => [own, seq, topic, JSON.stringify(message)]);
    await database.transaction((tx) => tx.run(text, params), { commits: null, ambient: false });
    hasSent = true;
  }

  return {
    async send(given) {
      const [stored] = isUncertain ? await rowsOf(sent, [own]) : [];
      const known = Number(stored?.[0] ?? 0);
      const messages = given.filter(({ seq }) => seq > known);
      isUncertain = true;
      if (messages.length > 0) await insert(messages);
      isUncertain = false;
      wakeUps?.send();
    },
    async start() {
      for (const [node, seq] of await rowsOf(latest, [])) {
        positions.set(String(node), { seq: Number(seq), waited: 0 });
        active.add(String(node));
      }
      readAt = performance.now();
      timer = setInterval(pollSoon, POLL_MILLISECONDS).unref();
      wakeUps = database.wakeUps?.(TABLE, announced) ?? null;
    },
    async stop() {
      clearInterval(timer);
      await wakeUps?.close();
      isAnnounced = false;
      await polling;
    },
  };
}
