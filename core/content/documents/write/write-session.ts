// One attempt at one write: its transaction, the rows that it read, the rows that it wrote. Each retry gets a new session.
import type { Row, Tx } from '../../../database/database';
import type { Dialect } from '../../../database/dialect';
import { placeKey } from '../../../database/place-key';
import type { Sql } from '../../../database/sql';
import { DOCUMENT_ID_COLUMN } from '../../model/compiled/column-specs';
import type { ContentType, Schema, Uid } from '../../model/compiled/content-type';
import type { Visibility } from '../../model/compiled/visibility';
import type { UniqueValues } from '../../sql/unique';
import type { StoredRow, WriteAction, WriteContext, WriteResult } from '../write-action';
import { EqualLinks } from './equal-links';
import type { LinkActions } from './link-right';
import { type DocumentKey, DocumentLocks, documentKey, type Footprint } from './lock-order';
import { LockedTargets } from './locked-targets';
import { nextLinkOrder } from './next-link-order';
import { type LinkedPlace, Removal } from './removal';
import { RowChanges } from './row-changes';
import type { RowFilterCheckOf } from './row-filter-check';
import type { Cell, SharedRows } from './row-statements';
import { type RowAxes, sameRow } from './target';
import type { WritePlan } from './write-plan';

/** The services that all writes of one application share. */
export interface WriteTools {
  readonly schema: Schema;
  readonly dialect: Dialect;
  readonly unique: UniqueValues;
  readonly planOf: (type: ContentType) => WritePlan;
  /** Row filters on the documents that a caller may write and link; absent: none. */
  readonly rowFilterCheckOf?: RowFilterCheckOf;
  /** The actions that a caller needs to link documents of a type; absent: none. */
  readonly linkActions?: LinkActions | undefined;
  readonly deletes: DeleteTools;
}

/** What a delete needs to take other documents along. */
export interface DeleteTools {
  /** The number of documents that one delete may take along. */
  readonly most: number;
  /** The action that a caller needs to delete documents of a type. */
  readonly actionOf: (uid: Uid) => string;
  /** Deletes the rows of a place as a part of the write of the session. false: the caller may not. */
  readonly removePart: (
    session: WriteSession,
    place: LinkedPlace,
    visibility: Visibility,
  ) => Promise<boolean>;
}

export type WrittenRow = WriteResult['rows'][number];

export interface SessionTurn {
  readonly footprint: Footprint;
  /** 1 for the first attempt; higher after another document took a generated value. */
  readonly turn: number;
  /** The time of the write (ms), where several writes have one. */
  readonly moment?: number;
  /** Shares statements with other writes that run at the same time. */
  readonly sharing?: { readonly rows: SharedRows; readonly locks: DocumentLocks };
  /** The write that this one is a part of. */
  readonly within?: WriteSession;
}

export class WriteSession {
  readonly schema: Schema;
  readonly dialect: Dialect;
  readonly unique: UniqueValues;
  readonly planOf: (type: ContentType) => WritePlan;
  readonly rowFilterCheckOf: RowFilterCheckOf;
  readonly linkActions: LinkActions | undefined;
  readonly deletes: DeleteTools;
  /** The write that this one is a part of; null: it is a write of its own. */
  readonly within: WriteSession | null;
  readonly turn: number;
  /** Statements together with those of other sessions; null: alone. */
  readonly shared: SharedRows | null;
  readonly equalLinks = new EqualLinks();
  readonly changes = new RowChanges();
  readonly lockedTargets = new LockedTargets();
  /** A working row of the document was copied to its shown row. */
  wentLive = false;
  /** Other code may have written rows of the document, so earlier reads say nothing about them. */
  isShared = false;
  readonly #rows = new Map<string, StoredRow[]>();
  readonly #stale = new Set<string>();
  readonly #written = new Map<number, WrittenRow>();
  /** Rows inserted here, with the link tables that have links of them. */
  readonly #made = new Map<number, Set<string>>();
  readonly touched: WriteContext['touched'][number][] = [];
  #removal: Removal | null = null;
  readonly #locks: DocumentLocks;
  #stamp = 0;
  #linkOrder = 0;
  #now = '';

  constructor(
    readonly tx: Tx,
    readonly action: WriteAction,
    tools: WriteTools,
    { footprint, turn, moment, sharing, within }: SessionTurn,
  ) {
    this.schema = tools.schema;
    this.dialect = tools.dialect;
    this.unique = tools.unique;
    this.planOf = tools.planOf;
    this.rowFilterCheckOf = tools.rowFilterCheckOf ?? (() => null);
    this.linkActions = tools.linkActions;
    this.turn = turn;
    this.shared = sharing?.rows ?? null;
    this.#stamp = moment ?? 0;
    this.deletes = tools.deletes;
    this.within = within ?? null;
    this.#locks = within ? within.#locks : (sharing?.locks ?? new DocumentLocks(this, footprint));
  }

  /** One time for all rows of the action, later than every `updatedAt` that it read. */
  get now(): string {
    if (this.#now === '') this.#now = new Date(this.moment).toISOString();
    return this.#now;
  }

  /** The same time in milliseconds. */
  get moment(): number {
    if (this.#stamp === 0) this.#stamp = Date.now();
    return this.#stamp;
  }

  /** The place of the new links of this write in the lists of their targets. */
  get linkOrder(): number {
    if (this.#linkOrder === 0) this.#linkOrder = nextLinkOrder(this.moment);
    return this.#linkOrder;
  }

  /** A time for rows of other documents of one type, later than every `updatedAt` that they have. */
  async timeAfter({ type, updated }: WritePlan, documentIds: readonly string[]): Promise<string> {
    if (!updated || documentIds.length === 0) return this.now;
    const { id, inList, toListParam } = this.dialect;
    const column = id(updated);
    const text = `SELECT ${column} FROM ${id(type.table)} WHERE ${inList('document_id', DOCUMENT_ID_COLUMN)} ORDER BY ${column} DESC LIMIT 1`;
    const [[last] = []] = await this.tx.all(text, [toListParam(documentIds, DOCUMENT_ID_COLUMN)]);
    const time = new Date(Math.max(Date.parse(this.now), (Date.parse(String(last)) || 0) + 1)).toISOString();
    for (const documentId of documentIds) this.touched.push({ uid: type.uid, documentId, at: time });
    return time;
  }

  all({ text, params }: Sql): Promise<Row[]> {
    return this.tx.all(text, params);
  }

  run({ text, params }: Sql): ReturnType<Tx['run']> {
    return this.tx.run(text, params);
  }

  /** Call it once with all documents that are known to be written: see lock-order.ts. */
  lock(documents: readonly DocumentKey[]): Promise<void> {
    return this.#locks.add(documents);
  }

  /** All parts of a delete have one. */
  get removal(): Removal {
    this.#removal ??= this.within ? this.within.removal : new Removal(this.deletes.most);
    return this.#removal;
  }

  /** Reads the rows of a document that `lock` has locked. */
  async read(type: ContentType, documentId: string): Promise<readonly StoredRow[]> {
    const plan = this.planOf(type);
    const params = [documentId, ...plan.pinned.map(({ value }) => value)];
    const find = async (): Promise<readonly Row[]> =>
      this.shared ? this.shared.read(plan, documentId) : this.tx.all(plan.text.rows, params);
    const isMade = ({ id }: StoredRow): boolean => this.isMade(id);
    let rows: StoredRow[];
    do rows = (await find()).map(plan.toRow);
    while (!(await this.#locks.covers(type, documentId, rows, isMade)));
    for (const row of rows) this.#laterThan(row);
    const key = documentKey(type.uid, documentId);
    this.#rows.set(key, rows);
    this.#stale.delete(key);
    return rows;
  }

  /** After the first write the time is fixed; only rows read before it can move it. */
  #laterThan({ updatedAt }: StoredRow): void {
    const least = (Date.parse(updatedAt) || 0) + 1;
    if (this.#now === '' && least > this.moment) this.#stamp = least;
  }

  /** The rows of a document; read again if this action changed them. */
  async fresh(type: ContentType, documentId: string): Promise<readonly StoredRow[]> {
    const key = documentKey(type.uid, documentId);
    const known = this.#rows.get(key);
    return known && !this.#stale.has(key) ? known : this.read(type, documentId);
  }

  /** For ids and axes only: the values may be older than those that this action wrote. A promise only if they are read. */
  known(type: ContentType, documentId: string): readonly StoredRow[] | Promise<readonly StoredRow[]> {
    return this.#rows.get(documentKey(type.uid, documentId)) ?? this.read(type, documentId);
  }

  startsEmpty(type: ContentType, documentId: string): void {
    this.#rows.set(documentKey(type.uid, documentId), []);
  }

  made(
    type: ContentType,
    row: { readonly id: number; readonly documentId: string; readonly axes: RowAxes },
  ): StoredRow {
    const key = documentKey(type.uid, row.documentId);
    const { id, documentId, axes } = row;
    const stored: StoredRow = { id, documentId, axes, updatedAt: this.now, values: {} };
    this.#rows.set(key, [...(this.#rows.get(key) ?? []), stored]);
    this.#stale.add(key);
    this.#made.set(row.id, new Set());
    this.#written.set(row.id, { id: row.id, axes: row.axes, became: 'created' });
    this.tx.touch(type.table, { place: this.#placeOf(type, row.axes), by: 1 });
    return stored;
  }

  /** `cells`: columns that may have another value now. A parameter may be undefined. */
  changed(type: ContentType, row: StoredRow, cells: readonly Cell[]): void {
    this.#stale.add(documentKey(type.uid, row.documentId));
    if (!this.#written.has(row.id))
      this.#written.set(row.id, { id: row.id, axes: row.axes, became: 'updated' });
    this.changes.add(row.id, cells);
    this.tx.touch(type.table, { columns: cells.map(([column]) => column) });
  }

  removed(type: ContentType, row: StoredRow): void {
    const key = documentKey(type.uid, row.documentId);
    this.#rows.set(
      key,
      (this.#rows.get(key) ?? []).filter(({ id }) => id !== row.id),
    );
    this.#written.set(row.id, { id: row.id, axes: row.axes, became: 'deleted' });
    this.changes.removed(row.id);
    this.tx.touch(type.table, { place: this.#placeOf(type, row.axes), by: -1 });
  }

  #placeOf(type: ContentType, axes: RowAxes): string {
    return placeKey(
      this.planOf(type)
        .axisCells(axes)
        .map(([, value]) => value),
    );
  }

  linked(rowId: number, table: string): void {
    this.#made.get(rowId)?.add(table);
    this.tx.touch(table);
  }

  /** May the row have links in this table? Of rows that this action inserted, the session knows. */
  mayHaveLinks(rowId: number, table: string): boolean {
    return this.#made.get(rowId)?.has(table) ?? true;
  }

  isMade(rowId: number): boolean {
    return this.#made.has(rowId);
  }

  get written(): readonly WrittenRow[] {
    return [...this.#written.values()];
  }
}

export const rowAt = (rows: readonly StoredRow[], axes: RowAxes): StoredRow | undefined =>
  rows.find((row) => sameRow(row.axes, axes));
