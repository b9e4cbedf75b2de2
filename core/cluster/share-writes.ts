// Names the tables that this process has written to the others, for results that they keep. The messages have names of tables alone.
// Redis gets the new versions first: a process that hears of the write finds no older result there. If Redis does not take them, the
// others no longer use its results of these tables: {"untold":["articles"]}
import type { Database } from '../database/database';
import { isPlainObject } from '../kernel/check/checks';
import type { Events } from '../kernel/observe/events';
import type { BusParts } from './bus';
import type { KeptValues } from './kept-values';

const TOPIC = 'tables written';

export interface ShareWritesParts {
  readonly events: Events;
  readonly bus: BusParts;
  readonly database: () => Database;
  /** null: only processes keep results. */
  readonly kept: KeptValues | null;
}

export function shareWrites({ events, bus: { bus }, database, kept }: ShareWritesParts): void {
  let written: Set<string> | null | undefined;
  const publish = (): void => {
    const tables = written ? [...written] : null;
    written = undefined;
    if (kept === null) bus.publish(TOPIC, tables);
    else void kept.tell().then((isTold) => bus.publish(TOPIC, isTold ? tables : { untold: tables }));
  };
  events.observe('database.written', ({ tables }) => {
    // SQLite itself says whether another process has written.
    if (!database().dialect.isServer) return;
    kept?.mark(tables);
    // One message for the commits of a turn.
    if (written === undefined) setImmediate(publish);
    if (tables === null || written === null) written = null;
    else {
      written ??= new Set();
      for (const table of tables) written.add(table);
    }
  });
  bus.subscribe(TOPIC, (message, from) => {
    if (from === bus.node) return;
    const isUntold = isPlainObject(message) && 'untold' in message;
    const tables = tablesIn(isUntold ? message.untold : message);
    if (isUntold) kept?.mark(tables);
    database().wroteElsewhere(tables);
  });
  bus.onGap(() => database().wroteElsewhere(null));
}

/** null: any table. */
const tablesIn = (message: unknown): readonly string[] | null =>
  Array.isArray(message) && message.every((table) => typeof table === 'string') ? message : null;
