// One attempt at one write: the transaction, what it has read of documents' rows, what it has written. Made afresh for every
// attempt, so that a retry starts from nothing.
import type { Tx } from '../database/database';
import type { Dialect } from '../database/dialect';
import type { UniqueValues } from '../database/unique';
import type { ContentType, Schema } from '../schema/content-type';
import { type DocumentKey, DocumentLocks, type Footprint } from './lock-order';
import type { StoredRow, WriteAction, WriteResult } from './operations';
import type { RuleOf } from './row-rule';
import { type RowAxes, sameRow } from './target';
import type { WritePlan } from './write-plan';

/** What all writes of one kernel share. */
export interface WriteTools {
  readonly schema: Schema;
  readonly dialect: Dialect;
  readonly unique: UniqueValues;
  readonly planOf: (type: ContentType) => WritePlan;
  /** Conditions on the documents a caller may write and reach; absent: none. */
  readonly ruleOf?: RuleOf;
}

export type WrittenRow = WriteResult['rows'][number];

export class WriteSession {
  readonly schema: Schema;
  readonly dialect: Dialect;
  readonly unique: UniqueValues;
  readonly planOf: (type: ContentType) => WritePlan;
  readonly ruleOf: RuleOf;
  readonly #rows = new Map<string, StoredRow[]>();
  readonly #stale = new Set<string>();
  readonly #written = new Map<number, WrittenRow>();
  /** Rows made here, with the link tables they have links in. */
  readonly #made = new Map<number, Set<string>>();
  readonly #held = new Set<number>();
  readonly #locks: DocumentLocks;
  #stamp = 0;
  #now = '';

  constructor(
    readonly tx: Tx,
    readonly action: WriteAction,
    tools: WriteTools,
    footprint: Footprint,
    /** 1 for the first time; more after a generated value was lost to somebody else. */
    readonly turn = 1,
  ) {
    this.schema = tools.schema;
    this.dialect = tools.dialect;
    this.unique = tools.unique;
    this.planOf = tools.planOf;
    this.ruleOf = tools.ruleOf ?? (() => null);
    this.#locks = new DocumentLocks(this, footprint);
  }

  /** One moment for all rows of the action, later than any `updatedAt` it has met. */
  get now(): string {
    if (this.#now === '') this.#now = new Date(this.moment).toISOString();
    return this.#now;
  }

  /** The same in milliseconds. */
  get moment(): number {
    if (this.#stamp === 0) this.#stamp = Date.now();
    return this.#stamp;
  }

  /** Everything that is known to be written, at once: see lock-order.ts. */
  lock(documents: readonly DocumentKey[]): Promise<void> {
    return this.#locks.add(documents);
  }

  /** The rows as they are stored now. Locked before, by `lock`. */
  async read(type: ContentType, documentId: string): Promise<readonly StoredRow[]> {
    const plan = this.planOf(type);
    const params = [documentId, ...plan.pinned.map(({ value }) => value)];
    let rows: StoredRow[];
    do rows = (await this.tx.all(plan.text.rows, params)).map(plan.toRow);
    while (!(await this.#locks.covers(type, documentId, rows)));
    for (const row of rows) this.#laterThan(row);
    const key = keyOf(type, documentId);
    this.#rows.set(key, rows);
    this.#stale.delete(key);
    return rows;
  }

  /** What is written once has its moment: only rows read before that can move it. */
  #laterThan({ updatedAt }: StoredRow): void {
    const least = (Date.parse(updatedAt) || 0) + 1;
    if (this.#now === '' && least > this.moment) this.#stamp = least;
  }

  /** With values that can be trusted. */
  async fresh(type: ContentType, documentId: string): Promise<readonly StoredRow[]> {
    const key = keyOf(type, documentId);
    const known = this.#rows.get(key);
    return known && !this.#stale.has(key) ? known : this.read(type, documentId);
  }

  /** Ids and axes only: values may be older than what this action wrote. */
  async known(type: ContentType, documentId: string): Promise<readonly StoredRow[]> {
    return this.#rows.get(keyOf(type, documentId)) ?? this.read(type, documentId);
  }

  startsEmpty(type: ContentType, documentId: string): void {
    this.#rows.set(keyOf(type, documentId), []);
  }

  made(
    type: ContentType,
    row: { readonly id: number; readonly documentId: string; readonly axes: RowAxes },
  ): StoredRow {
    const key = keyOf(type, row.documentId);
    const { id, documentId, axes } = row;
    const stored: StoredRow = { id, documentId, axes, updatedAt: this.now, values: {} };
    this.#rows.set(key, [...(this.#rows.get(key) ?? []), stored]);
    this.#stale.add(key);
    this.#made.set(row.id, new Set());
    this.#written.set(row.id, { id: row.id, axes: row.axes, became: 'created' });
    this.tx.touch(type.table);
    return stored;
  }

  changed(type: ContentType, row: StoredRow): void {
    this.#stale.add(keyOf(type, row.documentId));
    if (!this.#written.has(row.id))
      this.#written.set(row.id, { id: row.id, axes: row.axes, became: 'updated' });
    this.tx.touch(type.table);
  }

  removed(type: ContentType, row: StoredRow): void {
    const key = keyOf(type, row.documentId);
    this.#rows.set(
      key,
      (this.#rows.get(key) ?? []).filter(({ id }) => id !== row.id),
    );
    this.#written.set(row.id, { id: row.id, axes: row.axes, became: 'deleted' });
    this.tx.touch(type.table);
  }

  linked(rowId: number, table: string): void {
    this.#made.get(rowId)?.add(table);
    this.tx.touch(table);
  }

  /** May the row have links in this table? Rows that this action made are known to. */
  mayHaveLinks(rowId: number, table: string): boolean {
    return this.#made.get(rowId)?.has(table) ?? true;
  }

  /** Are the targets of this row to be held? Only the first who asks has to. */
  holdsOnce(rowId: number): boolean {
    if (this.#held.has(rowId)) return false;
    this.#held.add(rowId);
    return true;
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

const keyOf = (type: ContentType, documentId: string): string => `${type.uid} ${documentId}`;
