// Cloning: rows of a document copied under a new documentId, with new entry ids; the body is written over the copy of the
// target row.
import { columnValues } from './column-links';
import { renumberEntries } from './components';
import { holdTargets } from './hold-targets';
import { documentsToLock } from './inverse-links';
import { copyLinks } from './links';
import type { Attempt } from './perform';
import { resolveReferences } from './resolve-references';
import { mayWriteAll } from './row-rules';
import { copyRow } from './rows';
import { checkPrecondition, NOTHING_INHERITED, type ParsedBody, writeTarget } from './save-document';
import { rowAt } from './session';
import { boundValue, isText } from './target';

/** `action.documentId` is the new document's. False when there is nothing to clone. */
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
      const asked = isText(use) ? boundValue(action.axes[name]) : action.target[name];
      return asked === undefined || row.axes[name] === asked;
    }),
  );
  if (rows.length === 0 || !(await mayWriteAll(session, rows))) return false;
  checkPrecondition(action, rows);

  const held = await holdTargets(session, body.input, resolved);
  session.startsEmpty(type, documentId);
  for (const row of rows) {
    const own: Record<string, string | number | null> = {};
    for (const attribute of plan.nested)
      own[attribute.column] = renumberEntries(attribute, row.values[attribute.column], session, ids.next);
    // What only one document can point at stays with the original.
    for (const relation of plan.exclusive)
      Object.assign(own, columnValues(plan, relation, null, 0, session.schema));
    const copy = await copyRow(session, plan, row, documentId, row.axes, own);
    await copyLinks(session, plan, row.id, copy.id);
  }
  action.rows = [];
  action.makesRow = true;

  const copies = await session.fresh(type, documentId);
  const existing = rowAt(copies, action.target) ?? copies[0];
  if (!existing) return false;
  action.target = { ...existing.axes };
  await writeTarget(attempt, body, held, {
    existing,
    base: { values: existing.values, rowId: existing.id, isNew: () => false },
    inherited: NOTHING_INHERITED,
    isCopy: true,
  });
  if (action.strictness === 'complete')
    for (const copy of copies)
      if (copy !== existing) await context.variants.complete(type, documentId, copy.axes);
  return true;
}
