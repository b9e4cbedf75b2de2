// The bus through Redis: one stream. Each process adds its batches, and waits for those of others with XREAD. A process that was away
// reads on from the last entry that it has seen; if the entry is gone, messages may be missing.
//   XADD quire:k3f…:bus MAXLEN ~ 10000 * node 9xaQ… batch [[7,"shared users-permissions roles",null]]
import { setTimeout as pause } from 'node:timers/promises';
import type { BusParts, BusTransport, JsonValue } from './bus';
import type { Redis, RedisConnection } from './redis';

const KEPT_ENTRIES = 10_000;
const ENTRIES_PER_READ = 100;
/** How long XREAD waits. Shorter than the silence after which a connection is lost. */
const WAIT_MILLISECONDS = 5_000;
const RETRY_MILLISECONDS = 250;
const NONE = '0-0';

type Entry = readonly [id: string, fields: readonly string[]];
type Batch = readonly (readonly [seq: number, topic: string, message: JsonValue])[];

export function createBusRedis(redis: Redis, parts: BusParts): BusTransport {
  const { node: own } = parts.bus;
  const positions = new Map<string, number>();
  /** When own messages were sent: their way back shows the lag. */
  let sent: { readonly seq: number; readonly at: number } | null = null;
  let connections: { readonly reader: RedisConnection; readonly writer: RedisConnection } | null = null;
  let key = '';
  /** The last entry that was seen; null: not known yet. */
  let seen: string | null = null;
  /** The connection was lost since the last read. */
  let wasAway = false;
  let stopped = false;
  let reading: Promise<void> | null = null;

  const connected = (): NonNullable<typeof connections> => {
    if (connections === null) throw new Error('the bus is not open');
    return connections;
  };
  const entriesOf = async (...args: readonly (string | number)[]): Promise<readonly Entry[]> =>
    (await connected().reader.call(...(args as [string]))) as readonly Entry[];

  /** Finds the place in the stream, at the start and after a lost connection. */
  async function findPlace(): Promise<void> {
    if (seen === null) {
      const [last] = await entriesOf('XREVRANGE', key, '+', '-', 'COUNT', 1);
      seen = last?.[0] ?? NONE;
      if (wasAway) parts.gap('since the start, without Redis');
    } else if ((await entriesOf('XRANGE', key, seen, seen)).length === 0) {
      // A new stream, or one that was cut. The numbers of the messages show which are new.
      seen = NONE;
      parts.gap('of a time without Redis');
    }
    wasAway = false;
  }

  function take([id, fields]: Entry): void {
    seen = id;
    const [, node = '', , batch = '[]'] = fields;
    const messages = JSON.parse(batch) as Batch;
    if (node === own) measure(messages);
    else deliver(node, messages);
  }

  function deliver(node: string, messages: Batch): void {
    for (const [seq, topic, message] of messages) {
      const last = positions.get(node);
      // A batch whose answer was lost is sent twice.
      if (last !== undefined && seq <= last) continue;
      positions.set(node, seq);
      if (last !== undefined && seq !== last + 1) parts.gap(`${last + 1} to ${seq - 1} of ${node}`);
      parts.deliver({ topic, message }, node);
    }
  }

  function measure(messages: Batch): void {
    const last = messages.at(-1)?.[0] ?? 0;
    if (sent === null || last < sent.seq) return;
    parts.setLag(performance.now() - sent.at);
    sent = null;
  }

  async function readOnce(): Promise<void> {
    try {
      if (seen === null || wasAway) {
        await findPlace();
        parts.setDown(false);
      }
      const answer = await connected().reader.call(
        'XREAD',
        ...['COUNT', ENTRIES_PER_READ, 'BLOCK', WAIT_MILLISECONDS],
        ...['STREAMS', key, seen ?? NONE],
      );
      for (const entry of entriesIn(answer)) take(entry);
    } catch (error) {
      if (stopped) return;
      wasAway = true;
      parts.setDown(true, error);
      await pause(RETRY_MILLISECONDS);
    }
  }

  return {
    async send(messages) {
      const batch: Batch = messages.map(({ seq, topic, message }) => [seq, topic, message]);
      sent ??= { seq: messages.at(-1)?.seq ?? 0, at: performance.now() };
      await connected().writer.call(
        'XADD',
        ...[key, 'MAXLEN', '~', KEPT_ENTRIES, '*'],
        ...['node', own, 'batch', JSON.stringify(batch)],
      );
    },
    async start() {
      key = `${await redis.prefix()}bus`;
      const [reader, writer] = await Promise.all([redis.connect(), redis.connect()]);
      connections = { reader, writer };
      // Redis may be away: the start says so, and goes on.
      await findPlace().catch((error: unknown) => {
        wasAway = true;
        parts.setDown(true, error);
      });
      reading = (async () => {
        while (!stopped) await readOnce();
      })();
    },
    async stop() {
      stopped = true;
      connections?.reader.close();
      connections?.writer.close();
      await reading;
    },
  };
}

/** `[[key, entries]]` in version 2 of the protocol, `[key, entries]` in version 3. */
function entriesIn(answer: unknown): readonly Entry[] {
  const [first, entries] = (answer ?? [['', []]]) as readonly [unknown, readonly Entry[]];
  return Array.isArray(first) ? (first[1] as readonly Entry[]) : entries;
}
