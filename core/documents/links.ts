// Links to many targets, in rows of a link table: written, and what becomes of them when the row that owns them is copied or goes.
import type { Dialect } from '../database/dialect';
import { DOCUMENT_ID_COLUMN } from '../schema/column-specs';
import { pinColumns, type TableRelation } from '../schema/columns';
import { LINK, type Schema } from '../schema/content-type';
import type { Reference, RelationInput } from './body-input';
import { holdTargetsOfRow } from './hold-targets';
import { changeLinks, type HideableLink, type Link, linkKey } from './link';
import { assignOrders } from './link-order';
import type { WriteSession } from './session';
import { readPins, storedPins } from './stored-pins';
import type { WritePlan } from './write-plan';

/** Sizes of INSERTs: a list is cut into these, so that there are few texts. */
const CHUNKS = [64, 16, 8, 5, 4, 3, 2, 1];

interface StoredLink extends HideableLink {
  /** What its pin columns hold, those of axes that are asleep as well. */
  readonly held: Readonly<Record<string, string | number>>;
  readonly order: number;
  readonly inverseOrder: number;
}

/** Of a link that is stored its place, which no other has. */
const rowKey = (link: Link | StoredLink): string => ('held' in link ? `at ${link.order}` : linkKey(link));

/** Answers how many links the row has now. */
export async function writeLinks(
  session: WriteSession,
  plan: WritePlan,
  relation: TableRelation,
  rowId: number,
  input: RelationInput,
  resolved: ReadonlyMap<Reference, Link>,
): Promise<number> {
  const { table } = relation.storage;
  const stored =
    session.isMade(rowId) && !session.mayHaveLinks(rowId, table)
      ? []
      : await readLinks(session, plan, relation, rowId);
  const before = new Map<string, StoredLink>();
  const ordersBefore = new Map<string, number>();
  for (const link of stored) {
    before.set(rowKey(link), link);
    ordersBefore.set(rowKey(link), link.order);
  }
  const wanted = changeLinks(stored, input, resolved);
  const keys = wanted.map(rowKey);
  const orders = assignOrders(keys, ordersBefore);

  const stays = new Set<string>();
  for (const key of keys) if (ordersBefore.get(key) === orders.get(key)) stays.add(key);
  const goes = stored.filter((link) => !stays.has(rowKey(link)));
  if (goes.length > 0) {
    const isSimple = !relation.storage.typed && plan.linkColumns(relation).pins.length === 0;
    if (!isSimple) stays.clear();
    await deleteLinks(
      session,
      plan,
      relation,
      rowId,
      stays.size === 0 ? null : goes.map(({ document }) => document),
    );
  }
  // The place on the other side: the time of linking, so that later ones come last and nobody has to look.
  const now = session.moment;
  const rows: (string | number)[][] = [];
  wanted.forEach((link, index) => {
    const key = keys[index] ?? '';
    if (stays.has(key)) return;
    const order = orders.get(key) ?? index + 1;
    const place = before.get(key)?.inverseOrder ?? now;
    rows.push(linkRow(session.schema, plan, relation, rowId, link, order, place));
  });
  await insertLinks(session, plan, relation, rows);
  if (rows.length > 0) session.linked(rowId, table);
  else session.tx.touch(table);
  return wanted.length;
}

export async function countLinks(
  session: WriteSession,
  plan: WritePlan,
  relation: TableRelation,
  rowId: number,
): Promise<number> {
  const { dialect } = session;
  const text = plan.statement(
    `count ${relation.name}`,
    () => `SELECT COUNT(*) FROM ${dialect.id(relation.storage.table)} WHERE ${dialect.id(LINK.source)} = ?`,
  );
  return Number((await session.tx.all(text, [rowId]))[0]?.[0] ?? 0);
}

async function readLinks(
  session: WriteSession,
  plan: WritePlan,
  relation: TableRelation,
  rowId: number,
): Promise<StoredLink[]> {
  const { dialect, schema } = session;
  const columns = plan.linkColumns(relation);
  const text = plan.statement(
    `read ${relation.name}`,
    () =>
      `SELECT ${columns.all.map((name) => dialect.id(name)).join(', ')} FROM ${dialect.id(relation.storage.table)} WHERE ${dialect.id(LINK.source)} = ? ORDER BY ${dialect.id(LINK.order)}`,
  );
  return (await session.tx.all(text, [rowId])).map((row) => {
    const value = (name: string): unknown => row[columns.all.indexOf(name)];
    const type = relation.storage.typed ? String(value(LINK.type)) : (relation.target ?? '');
    const held: Record<string, string | number> = {};
    for (const column of columns.pins) held[column] = value(column) as string | number;
    return {
      type,
      document: String(value(LINK.target)),
      pins: readPins(schema, type, relation.storage.pins, value),
      rowId: 0,
      held,
      isHidden: plan.asleep.isHidden(relation, type, value),
      order: Number(value(LINK.order)),
      inverseOrder: Number(value(LINK.inverseOrder)),
    };
  });
}

async function deleteLinks(
  session: WriteSession,
  plan: WritePlan,
  relation: TableRelation,
  rowId: number,
  documents: readonly string[] | null,
): Promise<number> {
  const { dialect } = session;
  const text = plan.statement(`delete ${relation.name} ${documents ? 'some' : 'all'}`, () => {
    const all = `DELETE FROM ${dialect.id(relation.storage.table)} WHERE ${dialect.id(LINK.source)} = ?`;
    return documents ? `${all} AND ${dialect.inList(dialect.id(LINK.target), DOCUMENT_ID_COLUMN)}` : all;
  });
  const params = documents ? [rowId, dialect.toListParam(documents, DOCUMENT_ID_COLUMN)] : [rowId];
  return (await session.tx.run(text, params)).changes;
}

export async function insertLinks(
  session: WriteSession,
  plan: WritePlan,
  relation: TableRelation,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const { dialect } = session;
  const columns = plan.linkColumns(relation).all;
  let index = 0;
  while (index < rows.length) {
    const size = CHUNKS.find((chunk) => chunk <= rows.length - index) ?? 1;
    const text = plan.statement(`insert ${relation.storage.table} ${size}`, () => {
      const marks = `(${columns.map(() => '?').join(', ')})`;
      return `INSERT INTO ${dialect.id(relation.storage.table)} (${columns.map((name) => dialect.id(name)).join(', ')}) VALUES ${Array.from({ length: size }, () => marks).join(', ')}`;
    });
    const params: unknown[] = [];
    for (const end = index + size; index < end; index++) params.push(...(rows[index] ?? []));
    await session.tx.run(text, params);
  }
}

/** One row of a link table, in the order of its columns. */
export function linkRow(
  schema: Schema,
  plan: WritePlan,
  relation: TableRelation,
  source: number,
  link: Link | StoredLink,
  order: number,
  inverseOrder: number,
): (string | number)[] {
  const { typed, pins } = relation.storage;
  const held = 'held' in link ? link.held : storedPins(schema, link, pins);
  const row = [source, link.document];
  if (typed) row.push(link.type);
  for (const column of pinColumns(pins)) row.push(held[column] ?? '');
  row.push(order, inverseOrder);
  for (const [column, none] of plan.asleep.kept(relation)) row.push(held[column] ?? none);
  return row;
}

// ── rows that are copied, and documents that go ──

/**
 * Gives `to` the links of `from`, in every link table or the given ones. Those that it has already stay untouched. Answers whether
 * anything changed.
 */
export async function copyLinks(
  session: WriteSession,
  plan: WritePlan,
  from: number,
  to: number,
  relations: readonly TableRelation[] = plan.linkTables,
): Promise<boolean> {
  const { dialect, tx } = session;
  let changed = 0;
  if (relations.length > 0) await holdTargetsOfRow(session, plan, from);
  for (const relation of relations) {
    const { table } = relation.storage;
    const name = dialect.id(table);
    const isFresh = !session.mayHaveLinks(to, table);
    const hasNone = !session.mayHaveLinks(from, table);
    if (!isFresh && hasNone) changed += await deleteLinks(session, plan, relation, to, null);
    if (hasNone) continue;
    if (!isFresh) {
      const text = plan.statement(`clear ${relation.name}`, () => {
        const [source = '', ...others] = quotedColumns(plan, relation, dialect);
        const same = `l.${source} = ? AND ${others.map((column) => `l.${column} = k.${column}`).join(' AND ')}`;
        return dialect.name === 'mysql'
          ? `DELETE k FROM ${name} k LEFT JOIN ${name} l ON ${same} WHERE k.${source} = ? AND l.${source} IS NULL`
          : `DELETE FROM ${name} AS k WHERE NOT EXISTS (SELECT 1 FROM ${name} l WHERE ${same}) AND k.${source} = ?`;
      });
      changed += (await tx.run(text, [from, to])).changes;
    }
    const text = plan.statement(`copy ${relation.name} ${isFresh}`, () => {
      const [source = '', ...others] = quotedColumns(plan, relation, dialect);
      const missing = `NOT EXISTS (SELECT 1 FROM ${name} k WHERE k.${source} = s.id AND k.${dialect.id(LINK.order)} = l.${dialect.id(LINK.order)})`;
      return `INSERT INTO ${name} (${[source, ...others].join(', ')}) SELECT s.id, ${others.map((column) => `l.${column}`).join(', ')} FROM ${name} l, ${dialect.id(plan.type.table)} s WHERE l.${source} = ? AND s.id = ?${isFresh ? '' : ` AND ${missing}`}`;
    });
    const { changes } = await tx.run(text, [from, to]);
    if (changes > 0) session.linked(to, table);
    changed += changes;
  }
  return changed > 0;
}

const quotedColumns = (plan: WritePlan, relation: TableRelation, { id }: Dialect): string[] =>
  plan.linkColumns(relation).all.map((column) => id(column));

export async function dropLinks(session: WriteSession, plan: WritePlan, rowId: number): Promise<void> {
  for (const relation of plan.linkTables) {
    await deleteLinks(session, plan, relation, rowId, null);
    session.tx.touch(relation.storage.table);
  }
}
