// The facts that writes of one content type need, computed once: columns, link tables, shared attributes, and texts of statements that
// are the same for every write.

import type { Dialect } from '../../../database/dialect';
import { ROWS_PER_PAGE } from '../../../database/rows-per-page';
import type { ColumnSpec } from '../../../database/sql-dialect';
import type { UidOptions } from '../../attributes/uid';
import { documentIndex } from '../../migrate/tables-of';
import { axisValueToStored } from '../../model/compiled/axis';
import { DOCUMENT_ID_COLUMN } from '../../model/compiled/column-specs';
import {
  type ColumnRelation,
  columnsOf,
  isColumnRelation,
  isExclusive,
  isTableRelation,
  type TableRelation,
} from '../../model/compiled/columns';
import type { Attribute, ContentType, ScalarAttribute, Schema, Uid } from '../../model/compiled/content-type';
import { componentsOf, isNested, type NestedAttribute } from '../../model/compiled/nested';
import { type DormantColumn, dormantAxes } from '../../sql/axis-ledger';
import type { StoredRow } from '../write-action';
import { createLinkPins, type LinkPins } from './pins';
import { rowLayout, toStoredRow } from './stored-row';

/** Attributes that are shared along the same axes. */
export interface ShareGroup {
  readonly along: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly columns: readonly string[];
  readonly links: readonly TableRelation[];
}

export interface WritePlan {
  readonly type: ContentType;
  readonly schema: Schema;
  readonly dialect: Dialect;
  readonly scalars: readonly ScalarAttribute[];
  /** Uids that are generated from another attribute when a body leaves them out. */
  readonly generated: readonly ScalarAttribute[];
  readonly nested: readonly NestedAttribute[];
  readonly columnRelations: readonly ColumnRelation[];
  readonly linkTables: readonly TableRelation[];
  /** One-to-one relations with two sides: linking a target removes it from other documents. */
  readonly exclusive: readonly ColumnRelation[];
  readonly sharing: readonly ShareGroup[];
  /** Has the type a unique attribute, components included? */
  readonly hasUnique: boolean;
  readonly created: string | null;
  readonly updated: string | null;
  /** The columns that a copy of a row takes. */
  readonly copied: readonly string[];
  /** The axis values that links of a relation name. */
  pinsOf(relation: ColumnRelation | TableRelation): LinkPins;
  /** Dormant axes of a target: an entry's link that names another value than the shown one is hidden. */
  dormantAxes(target: Uid): readonly Pick<DormantColumn, 'axis' | 'shown'>[];
  /** Columns of dormant axes, with the value of visible rows. */
  readonly pinned: readonly DormantColumn[];
  readonly text: {
    /** Locks one document, or a list of documents. Empty on SQLite, which has one writer. */
    readonly lock: string;
    readonly lockMany: string;
    /** A subquery that locks a document of this type against deletion. `documentId` is an SQL expression. */
    hold(documentId: string): string;
    readonly rows: string;
    /** The same for a list of documents. */
    readonly rowsOfMany: string;
    /** The next page of rows in the order of documentIds, at most `ROWS_PER_PAGE.read`. */
    readonly page: string;
    readonly deleteRow: string;
    /** Row ids and axis values of documents, by a list of documentIds or of row ids. */
    readonly targetsByDocument: string;
    readonly targetsById: string;
  };
  readonly specs: ReadonlyMap<string, ColumnSpec>;
  /** Columns that a read of a row returns, with their values as JSON: scalars and relations. */
  readonly fields: ReadonlyMap<string, string>;
  /** Those of them whose column has this JSON already. */
  readonly rawFields: ReadonlySet<string>;
  /** Those whose value is the text of the column. */
  readonly plainTexts: ReadonlySet<string>;
  /** The columns of `fields` and of components. */
  readonly columns: ReadonlySet<string>;
  toRow(row: readonly unknown[]): StoredRow;
  /** The column and the stored value of each axis. */
  axisCells(axes: Readonly<Record<string, string>>): [column: string, value: string | number][];
}

export interface PlanSources {
  readonly schema: Schema;
  readonly dialect: Dialect;
  readonly dormant: (uid: string) => readonly DormantColumn[];
}

export function createWritePlans(sources: PlanSources): (type: ContentType) => WritePlan {
  const plans = new Map<string, WritePlan>();
  return (type) => {
    let plan = plans.get(type.uid);
    if (!plan) {
      plan = createPlan(type, sources);
      plans.set(type.uid, plan);
    }
    return plan;
  };
}

function createPlan(type: ContentType, { schema, dialect, dormant }: PlanSources): WritePlan {
  const attributes = [...type.attributes.values()];
  const scalars = attributes.filter(
    (each): each is ScalarAttribute => each.kind === 'scalar' && !each.expression,
  );
  const nested = attributes.filter(isNested);
  const columnRelations = attributes.filter(isColumnRelation);
  const linkTables = attributes.filter(isTableRelation);
  const axisColumns = new Set(type.axes.map(({ axis }) => axis.column));
  const tail = type.tail.filter((field) => !field.expression && !axisColumns.has(field.column));
  const created = type.scalars.get('createdAt')?.column ?? null;
  const updated = type.scalars.get('updatedAt')?.column ?? null;
  const copied = new Set([...attributes.flatMap(columnsOf), ...tail.map((field) => field.column)]);
  const pins = new Map(
    [...columnRelations, ...linkTables].map((relation) => [
      relation,
      createLinkPins(type, relation, schema, dormant),
    ]),
  );
  const pinsOf = (relation: ColumnRelation | TableRelation): LinkPins => {
    const known = pins.get(relation);
    if (!known) throw new Error(`${type.uid} does not hold the links of ${relation.name}`);
    return known;
  };
  for (const relation of columnRelations)
    for (const column of pinsOf(relation).dormantColumns) copied.add(column);
  copied.delete(updated ?? '');
  copied.delete(created ?? '');

  const id = (name: string): string => dialect.id(name);
  const table = id(type.table);
  const pinned = dormant(type.uid);
  const json = (column: string, kind: 'string' | 'number') =>
    [column, dialect.json(kind, id(column))] as const;
  const fields = [
    ...[...scalars, ...tail].map(
      (field) => [field.column, field.type.json(id(field.column), dialect, field.options)] as const,
    ),
    ...columnRelations.flatMap((relation) => {
      const { storage } = relation;
      return [
        json(storage.column, 'string'),
        json(storage.orderColumn, 'number'),
        ...(storage.typeColumn ? [json(storage.typeColumn, 'string')] : []),
        ...Object.entries(pinsOf(relation).none).map(([column, none]) =>
          json(column, typeof none === 'number' ? 'number' : 'string'),
        ),
      ];
    }),
  ];
  const specs = new Map(scalars.map((scalar) => [scalar.column, scalar.type.column(scalar.options)]));
  const columnsWith = (kinds: readonly ColumnSpec['kind'][], as: 'raw' | 'string') =>
    new Set(
      fields.flatMap(([column, expr]) => {
        const kind = specs.get(column)?.kind;
        return kind && kinds.includes(kind) && expr === dialect.json(as, id(column)) ? [column] : [];
      }),
    );
  const rawFields = columnsWith(['json'], 'raw');
  const head = ['id', 'document_id', updated ?? 'id', ...axisColumns].map(id).join(', ');
  // These columns are JSON already. Inside the JSON of the row, the database would parse them first.
  const jsonColumns = [...rawFields, ...nested.map(({ column }) => column)];
  const row = dialect.jsonRow(fields.filter(([column]) => !rawFields.has(column)));
  const read = [head, row, ...jsonColumns.map(id)].join(', ');
  const layout = rowLayout(type.axes, jsonColumns);
  const alive = pinned.map(({ column }) => ` AND ${id(column)} = ?`).join('');
  const axesByName = [...type.axes.map(({ axis }) => ({ axis: axis.name, column: axis.column })), ...pinned]
    .sort((a, b) => (a.axis < b.axis ? -1 : 1))
    .map(({ column }) => column);
  const byDocument = id(documentIndex(type.table, axesByName).name);

  const targetColumns = ['id', 'document_id', ...axisColumns].map(id).join(', ');
  const selectTargets = (condition: string): string =>
    `SELECT ${targetColumns} FROM ${table} WHERE ${condition}${alive} ORDER BY id`;

  return {
    type,
    schema,
    dialect,
    scalars,
    generated: scalars.filter(isGenerated),
    nested,
    columnRelations,
    linkTables,
    exclusive: columnRelations.filter(isExclusive),
    sharing: shareGroups(type, linkTables, pinsOf),
    hasUnique: hasUnique(attributes, schema, new Set()),
    created,
    updated,
    copied: [...copied],
    pinned,
    pinsOf,
    dormantAxes: (target) => dormantAxes(type, target, dormant),
    text: {
      lock: dialect.lockRows(table, 'document_id = ?'),
      lockMany: dialect.lockRows(table, dialect.inList('document_id', DOCUMENT_ID_COLUMN)),
      hold: (documentId) => dialect.holdDocument(table, byDocument, documentId),
      rows: `SELECT ${read} FROM ${table} WHERE document_id = ?${alive} ORDER BY id`,
      rowsOfMany: `SELECT ${read} FROM ${table} WHERE ${dialect.inList('document_id', DOCUMENT_ID_COLUMN)}${alive} ORDER BY id`,
      page: `SELECT ${read} FROM ${table} WHERE document_id > ?${alive} ORDER BY document_id, id LIMIT ${ROWS_PER_PAGE.read}`,
      deleteRow: `DELETE FROM ${table} WHERE id = ?`,
      targetsByDocument: selectTargets(dialect.inList('document_id', DOCUMENT_ID_COLUMN)),
      targetsById: selectTargets(
        `document_id IN (SELECT document_id FROM ${table} WHERE ${dialect.inList('id', { kind: 'integer' })})`,
      ),
    },
    specs,
    fields: new Map(fields),
    rawFields,
    plainTexts: columnsWith(['string', 'text'], 'string'),
    columns: new Set([...fields.map(([column]) => column), ...jsonColumns]),
    toRow: (values) => toStoredRow(layout, values),
    axisCells: (axes) =>
      type.axes.map(({ axis }) => [
        axis.column,
        axisValueToStored(axis, axes[axis.name] ?? axis.defaultValue()),
      ]),
  };
}

const isGenerated = ({ type, options }: ScalarAttribute): boolean =>
  type.name === 'uid' && (options as UidOptions).targetField !== undefined;

function shareGroups(
  type: ContentType,
  linkTables: readonly TableRelation[],
  pinsOf: WritePlan['pinsOf'],
): ShareGroup[] {
  const groups = new Map<
    string,
    { along: Set<string>; names: Set<string>; columns: string[]; links: TableRelation[] }
  >();
  for (const attribute of type.attributes.values()) {
    const along = type.axes.filter((use) => use.shared.has(attribute.name)).map(({ axis }) => axis.name);
    if (along.length === 0) continue;
    const key = along.join(' ');
    const group = groups.get(key) ?? { along: new Set(along), names: new Set(), columns: [], links: [] };
    groups.set(key, group);
    group.names.add(attribute.name);
    group.columns.push(...columnsOf(attribute));
    if (isColumnRelation(attribute)) group.columns.push(...pinsOf(attribute).dormantColumns);
    group.links.push(...linkTables.filter((link) => link.name === attribute.name));
  }
  return [...groups.values()];
}

function hasUnique(attributes: readonly Attribute[], schema: Schema, seen: Set<string>): boolean {
  return attributes.some((attribute) => {
    if (attribute.kind === 'scalar') return attribute.unique !== false;
    if (!isNested(attribute)) return false;
    return componentsOf(attribute).some((uid) => {
      if (seen.has(uid)) return false;
      seen.add(uid);
      return hasUnique([...(schema.components.get(uid)?.attributes.values() ?? [])], schema, seen);
    });
  });
}
