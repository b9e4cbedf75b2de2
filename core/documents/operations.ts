// The words of the document service: what a caller asks for, what hooks see of a write, what comes back.

import type { Strictness } from '../attributes/attribute-type';
import type { Tx } from '../database/database';
import type { BodyIssue } from '../errors/core-errors';
import type { RawQuery } from '../query/raw-query';
import type { AxisBindings } from '../schema/axis';
import type { ContentType, Uid } from '../schema/content-type';
import type { Visibility } from '../schema/visibility';

/** Query words that plugins add to every call (declaration merging). */
// biome-ignore lint/suspicious/noEmptyInterface: open for plugins
export interface QueryParamMap {}

/** Operations that plugins add, as methods of the service (declaration merging). */
// biome-ignore lint/suspicious/noEmptyInterface: open for plugins
export interface DocumentOperationMap {}

export interface CallContext {
  /** Who asks: FULL_VISIBILITY when absent, since a plugin or script is the program itself. */
  readonly visibility?: Visibility;
  /**
   * If-Match and the like: called with the row that the answer would show, or null where there is none yet, under the lock; throws
   * to refuse the write.
   */
  readonly precondition?: Precondition;
}

export type Precondition = (row: StoredRow | null) => void;

export type ReadArguments = RawQuery &
  Partial<QueryParamMap> &
  CallContext & { readonly documentId?: string };
export type WriteArguments = ReadArguments & { readonly data?: unknown };

/** A document as an object, as JSON.parse gives it. */
export type DocumentObject = {
  readonly id: number;
  readonly documentId: string;
  readonly [key: string]: unknown;
};

export interface PaginationMeta {
  readonly page?: number;
  readonly pageSize?: number;
  readonly pageCount?: number;
  readonly start?: number;
  readonly limit?: number;
  readonly total?: number;
}

/** A result as text, for who only forwards it. `text` is JSON: a list, an object, or `null`. */
export interface TextResult {
  readonly text: string;
  readonly pagination?: PaginationMeta;
}

/**
 * One write, from the request to the commit. Hooks of `prepare` say what is to be written; later ones change `state`, `facts`
 * and `columns` at most. What runs once rows are written (follow-ups, operations of plugins) also moves `target` and `shown` to
 * what event and answer show.
 */
export interface WriteAction {
  /** `create`, `update`, `delete`, `clone`, or what the event of an operation that a plugin added is called. */
  readonly operation: string;
  readonly type: ContentType;
  /** Of a document that is made, the one it will have. */
  readonly documentId: string;
  /** The body, untouched. */
  readonly data: unknown;
  readonly visibility: Visibility;
  /** What the request says about axes. */
  readonly axes: AxisBindings;
  /** The row to be written: axis name → value, one per live axis of the type. Filled with defaults before `prepare`. */
  target: Record<string, string>;
  strictness: Strictness;
  /** What else happens in the same transaction, after the row is written: copying it to where it is seen, for one. */
  readonly followUps: FollowUp[];
  /** Does what is written go to the other versions, too, in the same transaction? */
  goesLive: boolean;
  /** The document's rows as read under the lock; set before `validate`. None: the write creates the document. */
  rows: readonly StoredRow[];
  /** Does the write make the target row? Set with `rows`. */
  makesRow: boolean;
  /** Row values that a plugin sets beside the body: column → value. */
  readonly columns: Record<string, string | number | null>;
  /** If-Match and the like: throws when the row read under the lock is not the one expected. */
  readonly precondition: Precondition | null;
  /** For plugins; keys are plugin names. */
  readonly state: Record<string, unknown>;
  /** What plugins have to say about the write in its event. */
  readonly facts: Record<string, unknown>;
  /** What the answer shows where that is not what the request's words would show. */
  shown: AxisBindings;
}

export interface FollowUp {
  readonly name: string;
  /** Does it call `documents()`? It then joins the transaction, which costs every statement of it a little. */
  readonly joins?: boolean;
  run(context: WriteContext): Promise<void>;
}

export interface WriteContext {
  readonly action: WriteAction;
  readonly tx: Tx;
  readonly variants: VariantStore;
  /** The moment of the write, as `updatedAt` of its rows says it. To be asked once the document's rows are read. */
  readonly now: string;
}

/** A stored row as the write side reads it: columns by name, axis values as they are spoken. */
export interface StoredRow {
  readonly id: number;
  readonly documentId: string;
  readonly axes: Readonly<Record<string, string>>;
  readonly updatedAt: string;
  /**
   * By column, as JSON answers them: a component is its entries, a to-one relation a documentId. Parsed when somebody looks, so
   * that a spread of a row leaves them out.
   */
  readonly values: Readonly<Record<string, unknown>>;
}

/** What the kernel guarantees about a document's rows; plugins build their operations of it. */
export interface VariantStore {
  /** All rows of a document, by id. Locks them. */
  rows(type: ContentType, documentId: string): Promise<readonly StoredRow[]>;
  /**
   * Makes the row at `to` equal to the row at `from`: columns, components and the links the row owns. In place, keeping the
   * id of a row that is already there. `columns` are set on the copy.
   */
  copy(
    type: ContentType,
    documentId: string,
    from: Readonly<Record<string, string>>,
    to: Readonly<Record<string, string>>,
    columns?: Readonly<Record<string, string | number | null>>,
  ): Promise<StoredRow>;
  /** Says of a companion that it is settled: what it holds is what the row of the base value holds. */
  settle(type: ContentType, documentId: string, at: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Holds a stored row to what complete rows promise: presence, lower bounds, unique values (which it claims). One 400
   * names all that is missing. What a plugin calls before it copies a row to where it is seen.
   */
  complete(type: ContentType, documentId: string, at: Readonly<Record<string, string>>): Promise<void>;
  /** Removes rows whose axis values match; the others stay. */
  remove(
    type: ContentType,
    documentId: string,
    where: Readonly<Record<string, string>>,
  ): Promise<readonly StoredRow[]>;
}

/** What was done, for `documents.written` and `documents.committed`: one per user action. */
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
  /** What plugins say about it. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The document as committed, at the target row; null when deleted. */
  readonly document: DocumentObject | null;
}

/** Collects what is wrong with a body, over all attributes and hooks: one 400 answers all of it. */
export interface IssueCollector {
  readonly issues: readonly BodyIssue[];
  add(path: readonly (string | number)[], message: string, value?: unknown): void;
}

/** What a result set holds when hooks want objects instead of text. */
export interface LoadedSet {
  readonly type: ContentType;
  /** May be changed in place. */
  readonly documents: Record<string, unknown>[];
}

/** `documents('api::article.article')`: the service of one type. */
export interface DocumentService {
  findMany(args?: ReadArguments): Promise<DocumentObject[]>;
  findFirst(args?: ReadArguments): Promise<DocumentObject | null>;
  findOne(args: ReadArguments & { readonly documentId: string }): Promise<DocumentObject | null>;
  count(args?: ReadArguments): Promise<number>;
  create(args: WriteArguments): Promise<DocumentObject>;
  update(args: WriteArguments & { readonly documentId: string }): Promise<DocumentObject | null>;
  delete(args: ReadArguments & { readonly documentId: string }): Promise<{ readonly deleted: number }>;
  clone(args: WriteArguments & { readonly documentId: string }): Promise<DocumentObject | null>;
}

/** What a write answers to who forwards text. */
export interface WriteOutcome {
  readonly documentId: string;
  /** The document as the request asked to see it; null when the request's axes show none. */
  readonly text: string | null;
  /** Of the row shown; with its id what an ETag is made of. */
  readonly updatedAt: string | null;
  /** Did the document not exist before? */
  readonly created: boolean;
}

/** The service of one type for transports: JSON text instead of objects. null: there is no such document. */
export interface DocumentTextService {
  findMany(args?: ReadArguments): Promise<TextResult>;
  /** `documentId` absent: the document of a single type. */
  findOne(args: ReadArguments): Promise<string | null>;
  create(args: WriteArguments): Promise<WriteOutcome>;
  update(args: WriteArguments): Promise<WriteOutcome | null>;
  delete(args: ReadArguments): Promise<{ readonly deleted: number }>;
  clone(args: WriteArguments): Promise<WriteOutcome | null>;
  /** An operation that a plugin added, by its name. */
  operation(name: string, args: WriteArguments): Promise<WriteOutcome | null>;
}

/** An operation that a plugin adds to every type for which it is available. */
export interface DocumentOperation {
  readonly name: string;
  readonly plugin: string;
  /** One line for people. */
  readonly summary?: string;
  /** What its event is called; the operation's name when absent. */
  readonly event?: string;
  available?(type: ContentType): boolean;
  /** Inside the transaction, the document's rows locked. Must not be called when there are none (404). */
  run(context: WriteContext, documentId: string): Promise<void>;
}

export type Documents = ((uid: Uid) => DocumentService & DocumentOperationMap) & {
  /** Several writes as one; `documents()` inside joins it. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
};
