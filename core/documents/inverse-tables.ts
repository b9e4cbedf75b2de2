// The other documents' rows hold lists, in a link table: a link written from this side is a row of it.

import type { TableRelation } from '../schema/columns';
import { LINK } from '../schema/content-type';
import type { Reference, RelationInput } from './body-input';
import { type Condition, changeOf, inReach, NO_PINS, rowsMeant, type Side, toPlace } from './inverse-change';
import type { Link } from './link';
import { insertLinks, linkRow } from './links';

export async function writeTable(
  side: Side,
  held: TableRelation,
  input: RelationInput,
  links: Map<Reference, Link>,
): Promise<void> {
  const { session, owner, documentId } = side;
  const { dialect, tx, action } = session;
  const id = (name: string): string => dialect.id(name);
  const table = id(held.storage.table);
  const source = id(owner.type.table);
  const meant = rowsMeant(side, NO_PINS, 's.');
  const typed = held.storage.typed ? ` AND l.${id(LINK.type)} = ?` : '';
  const own = held.storage.typed ? [documentId, action.type.uid] : [documentId];

  const read = owner.statement(
    `inverse read ${held.name} ${meant.key}`,
    () =>
      `SELECT s.id, s.document_id, l.${id(LINK.inverseOrder)} FROM ${table} l JOIN ${source} s ON s.id = l.${id(LINK.source)} WHERE l.${id(LINK.target)} = ?${typed}${meant.text} ORDER BY l.${id(LINK.inverseOrder)}, s.id`,
  );
  const places = await inReach(side, (await tx.all(read, [...own, ...meant.params])).map(toPlace));
  const { gone, linked } = await changeOf(side, input, links, places);

  const unlink = owner.statement(
    `inverse unlink ${held.name}`,
    () =>
      `DELETE FROM ${table} WHERE ${id(LINK.target)} = ?${typed.replace('l.', '')} AND ${id(LINK.source)} = ?`,
  );
  for (const { rowId } of places.filter(({ document }) => gone.includes(document)))
    await tx.run(unlink, [...own, rowId]);

  const move = owner.statement(
    `inverse move ${held.name}`,
    () =>
      `UPDATE ${table} SET ${id(LINK.inverseOrder)} = ? WHERE ${id(LINK.target)} = ?${typed.replace('l.', '')} AND ${id(LINK.source)} = ?`,
  );
  for (const { document, order, reference, isMoved } of linked) {
    const rows = rowsMeant(side, reference, 's.');
    const find = owner.statement(
      `inverse find ${held.name} ${rows.key}`,
      () =>
        `SELECT s.id, (SELECT MAX(l.${id(LINK.order)}) FROM ${table} l WHERE l.${id(LINK.source)} = s.id), (SELECT COUNT(*) FROM ${table} l WHERE l.${id(LINK.source)} = s.id AND l.${id(LINK.target)} = ?${typed}) FROM ${source} s WHERE s.document_id = ?${rows.text} ORDER BY s.id`,
    );
    for (const [row, last, present] of await tx.all(find, [...own, document, ...rows.params])) {
      const rowId = Number(row);
      if (Number(present) > 0) await tx.run(move, [order, ...own, rowId]);
      else if (!isMoved) {
        const link = { type: action.type.uid, document: documentId, pins: {}, rowId: 0 };
        await insertLinks(session, owner, held, [
          linkRow(session.schema, owner, held, rowId, link, Number(last ?? 0) + 1, order),
        ]);
      }
    }
  }
  tx.touch(held.storage.table);
}

export async function unlinkRows(
  { session, owner, documentId }: Side,
  held: TableRelation,
  document: string,
  rows: Condition,
): Promise<void> {
  const { id } = session.dialect;
  const typed = held.storage.typed ? ` AND ${id(LINK.type)} = ?` : '';
  const text = owner.statement(
    `inverse unlink rows ${held.name} ${rows.key}`,
    () =>
      `DELETE FROM ${id(held.storage.table)} WHERE ${id(LINK.target)} = ?${typed} AND ${id(LINK.source)} IN (SELECT id FROM ${id(owner.type.table)} WHERE document_id = ?${rows.text})`,
  );
  const own = held.storage.typed ? [documentId, session.action.type.uid] : [documentId];
  await session.tx.run(text, [...own, document, ...rows.params]);
}
