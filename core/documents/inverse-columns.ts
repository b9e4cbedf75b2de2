// The other documents' rows hold one target each, in columns: a link written from this side is theirs.

import type { ColumnRelation } from '../schema/columns';
import type { Reference, RelationInput } from './body-input';
import { columnValues, withoutLink } from './column-links';
import {
  changeOf,
  inReach,
  isOneVersion,
  linkedHere,
  linksSeen,
  NO_PINS,
  rowsMeant,
  type Side,
  toPlace,
  unsettle,
} from './inverse-change';
import type { Link } from './link';

/** The other rows hold one target each: being named here, they leave the one they had. */
export async function writeColumn(
  side: Side,
  held: ColumnRelation,
  input: RelationInput,
  links: Map<Reference, Link>,
): Promise<void> {
  const { session, owner, documentId } = side;
  const { dialect, schema, tx } = session;
  const id = (name: string): string => dialect.id(name);
  const table = id(owner.type.table);
  const order = id(held.storage.orderColumn);
  const meant = rowsMeant(side, NO_PINS);
  const linked = linkedHere(side, held.storage.column, held.storage.typeColumn);
  const seen = linksSeen(side, held);

  const read = owner.statement(
    `inverse read ${held.name} ${meant.key} ${seen.key}`,
    () =>
      `SELECT id, document_id, ${order} FROM ${table} WHERE ${linked.text}${seen.text}${meant.text} ORDER BY ${order}, id`,
  );
  const found = await tx.all(read, [...linked.params, ...seen.params, ...meant.params]);
  const change = await changeOf(side, input, links, await inReach(side, found.map(toPlace)));
  for (const document of change.gone) await clearColumn(side, held, document, NO_PINS);
  for (const { document, order: place, reference, isMoved } of change.linked) {
    const rows = rowsMeant(side, reference);
    // A link that is seen stays what it is, whatever row it names: only its place changes.
    const move = owner.statement(
      `inverse place ${held.name} ${rows.key} ${seen.key}`,
      () =>
        `UPDATE ${table} SET ${order} = ? WHERE ${linked.text}${seen.text} AND document_id = ?${rows.text}`,
    );
    await tx.run(move, [place, ...linked.params, ...seen.params, document, ...rows.params]);
    if (isMoved) continue;
    if (!side.attribute.many) {
      // A place for one, in rows that the body names: whoever has it there gives way.
      const where = `WHERE ${linked.text} AND document_id <> ?${rows.text}`;
      const params = [...linked.params, document, ...rows.params];
      const losers = isOneVersion(side, reference)
        ? await tx.all(`SELECT DISTINCT document_id FROM ${table} ${where}`, params)
        : [];
      const makeRoom = owner.statement(
        `inverse yield ${held.name} ${rows.key}`,
        () => `UPDATE ${table} SET ${withoutLink(owner, held, schema, dialect)} ${where}`,
      );
      await tx.run(makeRoom, params);
      for (const [loser] of losers) await unsettle(side, String(loser), reference);
    }
    const link = { type: session.action.type.uid, document: documentId, pins: {}, rowId: 0 };
    const values = columnValues(owner, held, link, place, schema);
    const set = owner.statement(`inverse set ${held.name} ${rows.key} ${seen.key}`, () => {
      const columns = Object.keys(values).map((column) => `${id(column)} = ?`);
      return `UPDATE ${table} SET ${columns.join(', ')} WHERE document_id = ?${rows.text} AND (${id(held.storage.column)} IS NULL OR NOT (${linked.text}${seen.text}))`;
    });
    const { changes } = await tx.run(set, [
      ...Object.values(values),
      document,
      ...rows.params,
      ...linked.params,
      ...seen.params,
    ]);
    if (changes > 0) await unsettle(side, document, reference);
  }
  tx.touch(owner.type.table);
}

/** Takes the link, where it is seen, out of a document's rows. */
export async function clearColumn(
  side: Side,
  held: ColumnRelation,
  document: string,
  reference: Pick<Reference, 'pins'>,
): Promise<void> {
  const { session, owner } = side;
  const { dialect, schema, tx } = session;
  const rows = rowsMeant(side, reference);
  const linked = linkedHere(side, held.storage.column, held.storage.typeColumn);
  const seen = linksSeen(side, held);
  const text = owner.statement(
    `inverse clear ${held.name} ${rows.key} ${seen.key}`,
    () =>
      `UPDATE ${dialect.id(owner.type.table)} SET ${withoutLink(owner, held, schema, dialect)} WHERE ${linked.text}${seen.text} AND document_id = ?${rows.text}`,
  );
  const { changes } = await tx.run(text, [...linked.params, ...seen.params, document, ...rows.params]);
  if (changes > 0) await unsettle(side, document, reference);
}
