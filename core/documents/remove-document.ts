// Deleting: the rows that the request's axes name, in every version; with the last of them the document and all links to it.
import type { ContentType } from '../schema/content-type';
import { dropLinks } from './links';
import type { StoredRow } from './operations';
import type { Attempt } from './perform';
import { mayWriteAll } from './row-rules';
import { checkPrecondition, rowsAsked } from './save-document';
import type { WriteSession } from './session';
import { holdersOf } from './target-gone';

export async function removeDocument({ session, context, action, hooks }: Attempt): Promise<boolean> {
  const { type } = action;
  const { documentId } = action;
  await session.lock([{ type: type.uid, documentId }]);
  const rows = await session.read(type, documentId);
  action.rows = rows;
  action.makesRow = false;
  const removed = rowsAsked(type, action, rows);
  if (removed.length === 0 || !(await mayWriteAll(session, removed))) return false;
  checkPrecondition(action, rows);
  await hooks.writing?.(context);
  if (removed.length === rows.length) {
    if (session.dialect.forUpdate !== '') await session.lock(await holdersOf(session, type, documentId));
    await context.variants.remove(type, documentId, {});
  } else {
    for (const row of removed) await context.variants.remove(type, documentId, row.axes);
    await removeHidden(session, type, documentId, removed);
  }
  return true;
}

/** Rows along a dormant axis go with the row that they stand beside. */
async function removeHidden(
  session: WriteSession,
  type: ContentType,
  documentId: string,
  removed: readonly StoredRow[],
): Promise<void> {
  const { dialect, tx } = session;
  const plan = session.planOf(type);
  if (plan.pinned.length === 0) return;
  const text = plan.statement('hidden beside', () => {
    const same = type.axes.map(({ axis }) => ` AND ${dialect.id(axis.column)} = ?`).join('');
    return `SELECT id FROM ${dialect.id(type.table)} WHERE document_id = ?${same}`;
  });
  for (const row of removed)
    for (const [id] of await tx.all(text, [documentId, ...plan.axisParams(row.axes)])) {
      await dropLinks(session, plan, Number(id));
      await tx.run(plan.text.deleteRow, [Number(id)]);
    }
}
