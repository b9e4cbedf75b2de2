// Deleting: the rows that the request's axes name, in every version; with the last of them the document and all links to it.
import type { Attempt, WriteHooks } from './perform';
import { mayWriteAll } from './row-rules';
import { checkPrecondition, rowsAsked } from './save-document';

export async function removeDocument(
  { session, context, action }: Attempt,
  hooks: WriteHooks,
): Promise<boolean> {
  const { type } = action;
  const documentId = action.documentId ?? '';
  await session.lock(type, documentId);
  const rows = await session.read(type, documentId);
  action.rows = rows;
  action.makesRow = false;
  const removed = rowsAsked(type, action, rows);
  if (removed.length === 0 || !(await mayWriteAll(session, removed))) return false;
  checkPrecondition(action, rows);
  await hooks.writing?.(context);
  if (removed.length === rows.length) await context.variants.remove(type, documentId, {});
  else for (const row of removed) await context.variants.remove(type, documentId, row.axes);
  return true;
}
