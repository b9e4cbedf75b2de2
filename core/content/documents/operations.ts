// The types of the document service: arguments of callers and results. write-action.ts has those of a write.

import type { CommitWatch } from '../../database/database';
import type { Check } from '../../kernel/check/check';
import type { ErrorBody } from '../../kernel/errors/to-response';
import type { Caller } from '../../kernel/http/request/caller';
import type { QueryParamMap } from '../../types';
import type { AnyModel, Attribute, ContentType, Uid } from '../model/compiled/content-type';
import type { Visibility } from '../model/compiled/visibility';
import type { RawQuery } from '../query/raw-query';
import type { AggregateOutcome } from '../sql/read/run-aggregate';
import type { DeleteEffects } from './delete-effects';
import type { DocumentObject, Precondition, WriteContext } from './write-action';

export interface CallContext {
  /** Of a write: the commits of its request, `request.commits`. */
  readonly commits?: CommitWatch;
  /** For whom the call is made: `request.caller`. Absent: code, since plugins and scripts are part of the application. */
  readonly caller?: Caller;
  /** What the call may read and write. Absent: the visibility of the caller. */
  readonly visibility?: Visibility;
  /**
   * A condition such as If-Match, called under the lock. It gets the rows that the request may have read: one of them has to meet the
   * condition. It throws to refuse the write.
   */
  readonly precondition?: Precondition;
  /**
   * Of a create: the id that the document gets, such as one of `documentIdOfKey`. It has 1 to 64 letters, digits, `-` and `_`. A second
   * document with this id is refused (409).
   */
  readonly newId?: string;
}

export type ReadArguments = RawQuery &
  Partial<QueryParamMap> &
  CallContext & { readonly documentId?: string };
export type WriteArguments = ReadArguments & { readonly data?: unknown };

/** One item of a bulk write. */
export interface WriteItem {
  /** `create`, `update`, `delete`, or an operation that a plugin added. */
  readonly operation: string;
  readonly documentId?: string;
  readonly data?: unknown;
  readonly precondition?: Precondition;
  /** Where the rights differ by item; absent: those of the call. */
  readonly caller?: Caller;
  readonly visibility?: Visibility;
  /** The item is refused before it is tried. */
  readonly refusal?: unknown;
}

/** Words of plugins hold for all items. */
export type WriteManyArguments = Partial<QueryParamMap> &
  Omit<CallContext, 'precondition' | 'newId'> & {
    readonly items: readonly WriteItem[];
    /** Default: true, so that all items are stored or none. `false`: each item on its own. */
    readonly atomic?: boolean;
  };

export type ItemError = ErrorBody['error'];

/** `error` null: the item is stored. */
export interface ItemResult {
  /** null: the item names none, and made none. */
  readonly documentId: string | null;
  readonly error: ItemError | null;
}

export interface WriteManyResult {
  readonly items: readonly ItemResult[];
}

/** `createMany`, `updateMany` …: the items of one operation. */
export type ManyArguments = Omit<WriteManyArguments, 'items'> & {
  readonly items: readonly Omit<WriteItem, 'operation'>[];
};

/** The words of figures: names of fields by operator. `groupBy`: one bucket per value of the field, or per related document. */
export interface AggregateWords {
  readonly count?: boolean;
  readonly avg?: readonly string[];
  readonly sum?: readonly string[];
  readonly min?: readonly string[];
  readonly max?: readonly string[];
  readonly groupBy?: Readonly<Record<string, BucketWords | true>>;
}

/** `filters` narrow the bucket; `documents` asks for a page of each bucket. */
export interface BucketWords extends AggregateWords {
  readonly filters?: unknown;
  readonly documents?: Omit<RawQuery, 'filters' | '_q'>;
}

export type AggregateArguments = Omit<RawQuery, 'sort' | 'fields' | 'populate' | 'pagination'> &
  Partial<QueryParamMap> &
  CallContext &
  AggregateWords;

export interface PaginationMeta {
  readonly page?: number;
  readonly pageSize?: number;
  readonly pageCount?: number;
  readonly start?: number;
  readonly limit?: number;
  readonly total?: number;
}

/** A result as JSON text: a list, an object, or `null`. */
export interface TextResult {
  readonly text: string;
  readonly pagination?: PaginationMeta;
}

/**
 * A result set for the hook `documents.loaded`. Taps may change the objects in place. For the answer of a write they run inside its
 * transaction: they read what it has written, and an error rolls it back.
 */
export interface LoadedSet {
  readonly type: ContentType;
  /** For whom the documents are read. A subscription reads for its subscriber, a plugin without `caller` for code. */
  readonly caller: Caller;
  /** With what the documents were read. */
  readonly visibility: Visibility;
  /** Parsed at the first access. */
  readonly documents: Record<string, unknown>[];
  /** The documents of a type, at any depth: those of the set, and those behind relations, also in components and zones. */
  of(uid: Uid): readonly Record<string, unknown>[];
  /**
   * The values of all attributes of a type, such as `string`, `media` or the attribute type of a plugin. At any depth: also in
   * components, zones and documents behind relations. Works with the keys of each transport: GraphQL uses other keys than REST.
   */
  entries(attributeType: string): readonly LoadedEntry[];
}

/** One value of one document or component entry in a result set. */
export interface LoadedEntry {
  readonly attribute: Attribute;
  /** The content type or component with the attribute. */
  readonly model: AnyModel;
  /** The document with the value. Its keys depend on the transport. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Set it to change the value in the answer. */
  value: unknown;
}

/** `documents('api::article.article')`: the service of one type. */
export interface DocumentService<Missing = null> {
  findMany(args?: ReadArguments): Promise<DocumentObject[]>;
  findFirst(args?: ReadArguments): Promise<DocumentObject | null>;
  findOne(args: ReadArguments & { readonly documentId: string }): Promise<DocumentObject | Missing>;
  count(args?: ReadArguments): Promise<number>;
  /** Figures and groups of all documents that match. */
  aggregate(args: AggregateArguments): Promise<AggregateOutcome>;
  create(args: WriteArguments): Promise<DocumentObject>;
  update(args: WriteArguments & { readonly documentId: string }): Promise<DocumentObject | Missing>;
  delete(args: ReadArguments & { readonly documentId: string }): Promise<{ readonly deleted: number }>;
  /** What a delete with these arguments would do. */
  deleteEffects(args: ReadArguments & { readonly documentId: string }): Promise<DeleteEffects | Missing>;
  clone(args: WriteArguments & { readonly documentId: string }): Promise<DocumentObject | Missing>;
  createMany(args: ManyArguments): Promise<WriteManyResult>;
  updateMany(args: ManyArguments): Promise<WriteManyResult>;
  deleteMany(args: ManyArguments): Promise<WriteManyResult>;
  /** Items of several operations in one call. */
  writeMany(args: WriteManyArguments): Promise<WriteManyResult>;
}

/** The result of a write for transports that forward text. */
export interface WriteOutcome {
  readonly documentId: string;
  /** The document as the request asks for it; null when no row has the request's axis values. */
  readonly text: string | null;
  /** `updatedAt` of the row in the answer; part of its ETag. */
  readonly updatedAt: string | null;
  /** Did the write create the document? */
  readonly created: boolean;
}

/** The service of one type for transports: JSON text instead of objects. null: the document does not exist. */
export interface DocumentTextService {
  findMany(args?: ReadArguments): Promise<TextResult>;
  /** `documentId` absent: the document of a single type. */
  findOne(args: ReadArguments): Promise<string | null>;
  create(args: WriteArguments): Promise<WriteOutcome>;
  update(args: WriteArguments): Promise<WriteOutcome | null>;
  delete(args: ReadArguments): Promise<{ readonly deleted: number }>;
  deleteEffects(args: ReadArguments): Promise<DeleteEffects | null>;
  clone(args: WriteArguments): Promise<WriteOutcome | null>;
  writeMany(args: WriteManyArguments): Promise<WriteManyResult>;
  /** Runs an operation that a plugin added. */
  operation(name: string, args: WriteArguments): Promise<WriteOutcome | null>;
}

/** An operation that a plugin adds to each type for which it is available. */
export interface DocumentOperation<T = unknown> {
  readonly name: string;
  /** One line of documentation. */
  readonly description?: string;
  /** The name of its event; absent: the operation's name. */
  readonly event?: string;
  /** Does it take content from working rows? Then If-Match names a working row; otherwise a row of any stage. */
  readonly takesWorking?: boolean;
  /**
   * Default: true, so that calls of `documents()` join the transaction. `false` for an operation that reads and writes nothing but rows of
   * its document through `variants`: of many documents, it runs side by side with few statements.
   */
  readonly joins?: boolean;
  available?(type: ContentType): boolean;
  /** The values that it takes as `data`, as in a body `{ data }`. Absent: none. GraphQL has no field for an operation with values. */
  readonly takes?: Check<T>;
  /** Default: `document`, as the request asks for it. `value`: the JSON value that `run` returns. */
  readonly answers?: 'document' | 'value';
  /** Runs inside the transaction with the document's rows locked. It does not run for an unknown document (404). */
  run(context: WriteContext, documentId: string, values: T): Promise<unknown>;
}
