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
  /** Other documents whose times the write has changed. */
  readonly touched: readonly Touched[];
}

export type Touched = readonly [uid: string, documentId: string, at: string];

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
/** A message names no more touched documents. The next events of the others wait longer in other processes (document-order.ts). */
const MOST_TOUCHED = 200;

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
    send: ({ event, uid, documentId, rows, at, after, touched }) =>
      bus.publish(TOPIC, {
        ...{ event, uid, documentId, rows, at, after },
        touched: touched.slice(0, MOST_TOUCHED),
      }),
    close() {
      for (const end of ends) end();
    },
  };
}

function readChange(message: JsonValue): SentChange | null {
  if (typeof message !== 'object' || message === null || !('documentId' in message)) return null;
  // A process of an earlier version sends no `after` and no `touched`.
  const { event, uid, documentId, rows, at, after = null, touched = [] } = message;
  const areTexts = [event, uid, documentId, at, after ?? ''].every((each) => typeof each === 'string');
  const areRows = Array.isArray(rows) && rows.every((each) => typeof each === 'number');
  if (!areTexts || !areRows || !Array.isArray(touched) || !touched.every(isTouched)) return null;
  return { event, uid, documentId, rows, at, after, touched } as unknown as SentChange;
}

const isTouched = (each: JsonValue): boolean =>
  Array.isArray(each) && each.length === 3 && each.every((part) => typeof part === 'string');
