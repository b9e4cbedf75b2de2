// The interface of a storage provider. A provider stores bytes under a name; the database keeps all other facts.
import type { Readable } from 'node:stream';
import type { ProviderFactory } from '../../../../core';

export interface ObjectFacts {
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
}

export interface ByteRange {
  readonly start: number;
  /** The last byte, included. */
  readonly end: number;
}

export interface StoredObject {
  readonly name: string;
  /** Bytes of the whole object. */
  readonly size: number;
  readonly modified: Date;
}

export interface UploadProvider {
  /** Stores the bytes whole or not at all; replaces an object of the same name. The name has no slash. */
  put(name: string, bytes: Readable, facts: ObjectFacts): Promise<void>;
  /** null: no such object. */
  get(name: string, range?: ByteRange): Promise<Readable | null>;
  /** null: no such object. */
  stat(name: string): Promise<StoredObject | null>;
  /** A missing object is no error. */
  remove(name: string): Promise<void>;
  /** Renames an object; replaces one of that name. A missing object is no error. Without it the bytes are copied. */
  move?(from: string, to: string): Promise<void>;
  /** The public address: absolute, or a path of this application. */
  url(name: string): string;
  /**
   * An address with an expiry; for storage that is not public. It must not wait for the network: the transaction of a write waits for
   * the addresses in its answer.
   */
  signedUrl?(name: string): Promise<string>;
  /** All objects, for `quire doctor`. */
  list(): AsyncIterable<StoredObject>;
  /** Removes what an interrupted upload left behind. Runs after startup, beside requests. */
  cleanUp?(): Promise<void>;
  close?(): Promise<void> | void;
}

export type UploadProviderFactory = ProviderFactory<UploadProvider>;
