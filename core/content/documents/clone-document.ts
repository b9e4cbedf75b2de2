// Clone: copies rows of a document under a new documentId, with new entry ids. Then it writes the body over the copy of the target
// row.
import { only } from '../model/compiled/axis';
import { isParallel } from '../model/compiled/axis-kind';
import { isExclusive } from '../model/compiled/columns';
import type { ParsedBody } from './input/parse-body';
import { documentsToLock } from './links/inverse-links';
import { lockTargets } from './links/lock-targets';
import { resolveReferences } from './links/resolve-references';
import { copyTableLinks, linksOf } from './links/row-links';
import type { Attempt } from './perform';
import { renumberEntries } from './rows/merge-entries';
import { copyRow } from './rows/write-row';
import { checkPrecondition, NOTHING_INHERITED, writeTarget } from './save-document';
import { boundValue } from './write/target';
import { mayWriteAll } from './write/writable-documents';
import { rowAt } from './write/write-session';

/** `action.documentId` is the id of the new document. Returns false when there is no document to clone. */
export async function cloneDocument(attempt: Attempt, sourceId: string, body: ParsedBody): Promise<boolean> {
  const { session, action, context, ids } = attempt;
  const { type } = action;
  const plan = session.planOf(type);
  const { documentId } = action;
  const resolved = await resolveReferences(session, body.input);
  await session.lock([
    { type: type.uid, documentId: sourceId },
    ...documentsToLock(body.input, resolved.links),
  ]);
  const rows = (await session.read(type, sourceId)).filter((row) =>
    type.axes.every((use) => {
      const { name } = use.axis;
      const asked = isParallel(use) ? boundValue(action.axes[name]) : action.target[name];
      return asked === undefined || row.axes[name] === asked;
    }),
  );
  if (rows.length === 0 || !(await mayWriteAll(session, rows))) return false;
  checkPrecondition(action, rows);

  const held = await lockTargets(session, body.input, resolved);
  session.startsEmpty(type, documentId);
  for (const row of rows) {
    const own: Record<string, string | number | null> = {};
    for (const attribute of plan.nested)
      own[attribute.column] = renumberEntries(attribute, row.values[attribute.column], session, ids.next);
    // One-to-one targets stay with the original.
    for (const store of linksOf(plan).columns)
      if (isExclusive(store.relation)) Object.assign(own, store.empty);
    const copy = await copyRow(session, plan, row, documentId, row.axes, own);
    await copyTableLinks(session, plan, row, copy);
  }
  action.rows = [];
  action.makesRow = true;

  const copies = await session.fresh(type, documentId);
  const existing = rowAt(copies, action.target) ?? copies[0];
  if (!existing) return false;
  action.target = { ...existing.axes };
  // The answer shows the copy of one row, also where the request names all rows (`*`).
  for (const use of type.axes) {
    const { name } = use.axis;
    if (isParallel(use) && boundValue(action.axes[name]) === undefined)
      action.shown = { ...action.shown, [name]: only(existing.axes[name] ?? use.axis.defaultValue()) };
  }
  await writeTarget(attempt, body, held, {
    existing,
    base: { values: existing.values, linksOf: () => existing.id, isNew: () => false },
    inherited: NOTHING_INHERITED,
    isCopy: true,
  });
  if (action.strictness === 'complete')
    for (const copy of copies)
      if (copy !== existing) await context.variants.complete(type, documentId, copy.axes);
  return true;
}
