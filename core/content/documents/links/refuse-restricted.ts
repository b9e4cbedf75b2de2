// Refuses to delete a document while links with `"onDelete": "restrict"` lead to it. Each stored link counts: of all axis values,
// of rows that are hidden, and of documents that the caller cannot see. The error names only what the caller may see.
//
//   SELECT DISTINCT s.document_id FROM "articles" s WHERE s."author_doc" = ? ORDER BY s.document_id LIMIT 11
import { build } from '../../../database/sql';
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { ContentType, RelationAttribute } from '../../model/compiled/content-type';
import { reachableOf } from '../write/writable-documents';
import type { WriteSession } from '../write/write-session';
import { storesTo } from './detach-target';
import { linkedWith } from './link-store';

/** Documents that the error names, for each attribute. */
const MOST_NAMED = 10;

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
    const seen = await seenOf(session, owner, relation, found);
    const documentIds = seen.slice(0, MOST_NAMED);
    if (documentIds.length < found.length) hasMore = true;
    if (documentIds.length > 0) uses.push({ type: owner.uid, attribute: relation.name, documentIds });
    else hasMore = true;
  }
  if (uses.length > 0 || hasMore) throw coreErrors.DOCUMENT_IN_USE(uses, hasMore);
}

async function seenOf(
  session: WriteSession,
  owner: ContentType,
  relation: RelationAttribute,
  documents: readonly string[],
): Promise<readonly string[]> {
  const { visibility } = session.action;
  const isPrivate =
    relation.common.private && visibility.seesPrivate !== true && visibility.readsPrivate?.(owner) !== true;
  if (isPrivate || !visibility.canRead(owner) || !visibility.readable(owner, relation)) return [];
  const reachable = await reachableOf(session, owner, documents);
  return reachable ? documents.filter((document) => reachable.has(document)) : documents;
}
