// Where the links of a relation are stored: the columns of a row, or a link table. Statements about stored links name them.
//   manyToOne   items       id         other_doc  other_ord
//   manyToMany  items_x_lnk source_id  target     inv_ord     and `ord`, the position in the list of the row

import type { TableSpec } from '../../database/tables';
import { LINK, type RelationAttribute, type RelationStorage } from '../model/compiled/content-type';
import type { FoundTables } from './introspect';

/** The stored facts of a relation. */
export interface StoredLink extends Pick<RelationAttribute, 'relation' | 'target' | 'inverse' | 'storage'> {
  readonly holds: boolean;
}

export interface LinkPlace {
  readonly table: string;
  /** The id of the row that has the link. */
  readonly row: string;
  readonly target: string;
  readonly inverseOrder: string;
  /** null: a row has one link. */
  readonly order: string | null;
  /** The type of the target; null where the relation names it. */
  readonly type: string | null;
  /** Axis name → column. */
  readonly pins: Readonly<Record<string, string>>;
}

type Held = Extract<RelationStorage, { kind: 'column' | 'table' }>;

export const heldStorage = (link: StoredLink | null): Held | null =>
  link?.holds && (link.storage.kind === 'column' || link.storage.kind === 'table') ? link.storage : null;

export const placeOf = (storage: Held, typeTable: string): LinkPlace =>
  storage.kind === 'column'
    ? {
        table: typeTable,
        row: 'id',
        target: storage.column,
        inverseOrder: storage.orderColumn,
        order: null,
        type: storage.typeColumn,
        pins: storage.pins,
      }
    : {
        table: storage.table,
        row: LINK.source,
        target: LINK.target,
        inverseOrder: LINK.inverseOrder,
        order: LINK.order,
        type: storage.typed ? LINK.type : null,
        pins: storage.pins,
      };

/** The place once the steps of renames are done: columns and tables have the new names where both storages have them. */
export function renamedPlace(old: LinkPlace, now: LinkPlace): LinkPlace {
  if ((old.order === null) !== (now.order === null)) return old;
  return {
    ...now,
    type: old.type === null ? null : (now.type ?? old.type),
    pins: Object.fromEntries(
      Object.entries(old.pins).map(([axis, column]) => [axis, now.pins[axis] ?? column]),
    ),
  };
}

/** The place under its present names; null where the tables do not have it. `found`: by the names after renames. */
export function presentPlace(place: LinkPlace, found: FoundTables): LinkPlace | null {
  const table = found.get(place.table);
  const name = (column: string): string | null => table?.columns.get(column)?.name ?? null;
  const [target, inverseOrder] = [name(place.target), name(place.inverseOrder)];
  if (!table || target === null || inverseOrder === null) return null;
  const pins = Object.entries(place.pins).flatMap(([axis, column]) => {
    const present = name(column);
    return present === null ? [] : [[axis, present]];
  });
  return {
    ...place,
    table: table.name,
    target,
    inverseOrder,
    type: place.type === null ? null : name(place.type),
    pins: Object.fromEntries(pins),
  };
}

/**
 * The axis columns that the unique index of an exclusive relation has, as far as the table of the type has them already. null: the
 * links have no such index.
 */
export function exclusiveColumns(
  tables: readonly TableSpec[],
  { target, type, pins }: LinkPlace,
  table: string,
  found: FoundTables,
): string[] | null {
  const indexes = tables.find(({ name }) => name === table)?.indexes ?? [];
  const index = indexes.find(
    ({ unique, columns, attributes }) => unique && !attributes && columns[0] === target,
  );
  const own = [target, type, ...Object.values(pins)];
  return (
    index?.columns.filter((column) => !own.includes(column) && found.get(table)?.columns.has(column)) ?? null
  );
}
