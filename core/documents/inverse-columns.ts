// The other documents' rows hold one target each, in columns: a link written from this side is theirs.

import type { ColumnRelation } from '../schema/columns';
import type { Reference, RelationInput } from './body-input';
import { type Condition, changeOf, inReach, NO_PINS, rowsMeant, type Side, toPlace } from './inverse-change';
import type { Link } from './link';

/** The other rows hold one target each: being named here, they leave the one they had. */
export async function writeColumn(
  side: Side,
  held: ColumnRelation,
  input: RelationInput,
  links: Map<Reference, Link>,
): Promise<void> {
  const { session, owner, documentId } = side;
  const { dialect, tx } = session;
  const id = (name: string): string => dialect.id(name);
  const table = id(owner.type.table);
  const { column, orderColumn, typeColumn } = held.storage;
  const meant = rowsMeant(side, NO_PINS);
  const typed = typeColumn ? ` AND ${id(typeColumn)} = ?` : '';
  const own = typeColumn ? [documentId, session.action.type.uid] : [documentId];

  const read = owner.statement(
    `inverse read ${held.name} ${meant.key}`,
    () =>
      `SELECT id, document_id, ${id(orderColumn)} FROM ${table} WHERE ${id(column)} = ?${typed}${meant.text} ORDER BY ${id(orderColumn)}, id`,
  );
  const places = await inReach(side, (await tx.all(read, [...own, ...meant.params])).map(toPlace));
  const { gone, linked } = await changeOf(side, input, links, places);
  for (const document of gone) await clearColumn(side, held, document, meant);
  for (const { document, order, reference, isMoved } of linked) {
    const rows = rowsMeant(side, reference);
    if (isMoved) {
      const move = owner.statement(
        `inverse place ${held.name} ${rows.key}`,
        () =>
          `UPDATE ${table} SET ${id(orderColumn)} = ? WHERE ${id(column)} = ?${typed} AND document_id = ?${rows.text}`,
      );
      await tx.run(move, [order, ...own, document, ...rows.params]);
      continue;
    }
    if (!side.attribute.many) {
      // A place for one, in rows that the body names: whoever has it there gives way.
      const makeRoom = owner.statement(
        `inverse yield ${held.name} ${rows.key}`,
        () =>
          `UPDATE ${table} SET ${emptied(side, held)} WHERE ${id(column)} = ?${typed} AND document_id <> ?${rows.text}`,
      );
      await tx.run(makeRoom, [...own, document, ...rows.params]);
    }
    const text = owner.statement(
      `inverse set ${held.name} ${rows.key}`,
      () =>
        `UPDATE ${table} SET ${id(column)} = ?${typeColumn ? `, ${id(typeColumn)} = ?` : ''}, ${id(orderColumn)} = ? WHERE document_id = ?${rows.text}`,
    );
    await tx.run(text, [...own, order, document, ...rows.params]);
  }
  tx.touch(owner.type.table);
}

/** What a row without the link holds. */
const emptied = ({ session }: Side, { storage }: ColumnRelation): string =>
  [storage.column, storage.orderColumn, ...(storage.typeColumn ? [storage.typeColumn] : [])]
    .map((name) => `${session.dialect.id(name)} = NULL`)
    .join(', ');

export async function clearColumn(
  side: Side,
  held: ColumnRelation,
  document: string,
  rows: Condition,
): Promise<void> {
  const { session, owner, documentId } = side;
  const { column, typeColumn } = held.storage;
  const { id } = session.dialect;
  const typed = typeColumn ? ` AND ${id(typeColumn)} = ?` : '';
  const text = owner.statement(
    `inverse clear ${held.name} ${rows.key}`,
    () =>
      `UPDATE ${id(owner.type.table)} SET ${emptied(side, held)} WHERE ${id(column)} = ?${typed} AND document_id = ?${rows.text}`,
  );
  const own = typeColumn ? [documentId, session.action.type.uid] : [documentId];
  await session.tx.run(text, [...own, document, ...rows.params]);
}
