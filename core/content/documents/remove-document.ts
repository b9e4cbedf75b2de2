// Delete: removes the rows that the request names, in all stages, hidden ones included. With its last row, the document and all
// links to it are removed.
import { holdersOf } from './links/detach-target';
import type { Attempt } from './perform';
import { removeRows } from './rows/variants';
import { placeAsked, sameRow } from './write/target';
import { mayWriteAll } from './write/writable-documents';

export async function removeDocument({ session, context, action, hooks }: Attempt): Promise<boolean> {
  const { type, documentId } = action;
  await session.lock([{ type: type.uid, documentId }]);
  const rows = await session.read(type, documentId);
  action.rows = rows;
  action.makesRow = false;
  const place = placeAsked(type, action.axes);
  const asked = rows.filter((row) => sameRow(row.axes, place));
  if (asked.length === 0 && !action.purges) return false;
  if (!(await mayWriteAll(session, asked))) return false;
  // A client has read one of the rows that go.
  action.precondition?.(asked.length > 0 ? asked : rows, asked.length > 0);
  await hooks.writing?.(context);
  // A tap may have copied rows to keep them: then the document stays, with all links to it.
  const stored = hooks.writing ? await session.known(type, documentId) : rows;
  const removed = action.purges ? stored.filter((row) => sameRow(row.axes, place)) : asked;
  if (removed.length === stored.length && session.dialect.forUpdate !== '')
    await session.lock(await holdersOf(session, type, documentId));
  await removeRows(session, type, documentId, removed, place);
  return true;
}
