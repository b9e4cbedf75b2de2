// The other documents' rows hold lists, in a link table: a link written from this side is a row of it.

import type { TableRelation } from '../schema/columns';
import { LINK } from '../schema/content-type';
import type { Reference, RelationInput } from './body-input';
import {
  changeOf,
  inReach,
  linkedHere,
  linksAwake,
  linksSeen,
  NO_PINS,
  rowsMeant,
  type Side,
  toPlace,
  unsettle,
} from './inverse-change';
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
  const type = held.storage.typed ? LINK.type : null;
  const linked = linkedHere(side, LINK.target, type);
  const linkedThere = linkedHere(side, LINK.target, type, 'l.');
  const seen = linksSeen(side, held);
  const seenThere = linksSeen(side, held, 'l.');

  const read = owner.statement(
    `inverse read ${held.name} ${meant.key} ${seen.key}`,
    () =>
      `SELECT s.id, s.document_id, l.${id(LINK.inverseOrder)} FROM ${table} l JOIN ${source} s ON s.id = l.${id(LINK.source)} WHERE ${linkedThere.text}${seenThere.text}${meant.text} ORDER BY l.${id(LINK.inverseOrder)}, s.id`,
  );
  const found = await tx.all(read, [...linked.params, ...seen.params, ...meant.params]);
  const places = await inReach(side, found.map(toPlace));
  const change = await changeOf(side, input, links, places);

  const unlink = owner.statement(
    `inverse unlink ${held.name} ${seen.key}`,
    () => `DELETE FROM ${table} WHERE ${linked.text}${seen.text} AND ${id(LINK.source)} = ?`,
  );
  for (const { rowId } of places.filter(({ document }) => change.gone.includes(document)))
    await tx.run(unlink, [...linked.params, ...seen.params, rowId]);
  for (const document of change.gone) await unsettle(side, document, NO_PINS);

  const move = owner.statement(
    `inverse move ${held.name} ${seen.key}`,
    () =>
      `UPDATE ${table} SET ${id(LINK.inverseOrder)} = ? WHERE ${linked.text}${seen.text} AND ${id(LINK.source)} = ?`,
  );
  for (const { document, order, reference, isMoved } of change.linked) {
    const rows = rowsMeant(side, reference, 's.');
    const find = owner.statement(
      `inverse find ${held.name} ${rows.key} ${seen.key}`,
      () =>
        `SELECT s.id, (SELECT MAX(l.${id(LINK.order)}) FROM ${table} l WHERE l.${id(LINK.source)} = s.id), (SELECT COUNT(*) FROM ${table} l WHERE l.${id(LINK.source)} = s.id AND ${linkedThere.text}${seenThere.text}) FROM ${source} s WHERE s.document_id = ?${rows.text} ORDER BY s.id`,
    );
    for (const [row, last, present] of await tx.all(find, [
      ...linked.params,
      ...seen.params,
      document,
      ...rows.params,
    ])) {
      const rowId = Number(row);
      if (Number(present) > 0) await tx.run(move, [order, ...linked.params, ...seen.params, rowId]);
      else if (!isMoved) {
        await unlinkNarrower(side, held, rowId);
        const link = { type: action.type.uid, document: documentId, pins: {}, rowId: 0 };
        await insertLinks(session, owner, held, [
          linkRow(session.schema, owner, held, rowId, link, Number(last ?? 0) + 1, order),
        ]);
        await unsettle(side, document, reference);
      }
    }
  }
  tx.touch(held.storage.table);
}

/** A link that names no row means every one: with those that name another beside it, they would see the document twice. */
async function unlinkNarrower(side: Side, held: TableRelation, rowId: number): Promise<void> {
  if (Object.keys(held.storage.pins).length === 0) return;
  const { session, owner } = side;
  const { id } = session.dialect;
  const linked = linkedHere(side, LINK.target, held.storage.typed ? LINK.type : null);
  const awake = linksAwake(side, held);
  const text = owner.statement(
    `inverse unlink others ${held.name} ${awake.key}`,
    () =>
      `DELETE FROM ${id(held.storage.table)} WHERE ${linked.text}${awake.text} AND ${id(LINK.source)} = ?`,
  );
  await session.tx.run(text, [...linked.params, ...awake.params, rowId]);
}

/** Takes the link, where it is seen, out of a document's rows. */
export async function unlinkRows(
  side: Side,
  held: TableRelation,
  document: string,
  reference: Pick<Reference, 'pins'>,
): Promise<void> {
  const { session, owner } = side;
  const { id } = session.dialect;
  const rows = rowsMeant(side, reference);
  const linked = linkedHere(side, LINK.target, held.storage.typed ? LINK.type : null);
  const seen = linksSeen(side, held);
  const text = owner.statement(
    `inverse unlink rows ${held.name} ${rows.key} ${seen.key}`,
    () =>
      `DELETE FROM ${id(held.storage.table)} WHERE ${linked.text}${seen.text} AND ${id(LINK.source)} IN (SELECT id FROM ${id(owner.type.table)} WHERE document_id = ?${rows.text})`,
  );
  const params = [...linked.params, ...seen.params, document, ...rows.params];
  if ((await session.tx.run(text, params)).changes > 0) await unsettle(side, document, reference);
}
