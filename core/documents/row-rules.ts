// Which documents a caller may write, where its visibility says so in a condition (`rowFilter`). The condition is asked of the
// rows under the lock before a write, and of the row it leaves; a document that does not meet it is as one that is not there.
import { coreErrors } from '../errors/core-errors';
import { ANY, type AxisBindings, only } from '../schema/axis';
import type { ContentType } from '../schema/content-type';
import type { StoredRow } from './operations';
import type { WriteSession } from './session';

/** May the row at the action's target be written? A row that is only made needs one beside it that may. */
export async function mayWriteTarget(session: WriteSession, rows: readonly StoredRow[]): Promise<boolean> {
  const { type, visibility, target } = session.action;
  const rule = session.ruleOf(type, visibility, 'root');
  if (!rule || rows.length === 0) return true;
  const existing = rows.find(({ axes }) => Object.keys(target).every((name) => axes[name] === target[name]));
  return rule(session.tx, session.action.documentId, existing ? bindingsOf(existing.axes) : anyOf(type));
}

export async function mayWriteAll(session: WriteSession, rows: readonly StoredRow[]): Promise<boolean> {
  const { type, visibility } = session.action;
  const rule = session.ruleOf(type, visibility, 'root');
  if (!rule) return true;
  for (const { documentId, axes } of rows)
    if (!(await rule(session.tx, documentId, bindingsOf(axes)))) return false;
  return true;
}

/** Throws, and so undoes the write, where it left a document that the caller may not write. */
export async function refuseForeign(session: WriteSession): Promise<void> {
  const { type, visibility, target, documentId, operation } = session.action;
  if (!LEAVES_CONTENT.has(operation)) return;
  const rule = session.ruleOf(type, visibility, 'root');
  if (rule && !(await rule(session.tx, documentId, bindingsOf(target)))) throw coreErrors.ACCESS_FORBIDDEN();
}

/** Of the documents a body points at, those the caller can reach; null: all of them. */
export async function reachableOf(
  session: WriteSession,
  type: ContentType,
  documents: Iterable<string>,
): Promise<ReadonlySet<string> | null> {
  const rule = session.ruleOf(type, session.action.visibility);
  if (!rule) return null;
  const reachable = new Set<string>();
  for (const documentId of new Set(documents))
    if (await rule(session.tx, documentId, anyOf(type))) reachable.add(documentId);
  return reachable;
}

const LEAVES_CONTENT: ReadonlySet<string> = new Set(['create', 'update', 'clone']);

const bindingsOf = (axes: Readonly<Record<string, string>>): AxisBindings =>
  Object.fromEntries(Object.entries(axes).map(([name, value]) => [name, only(value)]));

const anyOf = (type: ContentType): AxisBindings =>
  Object.fromEntries(type.axes.map(({ axis }) => [axis.name, ANY]));
