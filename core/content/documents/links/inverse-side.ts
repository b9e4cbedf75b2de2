// A relation written from the side that holds no links: conditions on the rows and links of the other documents. Which rows are
// meant: those with the axis values of the row written. Along an axis of the other type only, the body or the request names the
// value; without a name, all rows are meant. Example: PUT /tags/T?channel=web { articles: [A] } writes the rows of A on the channel web.
import { build, param, type Sql } from '../../../database/sql';
import { type AxisBindings, axisValueToStored, noPin, only } from '../../model/compiled/axis';
import { isParallel, pendingColumn, stagesOf } from '../../model/compiled/axis-kind';
import type { RelationAttribute } from '../../model/compiled/content-type';
import type { Reference } from '../input/body-input';
import type { Pin } from '../write/pins';
import type { RelinkGuard } from '../write/relink-guard';
import { boundValue } from '../write/target';
import type { WritePlan } from '../write/write-plan';
import type { WriteSession } from '../write/write-session';
import { equals, linkedWith, type RowLinks } from './link-store';
import { axesOfLink } from './resolve-references';

export interface InverseSide {
  readonly session: WriteSession;
  /** The relation of the body. */
  readonly attribute: RelationAttribute;
  /** The type whose rows hold the links, and where they hold them. */
  readonly owner: WritePlan;
  readonly store: RowLinks;
  readonly documentId: string;
  readonly guard: RelinkGuard;
}

/** A document that a body names: its axis values choose rows. */
export type Named = Pick<Reference, 'pins'>;

export const NO_PINS: Named = { pins: {} };

export const linkedHere = ({ session, store, documentId }: InverseSide, alias = ''): Sql =>
  linkedWith(store.at, session.action.type.uid, documentId, alias);

/**
 * Links that the request sees: those without pins, and those whose pins name the written row. A write that goes live sees the
 * pins of both rows of a document.
 */
export const linksSeen = (side: InverseSide, alias = ''): Sql =>
  pinsShown(side, [...pinsMeant(side, () => []), ...dormantPinsOf(side)], alias);

/** Links that all written rows show: a write that goes live writes two rows, and a pin names one of them. */
export const linksShown = (side: InverseSide): Sql =>
  pinsShown(side, [...pinsMeant(side, (pin) => [{ ...pin, shown: pin.none }]), ...dormantPinsOf(side)], '');

/** `ofBoth`: the condition on the pin of an axis when both rows along it are written. */
function pinsMeant({ session: { action }, store }: InverseSide, ofBoth: (pin: Pin) => Pin[]): Pin[] {
  return Object.entries(store.relation.storage.pins).flatMap(([name, column]) => {
    const use = action.type.axes.find(({ axis }) => axis.name === name);
    const value = action.target[name];
    if (!use || value === undefined) return [];
    const pin = { column, none: noPin(use.axis.store), shown: axisValueToStored(use.axis, value) };
    return !isParallel(use) && action.goesLive ? ofBoth(pin) : [pin];
  });
}

/** Links that no dormant axis hides. */
export const linksNotHidden = (side: InverseSide): Sql => pinsShown(side, dormantPinsOf(side), '');

const dormantPinsOf = ({ session, owner, store }: InverseSide): readonly Pin[] =>
  owner.pinsOf(store.relation).dormant(session.action.type.uid);

const pinsShown = ({ session }: InverseSide, pins: readonly Pin[], alias: string): Sql =>
  build(
    ...pins.flatMap(({ column, none, shown }) => [
      ` AND ${alias}${session.dialect.id(column)} IN (`,
      param(none),
      ', ',
      param(shown),
      ')',
    ]),
  );

/** ` AND channel = ? …`: the meant rows of a document. */
export const rowsMeant = (side: InverseSide, reference: Named, alias = ''): Sql =>
  rowsWith(side, valuesMeant(side, reference), alias);

function rowsWith(
  { session, owner }: InverseSide,
  values: Readonly<Record<string, string>>,
  alias: string,
): Sql {
  const { id } = session.dialect;
  const columns: [string, unknown][] = [];
  for (const { axis } of owner.type.axes) {
    const value = values[axis.name];
    if (value !== undefined) columns.push([id(axis.column), axisValueToStored(axis, value)]);
  }
  for (const { column, value } of owner.pinned) columns.push([id(column), value]);
  return columns.length === 0 ? build() : build(' AND ', equals(columns, alias));
}

/** By the axes along which not all rows are meant. */
function valuesMeant({ session, attribute, owner }: InverseSide, reference: Named): Record<string, string> {
  const { action } = session;
  const { needed } = axesOfLink(session, attribute, owner.type, reference);
  const values: Record<string, string> = {};
  for (const use of owner.type.axes) {
    const { name, defaultValue } = use.axis;
    // Along an axis that shares the relation, all rows have the same links.
    if (attribute.inverse !== null && use.shared.has(attribute.inverse)) continue;
    const followed = isParallel(use)
      ? (boundValue(action.axes[name]) ?? defaultValue())
      : action.goesLive
        ? undefined
        : action.target[name];
    const value = needed[name] ?? followed;
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The write reaches one stage of the other documents: their working rows have pending changes then. */
function isOneStage(side: InverseSide, reference: Named): boolean {
  const stages = stagesOf(side.owner.type);
  return stages !== null && valuesMeant(side, reference)[stages.name] !== undefined;
}

/** The rows whose permission counts: the working row, where the write reaches both stages. */
export function rowsExamined(side: InverseSide, reference: Named): AxisBindings {
  const stages = stagesOf(side.owner.type);
  const values = { ...(stages ? { [stages.name]: stages.working } : {}), ...valuesMeant(side, reference) };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, only(value)]));
}

/**
 * After a change: `UPDATE pages SET updated_at = ? WHERE document_id = ? AND channel = ? AND phase = ?`. A change of one stage also
 * marks the working row: `UPDATE pages SET phase_pending = 1 …`. `time`: its new `updatedAt`. Throws if the caller may not change the document.
 */
export async function markChanged(
  side: InverseSide,
  documentId: string,
  reference: Named,
  time: string,
): Promise<void> {
  const { session, owner, guard } = side;
  await guard.changed(documentId, rowsExamined(side, reference));
  const values = valuesMeant(side, reference);
  if (owner.updated) await setColumn(side, documentId, owner.updated, time, values);
  const stages = stagesOf(owner.type);
  if (stages && isOneStage(side, reference))
    await setColumn(side, documentId, pendingColumn(stages), 1, { ...values, [stages.name]: stages.working });
  session.tx.touch(owner.type.table, 'same');
}

async function setColumn(
  side: InverseSide,
  documentId: string,
  column: string,
  value: string | number,
  rows: Readonly<Record<string, string>>,
): Promise<void> {
  const { session, owner } = side;
  const { id } = session.dialect;
  await session.run(
    build(
      `UPDATE ${id(owner.type.table)} SET ${id(column)} = `,
      param(value),
      ' WHERE document_id = ',
      param(documentId),
      rowsWith(side, rows, ''),
    ),
  );
}
