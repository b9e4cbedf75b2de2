// Locks the documents that a write changes: `SELECT id, document_id FROM pages WHERE document_id = ? FOR UPDATE`. All known documents
// are locked in one order. A later document that sorts before a locked one is locked with NOWAIT. If that fails, the write is retried
// and locks all documents of its earlier attempts in order.
import type { Tx } from '../../../database/database';
import type { Dialect } from '../../../database/dialect';
import { DOCUMENT_ID_COLUMN } from '../../model/compiled/column-specs';
import type { ContentType, Schema } from '../../model/compiled/content-type';
import type { WritePlan } from './write-plan';

export interface DocumentKey {
  readonly type: string;
  readonly documentId: string;
}

/** From this attempt on the write waits for locks out of order. It ends even if each attempt needs other documents. */
const PATIENT = 4;

/** The documents that the attempts of one write locked. */
export type Footprint = Map<string, DocumentKey>;

interface Run {
  readonly type: ContentType;
  readonly documents: string[];
}

/** The parts of a write that locking uses. */
export interface LockingWrite {
  readonly tx: Tx;
  readonly dialect: Dialect;
  readonly schema: Schema;
  planOf(type: ContentType): WritePlan;
}

export class DocumentLocks {
  /** Document → the ids of its locked rows. */
  readonly #rows = new Map<string, Set<number>>();
  #last = '';

  constructor(
    private readonly writing: LockingWrite,
    private readonly footprint: Footprint,
  ) {}

  async add(documents: readonly DocumentKey[]): Promise<void> {
    const { dialect, schema } = this.writing;
    if (dialect.forUpdate === '') return;
    const wanted = new Map(this.#rows.size === 0 ? this.footprint : []);
    for (const document of documents) wanted.set(documentKey(document.type, document.documentId), document);
    const runs: Run[] = [];
    for (const key of [...wanted.keys()].sort()) {
      const document = wanted.get(key);
      const type = document && schema.types.get(document.type);
      if (!document || !type || this.#rows.has(key)) continue;
      this.footprint.set(key, document);
      if (runs.at(-1)?.type === type) runs.at(-1)?.documents.push(document.documentId);
      else runs.push({ type, documents: [document.documentId] });
    }
    for (const run of runs) await this.#lock(run);
  }

  /**
   * Are all these rows locked, or made by this attempt? A row that the previous holder of the lock inserted is not; then the document is
   * locked again.
   */
  async covers<Of extends { readonly id: number }>(
    type: ContentType,
    documentId: string,
    rows: readonly Of[],
    isMade: (row: Of) => boolean,
  ): Promise<boolean> {
    const locked = this.#rows.get(documentKey(type.uid, documentId));
    if (!locked || rows.every((row) => locked.has(row.id) || isMade(row))) return true;
    await this.#lock({ type, documents: [documentId] });
    return false;
  }

  async #lock({ type, documents }: Run): Promise<void> {
    const { dialect, planOf, tx } = this.writing;
    const plan = planOf(type);
    const [first = ''] = documents;
    const isOne = documents.length === 1;
    const inOrder = documentKey(type.uid, first) >= this.#last;
    const waits = inOrder || tx.attempt >= PATIENT ? '' : ' NOWAIT';
    const text = `${isOne ? plan.text.lock : plan.text.lockMany}${waits}`;
    const rows = await tx.all(text, [isOne ? first : dialect.toListParam(documents, DOCUMENT_ID_COLUMN)]);
    for (const documentId of documents) {
      const key = documentKey(type.uid, documentId);
      const own = rows.filter(([, document]) => document === documentId).map(([id]) => Number(id));
      this.#rows.set(key, new Set(own));
      if (key > this.#last) this.#last = key;
    }
  }
}

export const documentKey = (type: string, documentId: string): string => `${type} ${documentId}`;
