// A write as the hooks of plugins see it: the action before it, the rows during it, the result after it.

import type { Tx } from '../../database/database';
import type { BodyIssue } from '../../kernel/errors/core-errors';
import type { Caller } from '../../kernel/http/request/caller';
import type { Strictness } from '../attributes/attribute-type';
import type { AxisBindings } from '../model/compiled/axis';
import type { ContentType, Uid } from '../model/compiled/content-type';
import type { Visibility } from '../model/compiled/visibility';

/** A document as JSON.parse returns it. */
export type DocumentObject = {
  readonly id: number;
  readonly documentId: string;
  readonly [key: string]: unknown;
};

/** `isStored`: does the row exist that the write is about? */
export type Precondition = (rows: readonly StoredRow[], isStored: boolean) => void;

/**
 * One write, from the request to the commit. Taps of `documents.prepare` may change all writable fields. Later taps may change `state`,
 * `facts` and `columns`. Follow-ups and operations may also change `target` and `shown`, which decide what the event and the answer
 * show.
 */
export interface WriteAction {
  /** `create`, `update`, `delete`, `clone`, or the event of an operation that a plugin added. */
  readonly operation: string;
  readonly type: ContentType;
  /** For a create, the id that the document will have. */
  readonly documentId: string;
  /** The document that a clone copies; null: it is no clone. */
  readonly source: string | null;
  /** The unchanged body. Changing it throws. */
  readonly data: unknown;
  /**
   * Sets an attribute, and replaces its value in the body; `undefined` removes it from the body. The value is checked like a value of a
   * body. The caller needs no right to write the attribute, which may have `"writable": false`. Only in `documents.prepare`, and not for a
   * delete or an operation of a plugin.
   */
  readonly set: (name: string, value: unknown) => void;
  /** The body with the values of `set` so far. Checks of values use this. */
  readonly values: () => Readonly<Record<string, unknown>>;
  /** For whom the write is made: a request, or code. */
  readonly caller: Caller;
  readonly visibility: Visibility;
  /** The axis values that the request names. */
  readonly axes: AxisBindings;
  /** The row to write: axis name → value, for each enabled axis of the type. Filled with defaults before `prepare`. */
  target: Record<string, string>;
  strictness: Strictness;
  /** Work in the same transaction after the row is written, for example copying it to the shown row. */
  readonly followUps: FollowUp[];
  /**
   * For taps of `documents.prepare` that hold something until the commit. They run when the write was refused, failed, or found no document;
   * not when a larger transaction is rolled back later. They must not throw.
   */
  readonly refusals: (() => void)[];
  /** A delete with `purges` removes all rows at the axis values of the request: also copies of taps, and rows of hidden documents. */
  purges: boolean;
  /**
   * For a type with stages: does the same transaction copy the working row to the shown row? If so, the write may store links of both rows
   * before the copy.
   */
  goesLive: boolean;
  /** The document's rows as read under the lock; set before `validate`. Empty: the write creates the document. */
  rows: readonly StoredRow[];
  /** Does the write insert the target row? Set with `rows`. */
  makesRow: boolean;
  /** Values that a plugin sets on the row beside the body: column → value. */
  readonly columns: Record<string, string | number | null>;
  /** Throws when the row read under the lock is not the expected one. */
  readonly precondition: Precondition | null;
  /** For plugins; keys are plugin names. */
  readonly state: Record<string, unknown>;
  /** Facts that plugins add to the event of the write. */
  readonly facts: Record<string, unknown>;
  /** Axis values of the answer, where they differ from those of the request. */
  shown: AxisBindings;
}

export interface FollowUp {
  readonly name: string;
  /**
   * Default: true, so that calls of `documents()` join the transaction. `false` for a follow-up that makes no such call: statements of
   * the write are slightly faster.
   */
  readonly joins?: boolean;
  run(context: WriteContext): Promise<void>;
}

/** Do not spread it: some members are getters of its class. */
export interface WriteContext {
  readonly action: WriteAction;
  /** That of the action. */
  readonly caller: Caller;
  readonly tx: Tx;
  /** As `tx.afterCommit`. Use it where nothing else of `tx` is needed: `variants.current()` reads less. */
  readonly afterCommit: Tx['afterCommit'];
  readonly variants: VariantStore;
  /** The rows that the action has written or removed so far. */
  readonly written: WriteResult['rows'];
  /** Other documents whose `updatedAt` the links of the write have changed. */
  readonly touched: readonly { readonly uid: Uid; readonly documentId: string; readonly at: string }[];
  /** The time of the write, equal to `updatedAt` of its rows. Read it only after the document's rows are read. */
  readonly now: string;
}

/** A stored row as writes read it. */
export interface StoredRow {
  readonly id: number;
  readonly documentId: string;
  readonly axes: Readonly<Record<string, string>>;
  readonly updatedAt: string;
  /**
   * By column, as in JSON: a component has its entries, a to-one relation a documentId. Parsed on first access; a spread of a row leaves
   * them out.
   */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The operations on a document's rows from which plugins build their own. */
export interface VariantStore {
  /** Locks and reads all rows of a document, ordered by id. */
  rows(type: ContentType, documentId: string): Promise<readonly StoredRow[]>;
  /**
   * The rows of the document of the action as it has left them, ordered by id. Reads only columns that it may have changed. Call it before
   * you take `tx` from the context: after that, it reads all rows again. `columns`: those that the caller looks at, beside `updatedAt`. The
   * values of others may be missing or old. A value that the write has not changed is the object that `action.rows` has; a copy has the
   * objects of its source. A promise only if something is read.
   */
  current(columns?: ReadonlySet<string>): readonly StoredRow[] | Promise<readonly StoredRow[]>;
  /**
   * Makes the row at `to` equal to the row at `from`: columns, components and the links the row owns. An existing row keeps its
   * id. `columns` are set on the copy. A copy between a working row and its shown row leaves no pending changes.
   */
  copy(
    type: ContentType,
    documentId: string,
    from: Readonly<Record<string, string>>,
    to: Readonly<Record<string, string>>,
    columns?: Readonly<Record<string, string | number | null>>,
  ): Promise<StoredRow>;
  /**
   * Checks that a stored row is complete: required values, lower bounds, unique values. It claims the unique values. One 400 names all
   * issues. Call it before you copy a working row to its shown row.
   */
  complete(type: ContentType, documentId: string, at: Readonly<Record<string, string>>): Promise<void>;
  /** Removes rows whose axis values match; the others stay. */
  remove(
    type: ContentType,
    documentId: string,
    where: Readonly<Record<string, string>>,
  ): Promise<readonly StoredRow[]>;
}

/** The result of one user action, for `documents.written` and `documents.committed`. */
export interface WriteResult {
  readonly operation: string;
  readonly type: Uid;
  readonly documentId: string;
  readonly action: WriteAction;
  /** Every row of the document that the action wrote or removed. */
  readonly rows: readonly {
    readonly id: number;
    readonly axes: Readonly<Record<string, string>>;
    readonly became: 'created' | 'updated' | 'deleted';
  }[];
  /** Facts that plugins added. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The document at the target row; null after a delete. */
  readonly document: DocumentObject | null;
}

/** Collects the issues of a body from all attributes and hooks; one 400 names them all. */
export interface IssueCollector {
  readonly issues: readonly BodyIssue[];
  add(path: readonly (string | number)[], message: string, value?: unknown): void;
}
