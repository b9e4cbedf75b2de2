// Compiles a caller's row filter on a type into a check of one document. writable-documents.ts decides when it runs, and what a failed
// check means.
import type { Steps, Tx } from '../../../database/database';
import type { AxisBindings } from '../../model/compiled/axis';
import type { ContentType } from '../../model/compiled/content-type';
import { type FilterPlace, type Visibility, withVisibility } from '../../model/compiled/visibility';
import type { OneOutcome } from '../../sql/read/outcomes';

/** Does a row of the document that the bindings name meet the row filter? */
export type RowFilterCheck = (tx: Tx, documentId: string, axes: AxisBindings) => Promise<boolean>;

/** null: the caller has no row filter on the type. Without a place: the filter on link targets. */
export type RowFilterCheckOf = (
  type: ContentType,
  visibility: Visibility,
  place?: FilterPlace,
) => RowFilterCheck | null;

interface AnswerReads {
  answer(
    type: ContentType,
    args: { readonly visibility: Visibility; readonly fields: readonly string[] },
  ): (documentId: string, axes: AxisBindings) => Steps<OneOutcome | null>;
}

export function createRowFilterChecks(reads: AnswerReads): RowFilterCheckOf {
  return (type, visibility, place) => {
    const filter = visibility.rowFilter?.(type, place);
    if (filter === undefined || filter === null) return null;
    const asked = withVisibility(visibility, {
      scope: visibility.scope,
      rowFilter: (other) => (other === type ? filter : visibility.rowFilter?.(other)),
      // The program runs this check, not the caller: it shows nothing, so only the row filter counts.
      seesPrivate: undefined,
      allows: () => true,
      hint: undefined,
      isLimited: undefined,
      preset: undefined,
    });
    const answer = reads.answer(type, { visibility: asked, fields: ['documentId'] });
    return async (tx, documentId, axes) => (await tx.read(answer(documentId, axes))) !== null;
  };
}
