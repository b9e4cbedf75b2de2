// What a plugin knows about the documents of its types when they come from another system, or go to one. Commands that
// import and export read it; nothing else does.

import type { Readable } from 'node:stream';
import { array, boolean, callable, optional, string } from '../kernel/check/checks';
import { part } from '../kernel/check/part';
import type { DocumentObject } from './documents/write-action';

export interface ImportPart {
  /** The uid of the content type: `plugin::shop.order`. A part without documents has another name. */
  readonly name: string;
  /** Attributes that together name one document. A document with equal values exists already, and stays. */
  readonly sameBy?: readonly string[];
  /** Attributes that are not taken over, such as mailed codes. */
  readonly omits?: readonly string[];
  /** The reason against a document; null: none. `values`: its attributes as the other system has them. */
  accepts?(values: Readonly<Record<string, unknown>>): string | null;
  /** Values of attributes in `omits` that each new document gets, such as the epoch of its tokens. For `quire import`. */
  renews?(): Readonly<Record<string, string>>;
  /** Stores bytes that belong to a document. Bytes of the same size stay, unless it `replaces` them. Returns the address. */
  store?(
    name: string,
    bytes: Readable,
    facts: { readonly mime: string; readonly size: number; readonly replaces?: boolean },
  ): Promise<string>;
  /** Bytes that `store` has stored, and their address; null: there are none. */
  load?(
    name: string,
  ): Promise<{ readonly bytes: Readable; readonly size: number; readonly url: string } | null>;
  /** Removes bytes that `store` has stored, after the import failed. */
  discard?(name: string): Promise<void>;
  /** Stores a file of a folder as a document. `replaces`: the id of the document that gets the new bytes; null: a new one. */
  addFile?(
    path: string,
    info: Readonly<Record<string, unknown>>,
    replaces: number | null,
  ): Promise<DocumentObject>;
  /** The documents are secrets: an export has them only if it is asked for secrets. */
  readonly secret?: boolean;
  /** The documents are written. */
  finish?(facts: ImportFacts): Promise<void>;
  /** After all documents: takes over settings of the other system, and returns their keys. Without `write` it only returns them. */
  takeSettings?(settings: ReadonlyMap<string, unknown>, write: boolean): Promise<readonly string[]>;
}

export interface ImportFacts {
  /** Facts of the other system, by name. */
  readonly settings: ReadonlyMap<string, unknown>;
}

const text = string({ min: 1 });
const texts = optional(array(text));

export const importPartCheck = part({
  name: text,
  sameBy: texts,
  omits: texts,
  accepts: optional(callable()),
  renews: optional(callable()),
  store: optional(callable()),
  load: optional(callable()),
  discard: optional(callable()),
  addFile: optional(callable()),
  secret: optional(boolean()),
  finish: optional(callable()),
  takeSettings: optional(callable()),
});
