// The interface of a check. The checks of the core are in checks/; plugins add theirs to `app.doctor`. diagnose.ts runs them,
// locks documents and repairs faults.

import type { Row, Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { callable, optional, string } from '../../kernel/check/checks';
import { part } from '../../kernel/check/part';
import type { StoredDocument } from '../documents/all-documents';
import type { ContentType, Schema } from '../model/compiled/content-type';

export interface Finding {
  /** The place without documentIds: `api::article.article, tags`. The report counts the findings of one place. */
  readonly where: string;
  /** The fault and, if the doctor cannot repair it, the remedy. */
  readonly message: string;
  /** Repairs the fault; does nothing if the fault is gone by then. Absent if a repair would lose data or needs a decision. */
  readonly fix?: (tx: Tx) => Promise<void>;
}

export interface DocumentFinding extends Finding {
  readonly documentId: string;
}

export interface DoctorContext {
  readonly schema: Schema;
  readonly dialect: Pick<Dialect, 'name' | 'id' | 'inList' | 'toListParam' | 'now'>;
  /** Runs one SELECT; rows are arrays. For locked documents it runs inside their transaction. */
  all(text: string, params?: readonly unknown[]): Promise<readonly Row[]>;
}

export interface DoctorCheck {
  /** Used in reports: `links`. */
  readonly name: string;
  /** The rule that holds when the check finds nothing, in one line. */
  readonly description: string;
  /** Queries whole tables. One statement yields each finding, since a write between two statements could look like a fault. */
  run?(context: DoctorContext): AsyncIterable<Finding>;
  /**
   * Checks documents, one page per call. Documents with findings are locked and checked a second time; only those findings
   * are reported.
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

export const doctorCheckShape = part({
  name: string({ min: 1 }),
  description: string({ min: 1 }),
  run: optional(callable()),
  documents: optional(part({ of: callable(), check: callable() })),
});
