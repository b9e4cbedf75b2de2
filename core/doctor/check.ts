// A check of the doctor: what it is called, what it looks at, what it finds. The core's are in checks/; plugins add theirs to
// `kernel.doctor`. The order in which they run, the locks and the mending are diagnose.ts.
import type { Row, Tx } from '../database/database';
import type { Dialect } from '../database/dialect';
import type { StoredDocument } from '../documents/all-documents';
import type { ContentType, Schema } from '../schema/content-type';

export interface Finding {
  /** The place, without names of documents: what is found at one place is counted together. */
  readonly where: string;
  /** What is wrong and, where it cannot be mended, what to do. */
  readonly message: string;
  /** Mends it. Absent where something would be lost, or a person has to decide. Must do nothing where all is well by then. */
  readonly fix?: (tx: Tx) => Promise<void>;
}

export interface DocumentFinding extends Finding {
  readonly documentId: string;
}

export interface DoctorContext {
  readonly schema: Schema;
  readonly dialect: Pick<Dialect, 'name' | 'id' | 'inList' | 'toListParam'>;
  /** What one statement sees, rows as arrays; inside the transaction that locks them, where documents are looked at again. */
  all(text: string, params?: readonly unknown[]): Promise<readonly Row[]>;
}

export interface DoctorCheck {
  /** Short, for reports: `links`. */
  readonly name: string;
  /** Who adds it: `core`, or the plugin. */
  readonly plugin: string;
  /** What holds when nothing is found, in one line. */
  readonly summary: string;
  /** Statements over whole tables. A finding comes from one statement, so that writes going on cannot make it up. */
  run?(context: DoctorContext): AsyncIterable<Finding>;
  /**
   * Looks at documents, a page at a time. Where something is found, it is asked again with these documents locked, and what
   * it finds then counts.
   */
  readonly documents?: {
    of(type: ContentType): boolean;
    check(
      type: ContentType,
      documents: readonly StoredDocument[],
      context: DoctorContext,
    ): Promise<readonly DocumentFinding[]> | readonly DocumentFinding[];
  };
}

export type { StoredDocument };
