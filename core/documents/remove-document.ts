// Delete: removes the rows that the request names, in all stages. With its last row, the document and all links to it are removed.
import { build, join, param } from '../database/sql';
import type { ContentType } from '../schema/model/content-type';
import { holdersOf } from './links/detach-target';
import { clearLinks } from './links/row-links';
import type { Attempt } from './perform';
import { checkPrecondition } from './save-document';
import { rowsAsked } from './write/target';
import { mayWriteAll } from './write/writable-documents';
import type { WriteSession } from './write/write-session';
import type { StoredRow } from './write-action';

export async function removeDocument({ session, context, action, hooks }: Attempt): Promise<boolean> {
  const { type } = action;
  const { documentId } = action;
  await session.lock([{ type: type.uid, documentId }]);
  const rows = await session.read(type, documentId);
  action.rows = rows;
  action.makesRow = false;
  const removed = rowsAsked(type, action.axes, rows);
  if (removed.length === 0 || !(await mayWriteAll(session, removed))) return false;
  checkPrecondition(action, rows);
  await hooks.writing?.(context);
  // A tap may have copied rows: then the document stays, with all links to it.
  const stored = hooks.writing ? await session.known(type, documentId) : rows;
  if (removed.length === stored.length) {
    if (session.dialect.forUpdate !== '') await session.lock(await holdersOf(session, type, documentId));
    await context.variants.remove(type, documentId, {});
  } else {
    for (const row of removed) await context.variants.remove(type, documentId, row.axes);
    await removeHidden(session, type, documentId, removed);
  }
  return true;
}

/** Removes rows that differ from a removed row along dormant axes only. */
async function removeHidden(
  session: WriteSession,
  type: ContentType,
  documentId: string,
  removed: readonly StoredRow[],
): Promise<void> {
  const { dialect, tx } = session;
  const plan = session.planOf(type);
  if (plan.pinned.length === 0) return;
  for (const row of removed) {
    const place = [['document_id', documentId] as const, ...plan.axisCells(row.axes)];
    const same = join(
      place.map(([column, value]) => build(`${dialect.id(column)} = `, param(value))),
      ' AND ',
    );
    for (const [id] of await session.all(build(`SELECT id FROM ${dialect.id(type.table)} WHERE `, same))) {
      await clearLinks(session, plan, Number(id));
      await tx.run(plan.text.deleteRow, [Number(id)]);
    }
  }
}
