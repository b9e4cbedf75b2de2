// A caller's condition on documents of a type (`rowFilter`), made into a question about one document. When it is asked, and
// what follows, is row-rules.ts.
import type { Steps, Tx } from '../database/database';
import type { OneOutcome } from '../database/reads';
import type { AxisBindings } from '../schema/axis';
import type { ContentType } from '../schema/content-type';
import { type Visibility, withVisibility } from '../schema/visibility';

/** Does the document meet the condition, in the rows that the bindings name? */
export type RowRule = (tx: Tx, documentId: string, axes: AxisBindings) => Promise<boolean>;

/** null: the caller has no condition on the type. `root`: the condition on what is written; else on what it points at. */
export type RuleOf = (type: ContentType, visibility: Visibility, place?: 'root') => RowRule | null;

interface AnswerReads {
  answer(
    type: ContentType,
    args: { readonly visibility: Visibility; readonly fields: readonly string[] },
  ): (documentId: string, axes: AxisBindings) => Steps<OneOutcome | null>;
}

export function createRowRules(reads: AnswerReads): RuleOf {
  return (type, visibility, place) => {
    const filter = visibility.rowFilter?.(type, place);
    if (filter === undefined || filter === null) return null;
    const asked = withVisibility(visibility, {
      scope: visibility.scope,
      rowFilter: (other) => (other === type ? filter : visibility.rowFilter?.(other)),
      // The condition is asked of whichever row the write is about, and by the program: nothing more is shown or made by it.
      seesPrivate: undefined,
      allows: undefined,
      hint: undefined,
      narrows: undefined,
      preset: undefined,
    });
    const answer = reads.answer(type, { visibility: asked, fields: ['documentId'] });
    return async (tx, documentId, axes) => (await tx.read(answer(documentId, axes))) !== null;
  };
}
