// Changes that other processes commit, as messages of the bus. A message has ids only: each process reads the document with the rights of
// its own subscribers.
import type { Bus, JsonValue, Uid } from '../../../core';

/** A committed write, as all processes learn it. */
export interface SentChange {
  readonly event: string;
  readonly uid: Uid;
  readonly documentId: string;
  readonly rows: readonly number[];
  /** The time of the write. Of two writes to one document, the later one has the later time, whichever process makes it. */
  readonly at: string;
}

export interface RemoteChanges {
  /** Call it after the commit. */
  send(change: SentChange): void;
  close(): void;
}

export interface RemoteParts {
  readonly bus: Pick<Bus, 'node' | 'publish' | 'subscribe' | 'onGap'>;
  take(change: SentChange): void;
  /** Changes may be missing. */
  lost(): void;
}

const TOPIC = 'graphql changes';

export function createRemoteChanges({ bus, take, lost }: RemoteParts): RemoteChanges {
  let arrived: SentChange[] = [];
  /** The messages of one turn may be of several processes, one process after the other. */
  const deliver = (): void => {
    const all = arrived.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
    arrived = [];
    for (const each of all) take(each);
  };
  const ends = [
    bus.subscribe(TOPIC, (message, from) => {
      if (from === bus.node) return;
      const change = readChange(message);
      // A process of another version.
      if (change === null) return lost();
      arrived.push(change);
      if (arrived.length === 1) setImmediate(deliver);
    }),
    bus.onGap(lost),
  ];
  return {
    send: ({ event, uid, documentId, rows, at }) => bus.publish(TOPIC, { event, uid, documentId, rows, at }),
    close() {
      for (const end of ends) end();
      arrived = [];
    },
  };
}

function readChange(message: JsonValue): SentChange | null {
  if (typeof message !== 'object' || message === null || !('documentId' in message)) return null;
  const { event, uid, documentId, rows, at } = message;
  const areTexts = [event, uid, documentId, at].every((each) => typeof each === 'string');
  const areRows = Array.isArray(rows) && rows.every((each) => typeof each === 'number');
  return areTexts && areRows ? (message as unknown as SentChange) : null;
}
