// Writing a relation from the side that does not hold its links: a write of the other documents' rows. Which of their rows:
// those with the axes of the row written; where only the other type has an axis, the value that the request or the body names,
// or every version.
import { axisValueToStored } from '../schema/axis';
import { type ContentType, LINK, type RelationAttribute } from '../schema/content-type';
import type { ModelInput, Reference, RelationInput } from './body-input';
import { referencesOf } from './body-input';
import { applyRelation, type Link } from './link';
import { assignOrders } from './link-order';
import { insertLinks, linkRow } from './links';
import type { DocumentKey } from './lock-order';
import { axesOfLink } from './resolve-references';
import { reachableOf } from './row-rules';
import type { WriteSession } from './session';
import { boundValue, isText } from './target';
import type { ColumnRelation, TableRelation, WritePlan } from './write-plan';

/** Documents whose rows this body writes, and targets that it takes away from others: two takers come one after the other. */
export function documentsToLock(input: ModelInput, resolved: ReadonlyMap<Reference, Link>): DocumentKey[] {
  return [...input.relations].flatMap(([attribute, relation]) =>
    attribute.holdsLinks && !isExclusive(attribute)
      ? []
      : referencesOf(relation).flatMap((reference) => {
          const link = resolved.get(reference);
          return link ? [{ type: link.type, documentId: link.document }] : [];
        }),
  );
}

const isExclusive = ({ relation, inverse }: RelationAttribute): boolean =>
  relation === 'oneToOne' && inverse !== null;

interface Side {
  readonly session: WriteSession;
  readonly attribute: RelationAttribute;
  readonly owner: WritePlan;
  readonly documentId: string;
}

export async function writeInverse(
  session: WriteSession,
  attribute: RelationAttribute,
  documentId: string,
  input: RelationInput,
  resolved: ReadonlyMap<Reference, Link>,
): Promise<void> {
  const type = attribute.target === null ? undefined : session.schema.types.get(attribute.target);
  const held = [...(type?.attributes.values() ?? [])].find(
    (other): other is RelationAttribute =>
      other.kind === 'relation' && other.holdsLinks && other.name === attribute.inverse,
  );
  if (!type || !held) return;
  const side: Side = { session, attribute, owner: session.planOf(type), documentId };
  // Named rows differ per document only where the body names axes; those are written apart.
  const links = plainLinks(input, resolved);
  if (!isColumn(held) && !isTable(held)) return;
  const rest = await disconnectNamed(side, held, input, links);
  if (isColumn(held)) await writeColumn(side, held, rest, links);
  else await writeTable(side, held, rest, links);
}

const isColumn = (relation: RelationAttribute): relation is ColumnRelation =>
  relation.storage.kind === 'column';
const isTable = (relation: RelationAttribute): relation is TableRelation => relation.storage.kind === 'table';

/** On this side a link is its document; what was named beside it only says which rows to write. */
function plainLinks(input: RelationInput, resolved: ReadonlyMap<Reference, Link>): Map<Reference, Link> {
  const links = new Map<Reference, Link>();
  for (const reference of referencesOf(input)) {
    const link = resolved.get(reference);
    if (link) links.set(reference, { ...link, pins: {} });
  }
  return links;
}

/** Disconnects that say which rows of a document they mean; answers what is left of the body. */
async function disconnectNamed(
  side: Side,
  held: ColumnRelation | TableRelation,
  input: RelationInput,
  links: ReadonlyMap<Reference, Link>,
): Promise<RelationInput> {
  if (input.kind === 'set') return input;
  const { session, owner } = side;
  const isNamed = ({ pins }: Reference): boolean =>
    Object.keys(pins).some((axis) => session.action.target[axis] === undefined);
  const named = input.disconnect.filter(isNamed);
  if (named.length === 0) return input;
  const documentIds = named.flatMap((reference) => links.get(reference)?.document ?? []);
  await session.lock(documentIds.map((documentId) => ({ type: owner.type.uid, documentId })));
  for (const reference of named) {
    const link = links.get(reference);
    if (!link) continue;
    const rows = rowsMeant(side, reference);
    if (isColumn(held)) await clearColumn(side, held, link.document, rows);
    else await unlinkRows(side, held, link.document, rows);
  }
  return { ...input, disconnect: input.disconnect.filter((reference) => !isNamed(reference)) };
}

interface Condition {
  readonly key: string;
  readonly text: string;
  readonly params: readonly (string | number)[];
}

/** Which rows of the other type are meant. */
function rowsMeant(
  { session, attribute, owner }: Side,
  reference: Pick<Reference, 'pins'>,
  alias = '',
): Condition {
  const { action, dialect } = session;
  const { needed } = axesOfLink(session, attribute, owner.type, reference);
  const parts: string[] = [];
  const params: (string | number)[] = [];
  const add = (column: string, value: string | number): void => {
    parts.push(`${alias}${dialect.id(column)} = ?`);
    params.push(value);
  };
  for (const use of owner.type.axes) {
    const { axis } = use;
    // One value along the axis: all rows along it are meant, or they would differ.
    if (attribute.inverse !== null && use.shared.has(attribute.inverse)) continue;
    const follows = action.target[axis.name];
    const value = isText(use)
      ? (needed[axis.name] ?? boundValue(action.axes[axis.name]) ?? axis.defaultValue())
      : (needed[axis.name] ?? (action.followUps.length > 0 ? undefined : follows));
    if (value !== undefined) add(axis.column, axisValueToStored(axis, value));
  }
  for (const { column, value } of owner.pinned) add(column, value);
  return { key: parts.join(), text: parts.map((part) => ` AND ${part}`).join(''), params };
}

interface Place {
  readonly rowId: number;
  readonly document: string;
  readonly order: number;
}

/** The list as this side sees it: documents, by the least order of their rows. */
function listOf(places: readonly Place[], type: ContentType): { links: Link[]; orders: Map<string, number> } {
  const orders = new Map<string, number>();
  for (const { document, order } of places) if (!orders.has(document)) orders.set(document, order);
  return {
    links: [...orders.keys()].map((document) => ({ type: type.uid, document, pins: {}, rowId: 0 })),
    orders,
  };
}

/** What the caller cannot see stays as it is: to them the list is without it. In a place for one, it gives way. */
async function inReach({ session, attribute, owner }: Side, places: Place[]): Promise<readonly Place[]> {
  if (!attribute.many) return places;
  const seen = await reachableOf(
    session,
    owner.type,
    places.map(({ document }) => document),
  );
  return seen ? places.filter(({ document }) => seen.has(document)) : places;
}

interface Change {
  /** Documents that have a link here and lose it. */
  readonly gone: readonly string[];
  /** Documents to be linked, with their order on this side; `reference` names their rows. */
  readonly linked: readonly {
    readonly document: string;
    readonly order: number;
    readonly reference: Pick<Reference, 'pins'>;
    /** Not named by the body: only its place changes, and no row gets a link that it had not. */
    readonly isMoved: boolean;
  }[];
}

/** Locks what it names. */
async function changeOf(
  side: Side,
  input: RelationInput,
  links: Map<Reference, Link>,
  places: readonly Place[],
): Promise<Change> {
  const { links: current, orders: before } = listOf(places, side.owner.type);
  const all = applyRelation(current, input, links);
  const wanted = (side.attribute.many ? all : all.slice(-1)).map(({ document }) => document);
  const orders = assignOrders(wanted, before, side.session.moment);
  const named = new Map<string, Reference>();
  const references = input.kind === 'set' ? input.items : input.connect.map(({ reference }) => reference);
  for (const reference of references) {
    const link = links.get(reference);
    if (link) named.set(link.document, reference);
  }
  const gone = [...before.keys()].filter((document) => !wanted.includes(document));
  const linked = wanted.flatMap((document) => {
    const order = orders.get(document) ?? 0;
    const reference = named.get(document);
    return reference || before.get(document) !== order
      ? [{ document, order, reference: reference ?? NO_PINS, isMoved: reference === undefined }]
      : [];
  });
  const { uid } = side.owner.type;
  const changed = [...gone, ...linked.map(({ document }) => document)];
  await side.session.lock(changed.map((documentId) => ({ type: uid, documentId })));
  return { gone, linked };
}

const NO_PINS = { pins: {} };

/** The other rows hold one target each: being named here, they leave the one they had. */
async function writeColumn(
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

async function clearColumn(
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

async function writeTable(
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

async function unlinkRows(
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

const toPlace = ([rowId, document, order]: readonly unknown[]): Place => ({
  rowId: Number(rowId),
  document: String(document),
  order: Number(order),
});
