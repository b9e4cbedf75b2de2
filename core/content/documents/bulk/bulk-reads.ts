// Whole documents from one state of the database, in the order of their documentIds: all visible rows with ids, times, links and
// entries, for a copy to another place.
import type { Database, Row, Snapshot, Statement, Steps } from '../../../database/database';
import { pendingColumn, stagesOf } from '../../model/compiled/axis-kind';
import type { TableRelation } from '../../model/compiled/columns';
import { type ContentType, LINK } from '../../model/compiled/content-type';
import { pagesOf, type ReadAll } from '../all-documents';
import { storedValue } from '../write/stored-value';
import type { WritePlan } from '../write/write-plan';
import type { StoredRow } from '../write-action';
import type { BulkLink, BulkReader, ReadDocument } from './bulk-rows';

/** null: the pool of connections is too small, or too many reads are open. */
export async function openBulkReader(
  database: Pick<Database, 'dialect' | 'snapshots'>,
  planOf: (type: ContentType) => WritePlan,
): Promise<BulkReader | null> {
  const snapshot = (await database.snapshots?.open(0)) ?? null;
  if (!snapshot) return null;
  const all = readerOf(snapshot, database);
  return { documents: (type) => documentsOf(planOf(type), all), rows: all, close: () => snapshot.close() };
}

function readerOf(snapshot: Snapshot, { dialect }: Pick<Database, 'dialect'>): ReadAll {
  const statements = new Map<string, Statement>();
  return (text, params = []) => {
    const statement = statements.get(text) ?? { sql: dialect.finish(text), name: 'bulk read' };
    statements.set(text, statement);
    function* steps(): Steps<readonly Row[]> {
      const [rows = []] = yield [{ statement, params }];
      return rows;
    }
    return snapshot.read(steps());
  };
}

async function* documentsOf(plan: WritePlan, all: ReadAll): AsyncIterable<readonly ReadDocument[]> {
  for await (const page of pagesOf(plan, all)) {
    const rows = page.flatMap((document) => document.rows);
    const links = await linksOfRows(plan, all, rows);
    const pending = await pendingRows(plan, all, rows);
    yield page.map((document) => ({
      documentId: document.documentId,
      rows: document.rows.map((row) => ({
        id: row.id,
        axes: row.axes,
        values: row.values,
        isPending: pending.has(row.id),
        links: links.get(row.id) ?? [],
      })),
    }));
  }
}

const idsOf = ({ dialect }: WritePlan, rows: readonly StoredRow[]): string =>
  dialect.toListParam(
    rows.map(({ id }) => id),
    { kind: 'integer' },
  );

async function pendingRows(
  plan: WritePlan,
  all: ReadAll,
  rows: readonly StoredRow[],
): Promise<ReadonlySet<number>> {
  const { dialect, type } = plan;
  const stages = stagesOf(type);
  if (!stages) return new Set();
  const text = `SELECT id FROM ${dialect.id(type.table)} WHERE ${dialect.inList('id', { kind: 'integer' })} AND ${dialect.id(pendingColumn(stages))} <> 0`;
  return new Set((await all(text, [idsOf(plan, rows)])).map(([id]) => Number(id)));
}

export async function linksOfRows(
  plan: WritePlan,
  all: ReadAll,
  rows: readonly StoredRow[],
): Promise<ReadonlyMap<number, readonly BulkLink[]>> {
  const links = new Map<number, BulkLink[]>();
  const add = (id: number, link: BulkLink): void => {
    const own = links.get(id);
    if (own) own.push(link);
    else links.set(id, [link]);
  };
  for (const relation of plan.columnRelations) {
    const { column, orderColumn, typeColumn } = relation.storage;
    for (const { id, values } of rows) {
      const document = storedValue(values, column);
      const type = relation.target ?? (typeColumn ? storedValue(values, typeColumn) : null);
      if (typeof document !== 'string' || typeof type !== 'string') continue;
      const { pins } = plan.pinsOf(relation).fromColumns(type, (name) => storedValue(values, name));
      const inverseOrder = Number(storedValue(values, orderColumn) ?? 0);
      add(id, { attribute: relation.name, type, document, pins, order: 1, inverseOrder });
    }
  }
  for (const relation of plan.linkTables)
    for (const [id, link] of await tableLinks(plan, relation, all, rows)) add(id, link);
  return links;
}

async function tableLinks(
  plan: WritePlan,
  relation: TableRelation,
  all: ReadAll,
  rows: readonly StoredRow[],
): Promise<readonly (readonly [number, BulkLink])[]> {
  const { dialect } = plan;
  const pins = plan.pinsOf(relation);
  const { table, typed } = relation.storage;
  const names = [
    LINK.source,
    LINK.target,
    LINK.order,
    LINK.inverseOrder,
    ...(typed ? [LINK.type] : []),
    ...Object.keys(pins.none),
  ];
  const source = dialect.id(LINK.source);
  const found = await all(
    `SELECT ${names.map((name) => dialect.id(name)).join(', ')} FROM ${dialect.id(table)} WHERE ${dialect.inList(source, { kind: 'integer' })} ORDER BY ${source}, ${dialect.id(LINK.order)}, ${dialect.id(LINK.target)}`,
    [idsOf(plan, rows)],
  );
  return found.map((row) => {
    const value = (name: string): unknown => row[names.indexOf(name)];
    const type = relation.target ?? String(value(LINK.type));
    const link = {
      attribute: relation.name,
      type,
      document: String(value(LINK.target)),
      pins: pins.fromColumns(type, value).pins,
      order: Number(value(LINK.order)),
      inverseOrder: Number(value(LINK.inverseOrder)),
    };
    return [Number(value(LINK.source)), link];
  });
}
