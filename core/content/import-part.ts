// What a plugin knows about the documents of its types when they come from another system. Commands that import read it; nothing else does.

import type { Readable } from 'node:stream';
import { array, callable, optional, string } from '../kernel/check/checks';
import { part } from '../kernel/check/part';

export interface ImportPart {
  /** The uid of the content type: `plugin::shop.order`. */
  readonly name: string;
  /** Attributes that together name one document. A document with equal values exists already, and stays. */
  readonly sameBy?: readonly string[];
  /** Attributes that are not taken over, such as mailed codes. */
  readonly omits?: readonly string[];
  /** The reason against a document; null: none. `values`: its attributes as the other system has them. */
  accepts?(values: Readonly<Record<string, unknown>>): string | null;
  /** Stores bytes that belong to a document, unless they are stored already. Returns their address. */
  store?(
    name: string,
    bytes: Readable,
    facts: { readonly mime: string; readonly size: number },
  ): Promise<string>;
  /** The documents are written. */
  finish?(facts: ImportFacts): Promise<void>;
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
  store: optional(callable()),
  finish: optional(callable()),
});
