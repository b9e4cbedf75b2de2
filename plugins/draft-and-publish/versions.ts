// The operations on a document's versions: publish, unpublish, discard the draft.
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

/** Does not check the draft: call `variants.complete` first, or write the draft with strictness `complete`. */
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
  const drafts = rowsNamed(action, 'draft');
  if (drafts.length === 0) throw coreErrors.DOCUMENT_NOT_FOUND();
  for (const { axes } of drafts) {
    await variants.complete(action.type, documentId, axes);
    await publishRow(context, axes);
  }
  showVersion(action, 'published');
  action.facts.published = true;
}

export async function unpublish({ action, variants }: WriteContext, documentId: string): Promise<void> {
  if (rowsNamed(action, 'draft').length === 0) throw coreErrors.DOCUMENT_NOT_FOUND();
  for (const { axes } of rowsNamed(action, 'published')) await variants.remove(action.type, documentId, axes);
  showVersion(action, 'draft');
  action.facts.published = false;
}

export async function discardDrafts({ action, variants }: WriteContext, documentId: string): Promise<void> {
  const rows = rowsNamed(action, 'published');
  if (rows.length === 0 && rowsNamed(action, 'draft').length === 0) throw coreErrors.DOCUMENT_NOT_FOUND();
  if (rows.length === 0) throw draftErrors.NOT_PUBLISHED();
  for (const { axes } of rows) {
    await variants.copy(action.type, documentId, axes, at(axes, 'draft'));
  }
  showVersion(action, 'draft');
}

/** The rows of one status that the request names. Of each other axis one value, or all where the request asks for any. */
function rowsNamed(action: WriteAction, status: Status): readonly StoredRow[] {
  const { axes, rows, target } = action;
  return rows.filter((row) =>
    Object.entries(row.axes).every(([name, value]) =>
      name === STATUS ? value === status : axes[name]?.kind === 'any' || value === target[name],
    ),
  );
}

/** Sets the version that the answer and the event show. */
function showVersion(action: WriteAction, status: Status): void {
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
