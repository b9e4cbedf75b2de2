// Compares rows of a document that differ along one axis, and copies values between them. Startup uses it when axes are attached or
// enabled again. A write does the same with its own rows (core/content/documents/rows/shared-attributes.ts).

import type { Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { constant } from '../../database/dialects/marks';
import { ROWS_PER_PAGE } from '../../database/rows-per-page';
import type { ColumnSpec } from '../../database/sql-dialect';
import type { TableSpec } from '../../database/tables';
import {
  type ColumnRelation,
  columnsOf,
  isColumnRelation,
  isExclusive,
  isTableRelation,
} from '../model/compiled/columns';
import {
  type Attribute,
  type ContentType,
  LINK,
  type Schema,
  type Uid,
} from '../model/compiled/content-type';
import { type DormantColumn, dormantPinColumns, targetsOf } from '../sql/axis-ledger';

export interface AxisRows {
  readonly tx: Tx;
  readonly dialect: Dialect;
  readonly schema: Schema;
  readonly type: ContentType;
  readonly table: TableSpec;
  readonly tables: ReadonlyMap<string, TableSpec>;
  /** The columns of all axes of the type, dormant ones too. */
  readonly axisColumns: readonly string[];
  readonly dormant: (uid: Uid) => readonly DormantColumn[];
}

/** Attributes of rows, by the place that stores them. */
interface RowParts {
  readonly columns: readonly string[];
  /** Columns for the place in a list of the other side: copied, but not compared. */
  readonly places: ReadonlySet<string>;
  readonly exclusive: readonly ColumnRelation[];
  readonly linkTables: readonly string[];
}

/** Two rows: `row` differs from `base`. */
export interface Pair {
  readonly row: number;
  readonly base: number;
  readonly documentId: string;
}

const INTEGER: ColumnSpec = { kind: 'integer' };
export function partsOf(rows: AxisRows, attributes: Iterable<Attribute>): RowParts {
  const all = [...attributes];
  const relations = all.filter(isColumnRelation);
  return {
    columns: [...all.flatMap(columnsOf), ...relations.flatMap((relation) => dormantColumns(rows, relation))],
    places: new Set(relations.map(({ storage }) => storage.orderColumn)),
    exclusive: relations.filter(isExclusive),
    linkTables: all.filter(isTableRelation).map(({ storage }) => storage.table),
  };
}

const dormantColumns = ({ type, schema, dormant }: AxisRows, relation: ColumnRelation): string[] =>
  Object.values(dormantPinColumns(type, relation, targetsOf(relation, schema), dormant)).filter(
    (column) => !Object.values(relation.storage.pins).includes(column),
  );

/** Rows `n` of the condition whose values or links differ from the row `b`, which differs along the axis of the column only. */
export async function pairsThatDiffer(
  rows: AxisRows,
  along: string,
  condition: string,
  parts: RowParts,
): Promise<Pair[]> {
  const { tx, dialect, table } = rows;
  const { id } = dialect;
  const name = id(table.name);
  const compared = parts.columns.filter((column) => !parts.places.has(column));
  const values = ['n', 'b'].flatMap((of) => compared.map((column) => `${of}.${id(column)}`));
  const text = `SELECT ${['n.id', 'b.id', 'n.document_id', ...values].join(', ')} FROM ${name} n JOIN ${name} b ON ${sameVariant(rows, along, 'n', 'b')} WHERE n.id > ? AND ${condition} ORDER BY n.id, b.id LIMIT ${ROWS_PER_PAGE.read}`;
  const differing: Pair[] = [];
  for (let after = 0; ; ) {
    const page = await tx.all(text, [after]);
    const links = await linksOf(
      rows,
      parts.linkTables,
      page.flatMap(([row, base]) => [Number(row), Number(base)]),
    );
    for (const [row, base, documentId, ...both] of page) {
      const [own, other] = [both.slice(0, compared.length), both.slice(compared.length)];
      const isEqual = textOf(own) === textOf(other) && links.get(Number(row)) === links.get(Number(base));
      if (!isEqual) differing.push({ row: Number(row), base: Number(base), documentId: String(documentId) });
    }
    if (page.length < ROWS_PER_PAGE.read) return differing;
    after = Number(page.at(-1)?.[0]);
  }
}

/** Numbers above 2^53 are bigint. */
const textOf = (values: readonly unknown[]): string =>
  JSON.stringify(values, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

/** Row id → its links in their order, as text. */
async function linksOf(
  { tx, dialect, tables }: AxisRows,
  linkTables: readonly string[],
  ids: readonly number[],
): Promise<Map<number, string>> {
  const links = new Map<number, string>();
  const { id } = dialect;
  for (const linkTable of linkTables) {
    if (ids.length === 0) break;
    const columns = columnsOfTable(tables, linkTable).filter(
      (column) => column !== LINK.order && column !== LINK.inverseOrder,
    );
    const list = await tx.all(
      `SELECT ${[LINK.source, ...columns].map(id).join(', ')} FROM ${id(linkTable)} WHERE ${dialect.inList(id(LINK.source), INTEGER)} ORDER BY ${id(LINK.source)}, ${id(LINK.order)}`,
      [dialect.toListParam(ids, INTEGER)],
    );
    for (const [source, ...link] of list) {
      const row = Number(source);
      links.set(row, `${links.get(row) ?? ''}${linkTable} ${JSON.stringify(link)}\n`);
    }
  }
  return links;
}

/** Copies values and links of `base` to `row`. One-to-one targets are removed from rows of other documents at the same place. */
export async function takeOver(rows: AxisRows, { row, base }: Pair, parts: RowParts): Promise<void> {
  const { tx, dialect, table, tables } = rows;
  const { id } = dialect;
  const name = id(table.name);
  if (parts.columns.length > 0) {
    const [values = []] = await tx.all(
      `SELECT ${parts.columns.map(id).join(', ')} FROM ${name} WHERE id = ?`,
      [base],
    );
    for (const relation of parts.exclusive) {
      const target = values[parts.columns.indexOf(relation.storage.column)];
      if (target === null || target === undefined) continue;
      const holders = await tx.all(
        `SELECT h.id FROM ${name} h JOIN ${name} n ON ${samePlace(rows, relation, 'h', 'n')} WHERE n.id = ? AND h.${id(relation.storage.column)} = ?`,
        [row, target],
      );
      for (const [holder] of holders)
        await tx.run(`UPDATE ${name} SET ${withoutLink(rows, relation)} WHERE id = ?`, [holder]);
    }
    const set = parts.columns.map((column) => `${id(column)} = ?`).join(', ');
    await tx.run(`UPDATE ${name} SET ${set} WHERE id = ?`, [...values, row]);
  }
  for (const linkTable of parts.linkTables) {
    const [links, source] = [id(linkTable), id(LINK.source)];
    const columns = columnsOfTable(tables, linkTable).map(id).join(', ');
    await tx.run(`DELETE FROM ${links} WHERE ${source} = ?`, [row]);
    await tx.run(
      `INSERT INTO ${links} (${source}, ${columns}) SELECT ${row}, ${columns} FROM ${links} WHERE ${source} = ?`,
      [base],
    );
  }
}

/** Column → the SQL value of a row without the link. */
export const noLink = (rows: AxisRows, relation: ColumnRelation): Map<string, string> =>
  new Map(
    [...columnsOf(relation), ...dormantColumns(rows, relation)].map((name) => {
      const column = rows.table.columns.find((each) => each.name === name);
      return [name, column?.notNull ? constant(column.default ?? '') : 'NULL'];
    }),
  );

/** The same as the SET part of an UPDATE. */
export const withoutLink = (rows: AxisRows, relation: ColumnRelation): string =>
  [...noLink(rows, relation)].map(([name, none]) => `${rows.dialect.id(name)} = ${none}`).join(', ');

/** The columns of a link table without the source row. */
export const columnsOfTable = (tables: AxisRows['tables'], name: string): string[] =>
  (tables.get(name)?.columns ?? []).map((column) => column.name).filter((column) => column !== LINK.source);

/** SQL: the same document, and equal values along all other axes. */
export const sameVariant = (rows: AxisRows, along: string, a: string, b: string): string =>
  [`${a}.document_id = ${b}.document_id`, ...equal(rows, [along], a, b)].join(' AND ');

/**
 * SQL: another document, and equal values along all axes that do not share the relation. Along the others, a target is removed from all
 * rows.
 */
export function samePlace(
  rows: AxisRows,
  relation: ColumnRelation,
  a: string,
  b: string,
  but: readonly string[] = [],
): string {
  const shared = rows.type.axes.flatMap((use) => (use.shared.has(relation.name) ? [use.axis.column] : []));
  return [`${a}.document_id <> ${b}.document_id`, ...equal(rows, [...shared, ...but], a, b)].join(' AND ');
}

const equal = ({ dialect, axisColumns }: AxisRows, but: readonly string[], a: string, b: string): string[] =>
  axisColumns
    .filter((column) => !but.includes(column))
    .map((column) => `${a}.${dialect.id(column)} = ${b}.${dialect.id(column)}`);
