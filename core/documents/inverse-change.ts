// What a body changes in a list that the other documents' rows hold: which of their rows are meant, which of them lose the link,
// which get it, and at what place on this side.
import { type AxisDefinition, axisValueToStored, noPin } from '../schema/axis';
import type { ColumnRelation, TableRelation } from '../schema/columns';
import type { ContentType, RelationAttribute } from '../schema/content-type';
import type { Pin } from './asleep-pins';
import type { Reference, RelationInput } from './body-input';
import { applyRelation, type Link } from './link';
import { assignOrders } from './link-order';
import { axesOfLink } from './resolve-references';
import { reachableOf } from './row-rules';
import type { WriteSession } from './session';
import { boundValue, isText } from './target';
import type { WritePlan } from './write-plan';

export interface Side {
  readonly session: WriteSession;
  readonly attribute: RelationAttribute;
  readonly owner: WritePlan;
  readonly documentId: string;
}

export interface Condition {
  readonly key: string;
  readonly text: string;
  readonly params: readonly (string | number)[];
}

/** Links with this document; `type`: the column that says of which type it is, where links of several share one. */
export function linkedHere(
  { session, documentId }: Side,
  target: string,
  type: string | null,
  alias = '',
): Condition {
  const { id } = session.dialect;
  return {
    key: '',
    text: `${alias}${id(target)} = ?${type ? ` AND ${alias}${id(type)} = ?` : ''}`,
    params: type ? [documentId, session.action.type.uid] : [documentId],
  };
}

/**
 * Which links are seen from here: those that name nothing, and those that name the row that is written. One that goes live names
 * both of its rows.
 */
export function linksSeen(side: Side, held: ColumnRelation | TableRelation, alias = ''): Condition {
  const { action } = side.session;
  const live = Object.entries(held.storage.pins).flatMap(([name, column]): Pin[] => {
    const use = action.type.axes.find(({ axis }) => axis.name === name);
    const value = action.target[name];
    if (!use || value === undefined || (!isText(use) && action.goesLive)) return [];
    return [{ column, none: noPin(use.axis.store), shown: axisValueToStored(use.axis, value) }];
  });
  return pinsShown(side, [...live, ...pinsAsleep(side, held)], alias);
}

/** Links that are not hidden with rows of an axis that is asleep, whichever of the others they name. */
export const linksAwake = (side: Side, held: ColumnRelation | TableRelation): Condition =>
  pinsShown(side, pinsAsleep(side, held), '');

const pinsAsleep = ({ session, owner }: Side, held: RelationAttribute): readonly Pin[] =>
  owner.asleep.of(held, session.action.type.uid);

function pinsShown({ session }: Side, pins: readonly Pin[], alias: string): Condition {
  const parts = pins.map(({ column }) => `${alias}${session.dialect.id(column)} IN (?, ?)`);
  return {
    key: parts.join(),
    text: parts.map((part) => ` AND ${part}`).join(''),
    params: pins.flatMap(({ none, shown }) => [none, shown]),
  };
}

/** Which rows of the other type's document are meant. */
export function rowsMeant(side: Side, reference: Pick<Reference, 'pins'>, alias = ''): Condition {
  return rowsWith(side, valuesMeant(side, reference), alias);
}

function rowsWith(
  { session, owner }: Side,
  values: Readonly<Record<string, string>>,
  alias: string,
): Condition {
  const { dialect } = session;
  const parts: string[] = [];
  const params: (string | number)[] = [];
  const add = (column: string, value: string | number): void => {
    parts.push(`${alias}${dialect.id(column)} = ?`);
    params.push(value);
  };
  for (const { axis } of owner.type.axes) {
    const value = values[axis.name];
    if (value !== undefined) add(axis.column, axisValueToStored(axis, value));
  }
  for (const { column, value } of owner.pinned) add(column, value);
  return { key: parts.join(), text: parts.map((part) => ` AND ${part}`).join(''), params };
}

/** By the axes along which not all rows are meant. */
function valuesMeant(
  { session, attribute, owner }: Side,
  reference: Pick<Reference, 'pins'>,
): Record<string, string> {
  const { action } = session;
  const { needed } = axesOfLink(session, attribute, owner.type, reference);
  const values: Record<string, string> = {};
  for (const use of owner.type.axes) {
    const { name, defaultValue } = use.axis;
    // One value along the axis: all rows along it are meant, or they would differ.
    if (attribute.inverse !== null && use.shared.has(attribute.inverse)) continue;
    const follows = isText(use)
      ? (boundValue(action.axes[name]) ?? defaultValue())
      : action.goesLive
        ? undefined
        : action.target[name];
    const value = needed[name] ?? follows;
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Is only one of the other documents' versions written? Those beside what is shown are not settled then. */
export const isOneVersion = (side: Side, reference: Pick<Reference, 'pins'>): boolean =>
  versionNamed(side, valuesMeant(side, reference)) !== undefined;

const versionNamed = (
  { owner }: Side,
  values: Readonly<Record<string, string>>,
): AxisDefinition | undefined =>
  owner.type.axes.find(({ axis }) => axis.settledColumn && values[axis.name] !== undefined)?.axis;

/** To be called for a document of which rows were changed. */
export async function unsettle(
  side: Side,
  documentId: string,
  reference: Pick<Reference, 'pins'>,
): Promise<void> {
  const { session, owner } = side;
  const values = valuesMeant(side, reference);
  const axis = versionNamed(side, values);
  if (!axis?.settledColumn) return;
  const { settledColumn, companions = [] } = axis;
  const { id } = session.dialect;
  const { [axis.name]: _, ...others } = values;
  const rows = rowsWith(side, others, '');
  const text = owner.statement(`unsettle ${rows.key}`, () => {
    const beside = companions.map((value) => axisValueToStored(axis, value)).join(', ');
    return `UPDATE ${id(owner.type.table)} SET ${id(settledColumn)} = NULL WHERE document_id = ?${rows.text} AND ${id(axis.column)} IN (${beside})`;
  });
  await session.tx.run(text, [documentId, ...rows.params]);
  session.tx.touch(owner.type.table);
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
export async function inReach(
  { session, attribute, owner }: Side,
  places: Place[],
): Promise<readonly Place[]> {
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
export async function changeOf(
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
      ? [
          {
            document,
            order,
            reference: reference ?? NO_PINS,
            isMoved: reference === undefined,
          },
        ]
      : [];
  });
  const { uid } = side.owner.type;
  const changed = [...gone, ...linked.map(({ document }) => document)];
  await side.session.lock(changed.map((documentId) => ({ type: uid, documentId })));
  return { gone, linked };
}

export const NO_PINS = { pins: {} };

export const toPlace = ([rowId, document, order]: readonly unknown[]): Place => ({
  rowId: Number(rowId),
  document: String(document),
  order: Number(order),
});
