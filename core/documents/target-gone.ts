// A document that goes takes every link to it along: who is written by that, and the writing.
import { type ContentType, LINK } from '../schema/content-type';
import { withoutLink } from './column-links';
import type { DocumentKey } from './lock-order';
import type { WriteSession } from './session';

/** Documents whose rows say in a column that they are linked with this one: what removes it writes them, too. */
export async function holdersOf(
  { dialect, planOf, schema, tx }: WriteSession,
  type: ContentType,
  documentId: string,
): Promise<DocumentKey[]> {
  const id = (name: string): string => dialect.id(name);
  const plan = planOf(type);
  const holders = [...schema.types.values()].flatMap((owner) =>
    planOf(owner)
      .columnRelations.filter(({ target }) => target === null || target === type.uid)
      .map(({ storage }) => ({ owner, storage })),
  );
  if (holders.length === 0) return [];
  const text = plan.statement('holders', () =>
    holders
      .map(({ owner, storage }, index) => {
        const typed = storage.typeColumn ? ` AND ${id(storage.typeColumn)} = ?` : '';
        return `SELECT ${index}, document_id FROM ${id(owner.table)} WHERE ${id(storage.column)} = ?${typed}`;
      })
      .join(' UNION '),
  );
  const params = holders.flatMap(({ storage }) =>
    storage.typeColumn ? [documentId, type.uid] : [documentId],
  );
  return (await tx.all(text, params)).flatMap(([index, document]) => {
    const owner = holders[Number(index)]?.owner;
    return owner ? [{ type: owner.uid, documentId: String(document) }] : [];
  });
}

/** Removes every link to a document that is gone. */
export async function forgetTarget(
  session: WriteSession,
  type: ContentType,
  documentId: string,
): Promise<void> {
  const { dialect, schema, tx } = session;
  const id = (name: string): string => dialect.id(name);
  const plan = session.planOf(type);
  for (const owner of schema.types.values()) {
    const holder = session.planOf(owner);
    for (const relation of holder.columnRelations) {
      const { target, storage } = relation;
      if (target !== null && target !== type.uid) continue;
      const text = plan.statement(`forget ${owner.uid} ${storage.column}`, () => {
        const typed = storage.typeColumn ? ` AND ${id(storage.typeColumn)} = ?` : '';
        return `UPDATE ${id(owner.table)} SET ${withoutLink(holder, relation, schema, dialect)} WHERE ${id(storage.column)} = ?${typed}`;
      });
      const { changes } = await tx.run(text, storage.typeColumn ? [documentId, type.uid] : [documentId]);
      if (changes > 0) tx.touch(owner.table);
    }
    for (const { target, storage } of holder.linkTables) {
      if (target !== null && target !== type.uid) continue;
      const text = plan.statement(`forget ${storage.table}`, () => {
        const typed = storage.typed ? ` AND ${id(LINK.type)} = ?` : '';
        return `DELETE FROM ${id(storage.table)} WHERE ${id(LINK.target)} = ?${typed}`;
      });
      const { changes } = await tx.run(text, storage.typed ? [documentId, type.uid] : [documentId]);
      if (changes > 0) tx.touch(storage.table);
    }
  }
}
