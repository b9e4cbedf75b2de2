// Deletes of a document also remove all links to it. Rows that hold such a link in a column are locked before that.
// SQL: DELETE FROM "articles_anything_lnk" WHERE "target" = ? AND "target_type" = ?
import { build, join } from '../../../database/sql';
import type { ContentType } from '../../model/compiled/content-type';
import type { DocumentKey } from '../write/lock-order';
import type { WriteSession } from '../write/write-session';
import { linkedWith, type RowLinks } from './link-store';
import { linksOf } from './row-links';

/** All stores that can hold a link to the type. */
export function* storesTo({ schema, planOf }: WriteSession, { uid }: ContentType) {
  for (const owner of schema.types.values())
    for (const store of linksOf(planOf(owner)).all)
      if (store.relation.target === null || store.relation.target === uid) yield { owner, store };
}

const isColumn = ({ relation }: RowLinks): boolean => relation.storage.kind === 'column';

/** Documents whose rows have a link to this document in a column. */
export async function holdersOf(
  session: WriteSession,
  type: ContentType,
  documentId: string,
): Promise<DocumentKey[]> {
  const holders = [...storesTo(session, type)].filter(({ store }) => isColumn(store));
  if (holders.length === 0) return [];
  const selects = holders.map(({ store: { at } }, index) =>
    build(`SELECT ${index}, document_id FROM ${at.table} WHERE `, linkedWith(at, type.uid, documentId)),
  );
  return (await session.all(join(selects, ' UNION '))).flatMap(([index, document]) => {
    const owner = holders[Number(index)]?.owner;
    return owner ? [{ type: owner.uid, documentId: String(document) }] : [];
  });
}

export async function detachTarget(
  session: WriteSession,
  type: ContentType,
  documentId: string,
): Promise<void> {
  for (const { owner, store } of storesTo(session, type)) {
    const { changes } = await session.run(store.remove(linkedWith(store.at, type.uid, documentId)));
    const { storage } = store.relation;
    if (changes > 0) session.tx.touch(storage.kind === 'table' ? storage.table : owner.table, 'same');
  }
}
