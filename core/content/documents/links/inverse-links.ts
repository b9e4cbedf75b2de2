// Writes a relation from the side that holds no links: the links of the other documents' rows change, in either storage. Which
// rows are meant is inverse-side.ts.
// SQL: SELECT s.document_id, s."author_ord" FROM "articles" s WHERE s."author_doc" = ? ORDER BY s."author_ord", s.id
// SQL: UPDATE "articles" SET "author_doc" = NULL, "author_ord" = NULL WHERE "author_doc" = ? AND document_id = ?
// SQL: UPDATE "articles_tags_lnk" SET "inv_ord" = ? WHERE "target" = ? AND "source_id" IN (SELECT id FROM "articles" WHERE document_id = ?)
import { build, param, type Sql } from '../../../database/sql';
import { isColumnRelation, isExclusive, isTableRelation } from '../../model/compiled/columns';
import type { RelationAttribute } from '../../model/compiled/content-type';
import { type ModelInput, type Reference, type RelationInput, referencesOf } from '../input/body-input';
import { type StoredLink, storedLink, WITHOUT_PINS } from '../write/link';
import type { DocumentKey } from '../write/lock-order';
import { RelinkGuard } from '../write/relink-guard';
import { reachableOf } from '../write/writable-documents';
import type { WriteSession } from '../write/write-session';
import { unseenOf } from './find-unseen';
import { linkedBy, oncePerDocument, referencesByDocument, withoutPins } from './inverse-references';
import {
  type InverseSide,
  linkedHere,
  linksNotHidden,
  linksSeen,
  linksShown,
  markChanged,
  type Named,
  NO_PINS,
  rowsExamined,
  rowsMeant,
} from './inverse-side';
import { assignOrders } from './link-order';
import { changeRelation, type References } from './relation-change';
import { storeOf } from './row-links';
import { leavesUnseen, NOTHING_UNSEEN } from './unseen-links';

/** Documents whose rows this body writes, and targets of one-to-one relations: two writes that take one target run one by one. */
export function documentsToLock(input: ModelInput, references: References): DocumentKey[] {
  return [...input.relations].flatMap(([attribute, relation]) =>
    attribute.holdsLinks && !isExclusive(attribute)
      ? []
      : referencesOf(relation).flatMap((reference) => {
          const link = references.get(reference);
          return link ? [{ type: link.type, documentId: link.document }] : [];
        }),
  );
}

export async function writeInverse(
  session: WriteSession,
  attribute: RelationAttribute,
  documentId: string,
  input: RelationInput,
  references: References,
): Promise<void> {
  const type = attribute.target === null ? undefined : session.schema.types.get(attribute.target);
  const held = [...(type?.attributes.values() ?? [])].find(({ name }) => name === attribute.inverse);
  if (!type || !held || !(isColumnRelation(held) || isTableRelation(held))) return;
  const owner = session.planOf(type);
  const store = storeOf(owner, held);
  if (!store) return;
  const plain = withoutPins(input, references);
  const guard = new RelinkGuard(session, type, held);
  const side: InverseSide = { session, attribute, owner, store, documentId, guard };
  // A place for one has one reference: the write reaches the rows that it names, and no others.
  const meant: Named = (!attribute.many && linkedBy(input)[0]) || NO_PINS;
  const rest = await disconnectNamed(side, input, plain);

  const stored = await readInverse(side, meant);
  const named = referencesByDocument(linkedBy(rest), plain);
  const unseen = leavesUnseen(rest) ? await unseenOf(session, stored, plain) : NOTHING_UNSEEN;
  const change = changeRelation(attribute, stored, oncePerDocument(rest, plain, named), plain, unseen);
  const places = new Map(stored.map(({ document, inverseOrder }) => [document, inverseOrder]));
  const orders = assignOrders(
    change.wanted.map(({ document }) => document),
    places,
    session.linkOrder,
  );
  const placed = change.wanted.flatMap(({ document }) => {
    const order = orders.get(document) ?? 0;
    const references = named.get(document) ?? [];
    return references.length > 0 || places.get(document) !== order ? [{ document, order, references }] : [];
  });
  const changed = [...change.gone, ...placed].map(({ document }) => ({
    type: type.uid,
    documentId: document,
  }));
  await session.lock(changed);
  const time = await session.timeAfter(
    owner,
    changed.map((each) => each.documentId),
  );
  for (const { document } of change.gone) await guard.examine(document, rowsExamined(side, meant));
  for (const { document, references } of placed)
    for (const reference of references) await guard.examine(document, rowsExamined(side, reference));
  for (const { document } of change.gone) await unlink(side, document, meant, time);
  for (const { document, order, references } of placed) {
    if (references.length === 0) await move(side, document, order, NO_PINS);
    for (const reference of references) {
      await move(side, document, order, reference);
      await link(side, { document, order, time }, reference);
    }
  }
  const { storage } = store.relation;
  session.tx.touch(storage.kind === 'table' ? storage.table : owner.type.table, 'same');
}

/** The list of this side, one link per document. Documents that the caller cannot see are not in a list; they do not keep a place for one. */
async function readInverse(side: InverseSide, meant: Named): Promise<StoredLink[]> {
  const { session, attribute, owner, store } = side;
  const { from, alias } = store.joined;
  const order = `${alias}${store.at.inverseOrder}`;
  const rows = await session.all(
    build(
      `SELECT s.document_id, ${order} FROM ${from} WHERE `,
      linkedHere(side, alias),
      linksSeen(side, alias),
      rowsMeant(side, meant, 's.'),
      ` ORDER BY ${order}, s.id`,
    ),
  );
  const orders = new Map<string, number>();
  for (const [document, place] of rows)
    if (!orders.has(String(document))) orders.set(String(document), Number(place));
  const seen = attribute.many ? await reachableOf(session, owner.type, orders.keys()) : null;
  return [...orders].flatMap(([document, inverseOrder]) =>
    seen && !seen.has(document)
      ? []
      : [storedLink(owner.type.uid, document, WITHOUT_PINS, inverseOrder, inverseOrder)],
  );
}

/** The seen link of the meant rows of a document, as a condition on links. */
const linkOf = (side: InverseSide, document: string, rows: Sql): Sql =>
  build(
    linkedHere(side),
    linksSeen(side),
    ' AND ',
    side.store.ofRows(build('document_id = ', param(document), rows)),
  );

async function unlink(side: InverseSide, document: string, reference: Named, time: string): Promise<void> {
  const { session, store } = side;
  const { changes } = await session.run(store.remove(linkOf(side, document, rowsMeant(side, reference))));
  if (changes > 0) await markChanged(side, document, reference, time);
}

async function move(side: InverseSide, document: string, order: number, reference: Named): Promise<void> {
  const { at } = side.store;
  await side.session.run(
    build(
      `UPDATE ${at.table} SET ${at.inverseOrder} = `,
      param(order),
      ' WHERE ',
      linkOf(side, document, rowsMeant(side, reference)),
    ),
  );
}

interface LinkedDocument {
  readonly document: string;
  readonly order: number;
  readonly time: string;
}

async function link(
  side: InverseSide,
  { document, order, time }: LinkedDocument,
  reference: Reference,
): Promise<void> {
  const { session, attribute, documentId, store } = side;
  const rows = rowsMeant(side, reference);
  if (!attribute.many && store.relation.storage.kind === 'column')
    await releaseOneToOneTarget(side, document, rows, reference);
  const isChanged = await store.link(session, {
    target: { type: session.action.type.uid, document: documentId },
    document,
    rows,
    isLinked: build(linkedHere(side), linksShown(side)),
    isSimilar: build(linkedHere(side), linksNotHidden(side)),
    order,
  });
  if (isChanged) await markChanged(side, document, reference, time);
}

/** The relation has room for one document: other documents with this target lose it. */
async function releaseOneToOneTarget(
  side: InverseSide,
  document: string,
  rows: Sql,
  reference: Reference,
): Promise<void> {
  const { session, owner, store } = side;
  const others = build(
    linkedHere(side),
    ' AND ',
    store.ofRows(build('document_id <> ', param(document), rows)),
  );
  const found = await session.all(
    build(`SELECT DISTINCT document_id FROM ${session.dialect.id(owner.type.table)} WHERE `, others),
  );
  const losers = found.map(([loser]) => String(loser));
  if (losers.length === 0) return;
  await session.lock(losers.map((documentId) => ({ type: owner.type.uid, documentId })));
  for (const loser of losers) await side.guard.examine(loser, rowsExamined(side, reference));
  const time = await session.timeAfter(owner, losers);
  await session.run(store.remove(others));
  for (const loser of losers) await markChanged(side, loser, reference, time);
}

/** Runs the disconnects that name axis values: they write other rows than the rest of the body, which is the result. */
async function disconnectNamed(
  side: InverseSide,
  input: RelationInput,
  references: References,
): Promise<RelationInput> {
  if (input.kind === 'set') return input;
  const { session, owner } = side;
  const isNamed = ({ pins }: Named): boolean =>
    Object.keys(pins).some((axis) => session.action.target[axis] === undefined);
  const named = input.disconnect.filter(isNamed);
  if (named.length === 0) return input;
  const documentIds = named.flatMap((reference) => references.get(reference)?.document ?? []);
  await session.lock(documentIds.map((documentId) => ({ type: owner.type.uid, documentId })));
  const time = await session.timeAfter(owner, documentIds);
  for (const reference of named) {
    const document = references.get(reference)?.document;
    if (document) await side.guard.examine(document, rowsExamined(side, reference));
    if (document) await unlink(side, document, reference, time);
  }
  return { ...input, disconnect: input.disconnect.filter((reference) => !isNamed(reference)) };
}
