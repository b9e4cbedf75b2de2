// What writing one content type needs, worked out once: its columns, its link tables, what it shares along its axes, and the
// texts of its statements (those that depend on a set of columns are kept per set).

import type { ColumnSpec } from '../attributes/sql-dialect';
import type { UidOptions } from '../attributes/uid';
import { asleepAxes, type DormantColumn } from '../database/axis-ledger';
import type { Dialect } from '../database/dialect';
import { documentIndex } from '../database/tables-of';
import { axisValueToStored } from '../schema/axis';
import {
  type ColumnRelation,
  columnsOf,
  isColumnRelation,
  isExclusive,
  isTableRelation,
  liveLinkColumns,
  pinColumns,
  type TableRelation,
} from '../schema/columns';
import type {
  Attribute,
  ContentType,
  RelationAttribute,
  ScalarAttribute,
  Schema,
  Uid,
} from '../schema/content-type';
import { componentsOf, isNested, type NestedAttribute } from '../schema/nested';
import { type AsleepPins, createAsleepPins } from './asleep-pins';
import type { StoredRow } from './operations';
import { storedPins } from './stored-pins';
import { toStoredRow } from './stored-row';

/** Attributes that are one value along the same axes. */
export interface ShareGroup {
  readonly along: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly columns: readonly string[];
  readonly links: readonly TableRelation[];
}

export interface LinkColumns {
  readonly all: readonly string[];
  /** Those that hold what a link names along axes, asleep or not. */
  readonly pins: readonly string[];
}

export interface WritePlan {
  readonly type: ContentType;
  readonly scalars: readonly ScalarAttribute[];
  /** Uids that are made from another attribute when a body leaves them out. */
  readonly generated: readonly ScalarAttribute[];
  readonly nested: readonly NestedAttribute[];
  readonly columnRelations: readonly ColumnRelation[];
  readonly linkTables: readonly TableRelation[];
  /** The columns of a link table, source first, those of axes that are asleep last. */
  linkColumns(relation: TableRelation): LinkColumns;
  /** Two sides, each at most one: taking a target takes it away from others. */
  readonly exclusive: readonly ColumnRelation[];
  readonly sharing: readonly ShareGroup[];
  /** Does anything in it have to be unique, components included? */
  readonly hasUnique: boolean;
  readonly created: string | null;
  readonly updated: string | null;
  /** Columns that one row of a document takes from another. */
  readonly copied: readonly string[];
  /** What links say along axes that are asleep. */
  readonly asleep: AsleepPins;
  /** Axes of a target that are asleep: a link in an entry that names another value than the one shown is seen by nobody. */
  asleepAxes(target: Uid): readonly Pick<DormantColumn, 'axis' | 'shown'>[];
  /** Columns of dormant axes, with the value that live rows have. */
  readonly pinned: readonly DormantColumn[];
  readonly text: {
    /** Empty where nothing needs locking. */
    readonly lock: string;
    /** A subquery that holds a document of this type, given an expression for its documentId. */
    hold(documentId: string): string;
    readonly rows: string;
    /** The rows of the documents after one, in the order of documentIds, at most `PAGE` of them. */
    readonly page: string;
    readonly deleteRow: string;
  };
  /** A text made once per key. */
  statement(key: string, make: () => string): string;
  readonly specs: ReadonlyMap<string, ColumnSpec>;
  toRow(row: readonly unknown[]): StoredRow;
  axisParams(axes: Readonly<Record<string, string>>): (string | number)[];
}

export interface PlanSources {
  readonly schema: Schema;
  readonly dialect: Dialect;
  readonly dormant: (uid: string) => readonly DormantColumn[];
}

const TEXTS = 500;
/** Rows in a page of documents, for who looks at all of them. */
export const PAGE = 500;

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
  const owned = attributes.filter(
    (each): each is RelationAttribute => each.kind === 'relation' && each.holdsLinks,
  );
  const columnRelations = attributes.filter(isColumnRelation);
  const linkTables = attributes.filter(isTableRelation);
  const axisColumns = new Set(type.axes.map(({ axis }) => axis.column));
  const tail = type.tail.filter((field) => !field.expression && !axisColumns.has(field.column));
  const created = type.scalars.get('createdAt')?.column ?? null;
  const updated = type.scalars.get('updatedAt')?.column ?? null;
  const copied = new Set([...attributes.flatMap(columnsOf), ...tail.map((field) => field.column)]);
  const asleep = createAsleepPins(type, owned, schema, dormant);
  const linked = new Map(
    linkTables.map((relation): [TableRelation, LinkColumns] => {
      const kept = [...asleep.kept(relation).keys()];
      return [
        relation,
        {
          all: [...liveLinkColumns(relation), ...kept],
          pins: [...pinColumns(relation.storage.pins), ...kept],
        },
      ];
    }),
  );
  for (const relation of columnRelations)
    for (const column of asleep.kept(relation).keys()) copied.add(column);
  copied.delete(updated ?? '');
  copied.delete(created ?? '');

  const id = (name: string): string => dialect.id(name);
  const table = id(type.table);
  const pinned = dormant(type.uid);
  const json = (column: string, kind: 'string' | 'number') =>
    [column, dialect.json(kind, id(column))] as const;
  const row = dialect.jsonRow([
    ...[...scalars, ...tail].map(
      (field) => [field.column, field.type.json(id(field.column), dialect, field.options)] as const,
    ),
    ...columnRelations.flatMap((relation) => {
      const { storage } = relation;
      return [
        json(storage.column, 'string'),
        json(storage.orderColumn, 'number'),
        ...(storage.typeColumn ? [json(storage.typeColumn, 'string')] : []),
        ...Object.entries({
          ...storedPins(schema, null, storage.pins),
          ...Object.fromEntries(asleep.kept(relation)),
        }).map(([column, none]) => json(column, typeof none === 'number' ? 'number' : 'string')),
      ];
    }),
  ]);
  const head = ['id', 'document_id', updated ?? 'id', ...axisColumns].map(id).join(', ');
  // Components are JSON already: a database asked to put them into the row's would parse them first.
  const read = [head, row, ...nested.map(({ column }) => id(column))].join(', ');
  const nestedKeys = nested.map(({ column }) => `${JSON.stringify(column)}:`);
  const alive = pinned.map(({ column }) => ` AND ${id(column)} = ?`).join('');
  const texts = new Map<string, string>();
  const axesByName = [...type.axes.map(({ axis }) => ({ axis: axis.name, column: axis.column })), ...pinned]
    .sort((a, b) => (a.axis < b.axis ? -1 : 1))
    .map(({ column }) => column);
  const byDocument = id(documentIndex(type.table, axesByName).name);

  return {
    type,
    scalars,
    generated: scalars.filter(isGenerated),
    nested,
    columnRelations,
    linkTables,
    exclusive: columnRelations.filter(isExclusive),
    sharing: shareGroups(type, linkTables, asleep),
    hasUnique: hasUnique(attributes, schema, new Set()),
    created,
    updated,
    copied: [...copied],
    pinned,
    asleep,
    linkColumns(relation) {
      const columns = linked.get(relation);
      if (!columns) throw new Error(`${type.uid} does not hold the links of ${relation.name}`);
      return columns;
    },
    asleepAxes: (target) => asleepAxes(type, target, dormant),
    text: {
      lock: dialect.lockRows(table, 'document_id = ?'),
      hold: (documentId) => dialect.holdDocument(table, byDocument, documentId),
      rows: `SELECT ${read} FROM ${table} WHERE document_id = ?${alive} ORDER BY id`,
      page: `SELECT ${read} FROM ${table} WHERE document_id > ?${alive} ORDER BY document_id, id LIMIT ${PAGE}`,
      deleteRow: `DELETE FROM ${table} WHERE id = ?`,
    },
    statement(key, make) {
      let text = texts.get(key);
      if (text === undefined) {
        if (texts.size >= TEXTS) texts.clear();
        text = make();
        texts.set(key, text);
      }
      return text;
    },
    specs: new Map(scalars.map((scalar) => [scalar.column, scalar.type.column(scalar.options)])),
    toRow: (values) => toStoredRow(type.axes, nestedKeys, values),
    axisParams: (axes) =>
      type.axes.map(({ axis }) => axisValueToStored(axis, axes[axis.name] ?? axis.defaultValue())),
  };
}

const isGenerated = ({ type, options }: ScalarAttribute): boolean =>
  type.name === 'uid' && (options as UidOptions).targetField !== undefined;

function shareGroups(
  type: ContentType,
  linkTables: readonly TableRelation[],
  asleep: AsleepPins,
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
    if (isColumnRelation(attribute)) group.columns.push(...asleep.kept(attribute).keys());
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
