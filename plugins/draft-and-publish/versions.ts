// What becomes of a document's versions: published from the draft, taken back, or the draft made as the published row is.
import {
  ANY,
  type AxisBindings,
  coreErrors,
  type StoredRow,
  type WriteAction,
  type WriteContext,
} from '../../core';
import { draftErrors } from './errors';
import { PUBLISHED_AT, STATUS, type Status, showing } from './status';

/** Checks nothing: the caller has, or calls `variants.complete` before. */
export async function publishRow(
  { action, variants, now }: WriteContext,
  axes: StoredRow['axes'],
): Promise<void> {
  await variants.copy(action.type, action.documentId, at(axes, 'draft'), at(axes, 'published'), {
    [PUBLISHED_AT]: now,
  });
}

export async function publishDrafts(context: WriteContext, documentId: string): Promise<void> {
  const { action, variants } = context;
  const drafts = rowsMeant(action, 'draft');
  if (drafts.length === 0) throw coreErrors.DOCUMENT_NOT_FOUND();
  for (const { axes } of drafts) {
    await variants.complete(action.type, documentId, axes);
    await publishRow(context, axes);
    await variants.settle(action.type, documentId, axes);
  }
  leaves(action, 'published');
  action.facts.published = true;
}

export async function unpublish({ action, variants }: WriteContext, documentId: string): Promise<void> {
  if (rowsMeant(action, 'draft').length === 0) throw coreErrors.DOCUMENT_NOT_FOUND();
  for (const { axes } of rowsMeant(action, 'published')) await variants.remove(action.type, documentId, axes);
  leaves(action, 'draft');
  action.facts.published = false;
}

export async function discardDrafts({ action, variants }: WriteContext, documentId: string): Promise<void> {
  const rows = rowsMeant(action, 'published');
  if (rows.length === 0 && rowsMeant(action, 'draft').length === 0) throw coreErrors.DOCUMENT_NOT_FOUND();
  if (rows.length === 0) throw draftErrors.NOT_PUBLISHED();
  for (const { axes } of rows) {
    const draft = at(axes, 'draft');
    await variants.copy(action.type, documentId, axes, draft);
    await variants.settle(action.type, documentId, draft);
  }
  leaves(action, 'draft');
}

/** The rows of one status that the request is about: of one value along the other axes, or of all where it asks for any. */
function rowsMeant(action: WriteAction, status: Status): readonly StoredRow[] {
  const { axes, rows, target } = action;
  return rows.filter((row) =>
    Object.entries(row.axes).every(([name, value]) =>
      name === STATUS ? value === status : axes[name]?.kind === 'any' || value === target[name],
    ),
  );
}

/** What answer and event show. */
function leaves(action: WriteAction, status: Status): void {
  action.target = { ...action.target, [STATUS]: status };
  const any: AxisBindings = Object.fromEntries(
    Object.keys(action.axes).flatMap((name) => (action.axes[name]?.kind === 'any' ? [[name, ANY]] : [])),
  );
  action.shown = { ...any, ...showing(status) };
}

const at = (axes: StoredRow['axes'], status: Status): Record<string, string> => ({
  ...axes,
  [STATUS]: status,
});
