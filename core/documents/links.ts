// Links to many targets, in rows of a link table: written, and what becomes of them when the row that owns them is copied or goes.
import { LINK, type Schema } from '../schema/content-type';
import type { Reference, RelationInput } from './body-input';
import { holdTargetsOfRow } from './hold-targets';
import { applyRelation, type Link, linkKey } from './link';
import { assignOrders } from './link-order';
import type { WriteSession } from './session';
import { readPins, storedPins } from './stored-pins';
import { linkColumns, pinColumns, type TableRelation, type WritePlan } from './write-plan';

const DOCUMENT = { kind: 'string', length: 255 } as const;

/** Sizes of INSERTs: a list is cut into these, so that there are few texts. */
const CHUNKS = [64, 16, 8, 5, 4, 3, 2, 1];

interface StoredLink extends Link {
  /** What its pin columns hold, those of axes that are asleep as well. */
  readonly held: Readonly<Record<string, string | number>>;
  /** It named a value that is asleep: it stays as it is. */
  readonly isHidden: boolean;
  readonly order: number;
  readonly inverseOrder: number;
}

/** Of a link that is stored its place, which no other has. */
const rowKey = (link: Link | StoredLink): string => ('held' in link ? `at ${link.order}` : linkKey(link));

/** The list that a body makes of the stored links. One that was there stays the row it was, and what is hidden its place. */
function changeLinks(
  stored: readonly StoredLink[],
  input: RelationInput,
  resolved: ReadonlyMap<Reference, Link>,
): (Link | StoredLink)[] {
  const shown = new Map<string, StoredLink>();
  for (const link of stored) if (!link.isHidden && !shown.has(linkKey(link))) shown.set(linkKey(link), link);
  const wanted = applyRelation([...shown.values()], input, resolved);
  const list = wanted.map((link) => shown.get(linkKey(link)) ?? link);
  const stays = new Set(wanted.map(linkKey));
  stored.forEach((link, index) => {
    if (shown.get(linkKey(link)) === link) return;
    // Several that look alike now stay together, or go.
    if (link.isHidden || stays.has(linkKey(link)))
      list.splice(list.indexOf(stored[index - 1] ?? link) + 1, 0, link);
  });
  return list;
}

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
  const before = new Map(stored.map((link) => [rowKey(link), link]));
  const wanted = changeLinks(stored, input, resolved);
  const keys = wanted.map(rowKey);
  const orders = assignOrders(keys, new Map(stored.map((link) => [rowKey(link), link.order])));

  const stays = new Set(keys.filter((key) => before.get(key)?.order === orders.get(key)));
  const goes = stored.filter((link) => !stays.has(rowKey(link)));
  const { typed, pins } = relation.storage;
  const simple = !typed && pinColumns(pins).length + plan.keptPins(relation).size === 0;
  if (goes.length > 0) {
    if (!simple) stays.clear();
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
  const rows = wanted.flatMap((link, index) => {
    const key = keys[index] ?? '';
    if (stays.has(key)) return [];
    const order = orders.get(key) ?? index + 1;
    const place = before.get(key)?.inverseOrder ?? now;
    return [linkRow(session.schema, plan, relation, rowId, link, order, place)];
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
  const columns = allColumns(plan, relation).slice(1);
  const held = [...pinColumns(relation.storage.pins), ...plan.keptPins(relation).keys()];
  const text = plan.statement(
    `read ${relation.name}`,
    () =>
      `SELECT ${columns.map((name) => dialect.id(name)).join(', ')} FROM ${dialect.id(relation.storage.table)} WHERE ${dialect.id(LINK.source)} = ? ORDER BY ${dialect.id(LINK.order)}`,
  );
  return (await session.tx.all(text, [rowId])).map((row) => {
    const value = (name: string): unknown => row[columns.indexOf(name)];
    const type = relation.storage.typed ? String(value(LINK.type)) : (relation.target ?? '');
    return {
      type,
      document: String(value(LINK.target)),
      pins: readPins(schema, type, relation.storage.pins, value),
      rowId: 0,
      held: Object.fromEntries(held.map((column) => [column, value(column) as string | number])),
      isHidden: plan.isAsleep(relation, type, value),
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
): Promise<void> {
  const { dialect } = session;
  const text = plan.statement(`delete ${relation.name} ${documents ? 'some' : 'all'}`, () => {
    const all = `DELETE FROM ${dialect.id(relation.storage.table)} WHERE ${dialect.id(LINK.source)} = ?`;
    return documents ? `${all} AND ${dialect.inList(dialect.id(LINK.target), DOCUMENT)}` : all;
  });
  await session.tx.run(text, documents ? [rowId, dialect.toListParam(documents, DOCUMENT)] : [rowId]);
}

export async function insertLinks(
  session: WriteSession,
  plan: WritePlan,
  relation: TableRelation,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const { dialect } = session;
  const columns = allColumns(plan, relation);
  let index = 0;
  while (index < rows.length) {
    const size = CHUNKS.find((chunk) => chunk <= rows.length - index) ?? 1;
    const text = plan.statement(`insert ${relation.storage.table} ${size}`, () => {
      const marks = `(${columns.map(() => '?').join(', ')})`;
      return `INSERT INTO ${dialect.id(relation.storage.table)} (${columns.map((name) => dialect.id(name)).join(', ')}) VALUES ${Array.from({ length: size }, () => marks).join(', ')}`;
    });
    await session.tx.run(text, rows.slice(index, index + size).flat());
    index += size;
  }
}

/** The columns of a link, those of axes that are asleep last. */
const allColumns = (plan: WritePlan, relation: TableRelation): string[] => [
  ...linkColumns(relation),
  ...plan.keptPins(relation).keys(),
];

/** One row of a link table, in the order of `allColumns`. */
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
  return [
    source,
    link.document,
    ...(typed ? [link.type] : []),
    ...pinColumns(pins).map((column) => held[column] ?? ''),
    order,
    inverseOrder,
    ...[...plan.keptPins(relation)].map(([column, none]) => held[column] ?? none),
  ];
}

// ── rows that are copied, and documents that go ──

/** Gives `to` the links of `from`, in every link table or the given ones. Those that it has already stay untouched. */
export async function copyLinks(
  session: WriteSession,
  plan: WritePlan,
  from: number,
  to: number,
  relations: readonly TableRelation[] = plan.linkTables,
): Promise<void> {
  const { dialect, tx } = session;
  if (relations.length > 0) await holdTargetsOfRow(session, plan, from);
  for (const relation of relations) {
    const { table } = relation.storage;
    const name = dialect.id(table);
    const [source = '', ...others] = allColumns(plan, relation).map((column) => dialect.id(column));
    const isFresh = !session.mayHaveLinks(to, table);
    const hasNone = !session.mayHaveLinks(from, table);
    if (!isFresh && hasNone) await deleteLinks(session, plan, relation, to, null);
    if (hasNone) continue;
    if (!isFresh) {
      const text = plan.statement(`clear ${relation.name}`, () => {
        const same = `l.${source} = ? AND ${others.map((column) => `l.${column} = k.${column}`).join(' AND ')}`;
        return dialect.name === 'mysql'
          ? `DELETE k FROM ${name} k LEFT JOIN ${name} l ON ${same} WHERE k.${source} = ? AND l.${source} IS NULL`
          : `DELETE FROM ${name} AS k WHERE NOT EXISTS (SELECT 1 FROM ${name} l WHERE ${same}) AND k.${source} = ?`;
      });
      await tx.run(text, [from, to]);
    }
    const text = plan.statement(`copy ${relation.name} ${isFresh}`, () => {
      const missing = `NOT EXISTS (SELECT 1 FROM ${name} k WHERE k.${source} = s.id AND k.${dialect.id(LINK.order)} = l.${dialect.id(LINK.order)})`;
      return `INSERT INTO ${name} (${[source, ...others].join(', ')}) SELECT s.id, ${others.map((column) => `l.${column}`).join(', ')} FROM ${name} l, ${dialect.id(plan.type.table)} s WHERE l.${source} = ? AND s.id = ?${isFresh ? '' : ` AND ${missing}`}`;
    });
    const { changes } = await tx.run(text, [from, to]);
    if (changes > 0) session.linked(to, table);
  }
}

export async function dropLinks(session: WriteSession, plan: WritePlan, rowId: number): Promise<void> {
  for (const relation of plan.linkTables) {
    await deleteLinks(session, plan, relation, rowId, null);
    session.tx.touch(relation.storage.table);
  }
}
