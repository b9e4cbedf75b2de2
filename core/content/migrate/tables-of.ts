// A schema → its tables. A document has one row per combination of axis values. The links that a row owns are columns, or rows of a
// link table; components are JSON text in a column. Dormant axes keep their columns, also in unique indexes.

import { constant } from '../../database/dialects/marks';
import type { TableColumn, TableIndex, TableSpec } from '../../database/tables';
import { type AxisDefinition, axisValueToStored, noPin, type StagesAxis } from '../model/compiled/axis';
import { pendingColumn, stagesOf } from '../model/compiled/axis-kind';
import { isColumnRelation, isExclusive, isTableRelation } from '../model/compiled/columns';
import {
  type Attribute,
  type ContentType,
  type DeclaredIndex,
  LINK,
  type RelationAttribute,
  type Schema,
} from '../model/compiled/content-type';
import { cutName, indexName } from '../model/compiled/naming';
import { isNested } from '../model/compiled/nested';
import {
  type AxisLedger,
  axisColumnSpec,
  dormantPinColumns,
  type LedgerEntry,
  targetsOf,
} from '../sql/axis-ledger';
import { type SearchSupport, searchIndexOf } from './search-support';

const DOCUMENT = 'document_id';
const UID_LENGTH = 191;
/** A row of MySQL holds 65,535 bytes of varchar columns; columns past this share become longtext. */
const ROW_BYTES = 48_000;

/** The facts of axes that pins of links need, also of dormant axes. */
interface LinkAxes extends SearchSupport {
  readonly stores: ReadonlyMap<string, AxisDefinition['store']>;
  readonly dormantPinColumns: (
    owner: ContentType,
    relation: RelationAttribute,
  ) => Readonly<Record<string, string>>;
}

type AxisColumn = Pick<LedgerEntry, 'column' | 'store' | 'base'>;

export function tablesOf(schema: Schema, ledger: AxisLedger, { search }: SearchSupport): TableSpec[] {
  const axes: LinkAxes = {
    search,
    stores: storesOf(schema, ledger),
    dormantPinColumns: (owner, relation) =>
      dormantPinColumns(owner, relation, targetsOf(relation, schema), ledger.dormant),
  };
  const tables: TableSpec[] = [];
  for (const type of schema.types.values()) {
    const own = ledger.entries.filter((entry) => entry.uid === type.uid);
    tables.push(typeTable(type, own, axes));
    for (const attribute of type.attributes.values()) {
      if (isTableRelation(attribute)) tables.push(linkTable(type, attribute, axes, documentIdSpec(type)));
    }
  }
  return withoutNameClashes(tables);
}

function typeTable(type: ContentType, own: readonly AxisColumn[], axes: LinkAxes): TableSpec {
  const axisColumns = own.map(({ column }) => column);
  const columns = new Map<string, TableColumn>();
  const add = (column: TableColumn): void => {
    if (!columns.has(column.name)) columns.set(column.name, column);
  };
  add({ name: 'id', spec: { kind: 'id' } });
  add({ name: DOCUMENT, spec: documentIdSpec(type), notNull: true });
  for (const { column, store, base } of own)
    add({ name: column, spec: axisColumnSpec(store), notNull: true, default: base });
  const stages = stagesOf(type);
  if (stages) add(pendingColumnSpec(stages));
  for (const attribute of type.attributes.values()) attributeColumns(type, attribute, axes).forEach(add);
  for (const field of type.tail)
    if (!field.expression && !field.axis) add({ name: field.column, spec: field.type.column(field.options) });

  const indexes = [...axisIndexes(type.table, axisColumns), ...attributeIndexes(type, axisColumns, axes)];
  if (axes.search) indexes.push(...searchIndexOf(type));
  for (const declared of type.indexes) {
    const made = declaredIndex(type.table, axisColumns, declared);
    // In another order: the index of documentIds.
    if (!made.unique || made.columns.some((column) => column !== DOCUMENT && !axisColumns.includes(column)))
      indexes.push(made);
  }
  return { name: type.table, columns: withinRow([...columns.values()], indexes), indexes, owner: type.uid };
}

/** Named axis columns keep their place; the others stand in front, because reads choose by them. */
function declaredIndex(
  table: string,
  axisColumns: readonly string[],
  { name, columns: own, unique, attributes }: DeclaredIndex,
): TableIndex {
  const axes = axisColumns.filter((column) => !own.includes(column));
  const made = index(table, [...axes, ...own, ...(unique || own.includes('id') ? [] : ['id'])], unique);
  const named = name === null ? made : { ...made, name: indexName(table, [name], unique ? 'uq' : 'ix') };
  return unique ? { ...named, attributes } : named;
}

/** A working row that is older than the column counts as pending. */
const pendingColumnSpec = (stages: StagesAxis): TableColumn => ({
  name: pendingColumn(stages),
  spec: { kind: 'small' },
  notNull: true,
  default: 0,
  fill: (id) =>
    `CASE WHEN ${id(stages.column)} = ${constant(axisValueToStored(stages, stages.working))} THEN 1 ELSE 0 END`,
});

function attributeColumns(type: ContentType, attribute: Attribute, axes: LinkAxes): TableColumn[] {
  if (attribute.kind === 'scalar') {
    return attribute.expression
      ? []
      : [{ name: attribute.column, spec: attribute.type.column(attribute.options) }];
  }
  if (isNested(attribute)) return [{ name: attribute.column, spec: { kind: 'json' } }];
  if (!isColumnRelation(attribute)) return [];
  const { column, orderColumn, typeColumn, pins } = attribute.storage;
  return [
    { name: column, spec: documentIdSpec(type) },
    { name: orderColumn, spec: { kind: 'double' } },
    ...(typeColumn ? [{ name: typeColumn, spec: { kind: 'string', length: UID_LENGTH } } as const] : []),
    ...pinColumns({ ...pins, ...axes.dormantPinColumns(type, attribute) }, axes),
  ];
}

/** Finds the rows of a document. `axisColumns`: by the names of their axes, dormant ones included. */
export const documentIndex = (table: string, axisColumns: readonly string[]): TableIndex =>
  index(table, [DOCUMENT, ...axisColumns], true);

function axisIndexes(table: string, axisColumns: readonly string[]): TableIndex[] {
  const unique = documentIndex(table, axisColumns);
  return axisColumns.length > 0 ? [unique, index(table, [...axisColumns, 'id'])] : [unique];
}

function attributeIndexes(type: ContentType, axisColumns: readonly string[], axes: LinkAxes): TableIndex[] {
  return [...type.attributes.values()].flatMap((attribute): TableIndex[] => {
    if (attribute.kind === 'scalar') {
      const indexed =
        attribute.unique && !attribute.expression && attribute.type.column(attribute.options).kind !== 'text';
      return indexed ? [index(type.table, [...axisColumns, attribute.column])] : [];
    }
    if (!isColumnRelation(attribute)) return [];
    const { column, pins, typeColumn } = attribute.storage;
    const exclusive = isExclusive(attribute);
    const pinned = exclusive
      ? Object.values({ ...pins, ...axes.dormantPinColumns(type, attribute) }).sort()
      : [];
    return [
      index(type.table, [column, ...(typeColumn ? [typeColumn] : []), ...pinned, ...axisColumns], exclusive),
    ];
  });
}

function linkTable(
  type: ContentType,
  attribute: RelationAttribute,
  axes: LinkAxes,
  documentId: TableColumn['spec'],
): TableSpec {
  const { storage } = attribute;
  if (storage.kind !== 'table') throw new Error(`${type.uid}.${attribute.name} has no link table`);
  const pins = pinColumns({ ...storage.pins, ...axes.dormantPinColumns(type, attribute) }, axes);
  const typed: TableColumn[] = storage.typed
    ? [{ name: LINK.type, spec: { kind: 'string', length: UID_LENGTH }, notNull: true, default: '' }]
    : [];
  return {
    name: storage.table,
    columns: [
      { name: LINK.source, spec: { kind: 'integer' }, notNull: true },
      { name: LINK.target, spec: documentId, notNull: true },
      ...typed,
      ...pins,
      { name: LINK.order, spec: { kind: 'double' }, notNull: true, default: 0 },
      { name: LINK.inverseOrder, spec: { kind: 'double' }, notNull: true, default: 0 },
    ],
    // Reads use its order. The unique columns are an index, because pins come and go with their axes.
    primaryKey: [LINK.source, LINK.order],
    indexes: [
      index(
        storage.table,
        [LINK.source, LINK.target, ...typed.map(({ name }) => name), ...pins.map(({ name }) => name).sort()],
        true,
      ),
      // The source, so that filters and lists from the other side read nothing else.
      index(storage.table, [LINK.target, ...typed.map(({ name }) => name), LINK.inverseOrder, LINK.source]),
    ],
    foreignKeys: [{ column: LINK.source, table: type.table, references: 'id' }],
    owner: `${type.uid}, ${attribute.name}`,
  };
}

function pinColumns(pins: Readonly<Record<string, string>>, axes: LinkAxes): TableColumn[] {
  return Object.entries(pins).map(([name, column]) => {
    const store = axes.stores.get(name) ?? { kind: 'text', length: 64 };
    return { name: column, spec: axisColumnSpec(store), notNull: true, default: noPin(store) };
  });
}

function documentIdSpec(type: ContentType): { readonly kind: 'string'; readonly length: number } {
  const field = type.scalars.get('documentId') ?? type.head.find(({ name }) => name === 'documentId');
  const spec = field?.type.column(field.options);
  return spec?.kind === 'string' ? spec : { kind: 'string', length: 64 };
}

const index = (table: string, columns: readonly string[], unique = false): TableIndex => ({
  name: indexName(table, columns, unique ? 'uq' : 'ix'),
  columns,
  unique,
});

function withinRow(columns: readonly TableColumn[], indexes: readonly TableIndex[]): TableColumn[] {
  const indexed = new Set(indexes.flatMap((each) => (each.search ? [] : each.columns)));
  let bytes = 0;
  return columns.map((column) => {
    if (column.spec.kind !== 'string' || indexed.has(column.name)) return column;
    bytes += column.spec.length * 4;
    return bytes > ROW_BYTES ? { ...column, spec: { kind: 'text' } } : column;
  });
}

function storesOf(schema: Schema, { entries }: AxisLedger): Map<string, AxisDefinition['store']> {
  const stores = new Map(entries.map(({ axis, store }) => [axis, store]));
  for (const type of schema.types.values())
    for (const { axis } of type.axes) stores.set(axis.name, axis.store);
  return stores;
}

/**
 * `a_b` + `c` and `a` + `b_c` give one name of an index; some databases have one list of names for all tables. The index of
 * documentIds, which statements name, keeps its own.
 */
function withoutNameClashes(tables: readonly TableSpec[]): TableSpec[] {
  const isNamed = ({ columns: [first], unique }: TableIndex): boolean => first === DOCUMENT && unique;
  const used = new Set(tables.flatMap(({ indexes }) => indexes.filter(isNamed).map(({ name }) => name)));
  const free = (table: string, name: string): string => {
    const chosen = used.has(name) ? cutName(`${name}_${'x'.repeat(60)}${table}`) : name;
    used.add(chosen);
    return chosen;
  };
  return tables.map((table) => ({
    ...table,
    indexes: table.indexes.map((each) =>
      isNamed(each) ? each : { ...each, name: free(table.name, each.name) },
    ),
  }));
}
