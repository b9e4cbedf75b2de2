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
  /** The time of the write before it, if the write knows it. */
  readonly after: string | null;
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
  const ends = [
    bus.subscribe(TOPIC, (message, from) => {
      if (from === bus.node) return;
      const change = readChange(message);
      // A process of another version.
      if (change === null) lost();
      else take(change);
    }),
    bus.onGap(lost),
  ];
  return {
    send: ({ event, uid, documentId, rows, at, after }) =>
      bus.publish(TOPIC, { event, uid, documentId, rows, at, after }),
    close() {
      for (const end of ends) end();
    },
  };
}

function readChange(message: JsonValue): SentChange | null {
  if (typeof message !== 'object' || message === null || !('documentId' in message)) return null;
  // A process of an earlier version sends no `after`.
  const { event, uid, documentId, rows, at, after = null } = message;
  const areTexts = [event, uid, documentId, at, after ?? ''].every((each) => typeof each === 'string');
  const areRows = Array.isArray(rows) && rows.every((each) => typeof each === 'number');
  return areTexts && areRows ? ({ event, uid, documentId, rows, at, after } as unknown as SentChange) : null;
}
