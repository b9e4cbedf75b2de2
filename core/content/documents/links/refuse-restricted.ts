// Refuses to delete a document while links with `"onDelete": "restrict"` lead to it. Each stored link counts: of all axis values,
// of rows that are hidden, and of documents that the caller cannot see. The error names only what the caller may see.
//
//   SELECT DISTINCT s.document_id FROM "articles" s WHERE s."author_doc" = ? ORDER BY s.document_id LIMIT 11
import { build, join, param } from '../../../database/sql';
import { coreErrors } from '../../../kernel/errors/core-errors';
import { mayDo } from '../../../kernel/http/request/caller';
import { type AxisDefinition, axisValueFromStored } from '../../model/compiled/axis';
import type { ContentType } from '../../model/compiled/content-type';
import type { Visibility } from '../../model/compiled/visibility';
import type { GoneDocument } from '../write/removal';
import { bindingsOf } from '../write/writable-documents';
import type { WriteSession } from '../write/write-session';
import { storesTo } from './detach-target';
import { linkedWith, type RowLinks } from './link-store';

/** Documents that the error names, for each attribute. */
export const MOST_NAMED = 10;

interface Use {
  readonly type: string;
  readonly attribute: string;
  readonly documentIds: readonly string[];
}

/** Runs when the rows of the document are removed: links to itself are gone. */
export async function refuseRestricted(
  session: WriteSession,
  type: ContentType,
  documentId: string,
): Promise<void> {
  const uses: Use[] = [];
  let hasMore = false;
  for (const { owner, store } of storesTo(session, type)) {
    const { relation, at, joined } = store;
    if (relation.onDelete !== 'restrict') continue;
    const rows = await session.all(
      build(
        `SELECT DISTINCT s.document_id FROM ${joined.from} WHERE `,
        linkedWith(at, type.uid, documentId, joined.alias),
        ` ORDER BY s.document_id LIMIT ${MOST_NAMED + 1}`,
      ),
    );
    if (rows.length === 0) continue;
    const found = rows.map(([document]) => String(document));
    const seen = await seenOf(session, owner, store, { type, documentId }, found);
    const documentIds = seen.slice(0, MOST_NAMED);
    if (documentIds.length < found.length) hasMore = true;
    if (documentIds.length > 0) uses.push({ type: owner.uid, attribute: relation.name, documentIds });
    else hasMore = true;
  }
  if (uses.length > 0 || hasMore) throw coreErrors.DOCUMENT_IN_USE(uses, hasMore);
}

/** The documents with a row that has the link, and that the caller may read. */
export async function seenOf(
  session: WriteSession,
  owner: ContentType,
  { relation, at, joined }: RowLinks,
  target: GoneDocument,
  documents: readonly string[],
): Promise<readonly string[]> {
  const { visibility } = session.action;
  const isPrivate =
    relation.common.private && visibility.seesPrivate !== true && visibility.readsPrivate?.(owner) !== true;
  if (isPrivate || !visibility.canRead(owner) || !visibility.readable(owner, relation)) return [];
  const isMet = session.rowFilterCheckOf(owner, visibility);
  const axes = owner.axes.map(({ axis }) => axis);
  const { dialect } = session.planOf(owner);
  const columns = ['document_id', ...axes.map(({ column }) => column)].map((each) => `s.${dialect.id(each)}`);
  const rows = await session.all(
    build(
      `SELECT DISTINCT ${columns.join(', ')} FROM ${joined.from} WHERE `,
      linkedWith(at, target.type.uid, target.documentId, joined.alias),
      ' AND s.document_id IN (',
      join(documents.map(param), ', '),
      ')',
    ),
  );
  const seen = new Set<string>();
  for (const [document, ...stored] of rows) {
    const values = axes.map((axis, index) => axisValueFromStored(axis, stored[index]));
    if (axes.some((axis, index) => !mayRead(visibility, owner, axis, values[index] ?? ''))) continue;
    const bindings = bindingsOf(
      Object.fromEntries(axes.map(({ name }, index) => [name, values[index] ?? ''])),
    );
    if (!isMet || (await isMet(session.tx, String(document), bindings))) seen.add(String(document));
  }
  return documents.filter((document) => seen.has(document));
}

function mayRead(visibility: Visibility, { uid }: ContentType, axis: AxisDefinition, value: string): boolean {
  const action = axis.permission?.(uid, value) ?? null;
  return action === null || mayDo(visibility, action);
}
