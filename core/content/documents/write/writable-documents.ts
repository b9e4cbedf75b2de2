// Row filters of a caller on written documents and link targets. The filter is checked under the lock before a write, and on the row
// after it. A document that does not meet it before the write is answered as one that does not exist.
import { coreErrors } from '../../../kernel/errors/core-errors';
import { ANY, type AxisBindings, only } from '../../model/compiled/axis';
import type { ContentType } from '../../model/compiled/content-type';
import type { FilterPlace } from '../../model/compiled/visibility';
import type { StoredRow } from '../write-action';
import type { RowFilterCheck } from './row-filter-check';
import type { WriteSession } from './write-session';

/** May the row at the action's target be written? A new row needs a row of the document that may be. */
export async function mayWriteTarget(session: WriteSession, rows: readonly StoredRow[]): Promise<boolean> {
  const { type, visibility, target } = session.action;
  const isMet = session.rowFilterCheckOf(type, visibility, 'root');
  if (!isMet || rows.length === 0) return true;
  const existing = rows.find(({ axes }) => Object.keys(target).every((name) => axes[name] === target[name]));
  return isMet(session.tx, session.action.documentId, existing ? bindingsOf(existing.axes) : anyOf(type));
}

export async function mayWriteAll(session: WriteSession, rows: readonly StoredRow[]): Promise<boolean> {
  return mayWriteRows(session, session.action.type, rows, 'root');
}

export async function mayWriteRows(
  session: WriteSession,
  type: ContentType,
  rows: readonly StoredRow[],
  place: FilterPlace,
): Promise<boolean> {
  const isMet = session.rowFilterCheckOf(type, session.action.visibility, place);
  if (!isMet) return true;
  for (const { documentId, axes } of rows)
    if (!(await isMet(session.tx, documentId, bindingsOf(axes)))) return false;
  return true;
}

/** Throws, and so undoes the write, if the caller may not write the document after it. null: nothing is to be checked. */
export function refuseUnwritableDocuments(session: WriteSession): Promise<void> | null {
  const { type, visibility, operation } = session.action;
  if (!LEAVES_CONTENT.has(operation)) return null;
  const isMet = session.rowFilterCheckOf(type, visibility, 'root');
  return isMet && refuseUnmet(session, isMet);
}

async function refuseUnmet({ action, tx }: WriteSession, isMet: RowFilterCheck): Promise<void> {
  if (!(await isMet(tx, action.documentId, bindingsOf(action.target)))) throw coreErrors.ACCESS_FORBIDDEN();
}

/** Of the documents that a body links, those that the caller may link; null: all. */
export async function reachableOf(
  session: WriteSession,
  type: ContentType,
  documents: Iterable<string>,
  place?: FilterPlace,
): Promise<ReadonlySet<string> | null> {
  const isMet = session.rowFilterCheckOf(type, session.action.visibility, place);
  if (!isMet) return null;
  const reachable = new Set<string>();
  for (const documentId of new Set(documents))
    if (await isMet(session.tx, documentId, anyOf(type))) reachable.add(documentId);
  return reachable;
}

const LEAVES_CONTENT: ReadonlySet<string> = new Set(['create', 'update', 'clone']);

export const bindingsOf = (axes: Readonly<Record<string, string>>): AxisBindings =>
  Object.fromEntries(Object.entries(axes).map(([name, value]) => [name, only(value)]));

const anyOf = (type: ContentType): AxisBindings =>
  Object.fromEntries(type.axes.map(({ axis }) => [axis.name, ANY]));
