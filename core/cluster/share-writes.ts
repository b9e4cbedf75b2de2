// Names the tables that this process has written to the others, for results that they keep. The messages have names of tables alone.
import type { Database } from '../database/database';
import type { Events } from '../kernel/observe/events';
import type { BusParts } from './bus';

const TOPIC = 'tables written';

export interface ShareWritesParts {
  readonly events: Events;
  readonly bus: BusParts;
  readonly database: () => Database;
}

export function shareWrites({ events, bus: { bus }, database }: ShareWritesParts): void {
  let written: Set<string> | null | undefined;
  const publish = (): void => {
    const tables = written ? [...written] : null;
    written = undefined;
    bus.publish(TOPIC, tables);
  };
  events.observe('database.written', ({ tables }) => {
    // SQLite itself says whether another process has written.
    if (!database().dialect.isServer) return;
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
    const isList = Array.isArray(message) && message.every((table) => typeof table === 'string');
    database().wroteElsewhere(isList ? (message as readonly string[]) : null);
  });
  bus.onGap(() => database().wroteElsewhere(null));
}
