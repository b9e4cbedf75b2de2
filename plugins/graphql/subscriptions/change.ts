// A change of a document, and the subscriptions that listen to it.
import type { AppError, Moment, Uid } from '../../../core';
import type { Asking } from './distinct-subscriptions';
import type { EarlierState } from './earlier-states';

/** A document as some subscription sees it. */
export interface Seen {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** Subscriptions with the same text, variables and rights share the object. */
export class ChangedEvent {
  constructor(
    readonly event: string,
    readonly documentId: string,
    /** null: the subscriber sees the document no longer. */
    readonly document: unknown,
  ) {}
}

/** An event that is read and not sent yet. */
export interface ReadEvent {
  /** When its read began. */
  readonly at: number;
  /** null: nothing is sent. undefined: the reads together have failed. One of them may be too large, or fail alone. */
  readonly event: Promise<ChangedEvent | null | undefined>;
}

export interface Change {
  /** `create`, `update`, `publish` … */
  readonly event: string;
  readonly uid: Uid;
  readonly documentId: string;
  /** The ids of the rows that were written or removed. */
  readonly rows: ReadonlySet<number>;
  /** null: the write created the document, or another process made it. */
  readonly earlier: EarlierState | null;
  /** What subscriptions with one key send (event-reads.ts). */
  readonly events: Map<string, WeakRef<ReadEvent>>;
  /** The number of commits before it. Later subscriptions get no event. */
  readonly order: number;
}

export interface Listener extends Asking {
  /** With the rights of this moment. Throws the refusal of a subscriber that lost its right. */
  reader(): Promise<Reader>;
  isRefusal(error: unknown): error is AppError;
  /** The id of the row that this reader got last; undefined: none. */
  sentRow(documentId: string, reader: string): number | undefined;
  /** true: an event waits for the subscriber. */
  push(change: Change, states: States): boolean;
  /** The hub has removed the listener. */
  end(error: AppError): void;
}

/** The ids of the rows that a reader sees, by documentId. */
export type SeenRows = ReadonlyMap<string, number>;

/** Reads which documents one caller sees. Readers with equal keys have equal results. */
export interface Reader {
  readonly key: string;
  now(documentIds: readonly string[]): Promise<SeenRows>;
  at(moment: Moment, documentIds: readonly string[]): Promise<SeenRows>;
}

/** The row that a reader sees; null: none. */
export interface States {
  readonly key: string;
  readonly before: number | null;
  readonly after: number | null;
  /** false: a later write may have hidden the document that this one has shown. */
  readonly isKnown: boolean;
}
