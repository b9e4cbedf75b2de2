// Moves the values of one field between a column and the JSON of an entry, page by page. Rows of all axes move. A move into a component
// creates the entry where a row has none; the rows of a document get one id for it.
import type { Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import type { Attribute, Component, Schema } from '../model/compiled/content-type';
import { isMany, isNested } from '../model/compiled/nested';
import { type Converted, convertValue, LOST, plainOf } from './convert-value';
import type { LosingDocument, MoveField } from './migration-step';
import { seedCounter } from './system-tables';

const PAGE = 500;
const IDS = 1_000;

type Entry = Readonly<Record<string, unknown>>;

/** The names before or after the migration. null: the table has no such column yet. */
export interface MovePlace {
  readonly table: string;
  readonly entries: string | null;
  readonly column: string | null;
}

export interface MoveCounts {
  readonly moved: number;
  /** Values that do not convert, and values of a removed attribute that are replaced. */
  readonly lost: number;
}

interface MovingRow extends Converted {
  readonly id: unknown;
  readonly documentId: string;
  readonly entry: Entry | null;
  /** A value of a removed attribute is there. */
  readonly isTaken: boolean;
}

/** What the move would do. Changes nothing. */
export async function countMove(
  tx: Tx,
  dialect: Dialect,
  move: MoveField,
  place: MovePlace,
): Promise<MoveCounts> {
  let moved = 0;
  let lost = 0;
  for await (const row of movingRows(tx, dialect, move, place, 'planned')) {
    moved += 1;
    if (!row.isExact || row.isTaken) lost += 1;
  }
  return { moved, lost };
}

/** The documents whose values the move loses. */
export async function* losingByMove(
  tx: Tx,
  dialect: Dialect,
  move: MoveField,
  place: MovePlace,
): AsyncIterable<LosingDocument> {
  for await (const { isExact, isTaken, documentId } of movingRows(tx, dialect, move, place, 'planned'))
    if (!isExact || isTaken) yield { type: move.type.uid, documentId };
}

export async function moveField(tx: Tx, dialect: Dialect, move: MoveField): Promise<void> {
  const { id } = dialect;
  const { type, entries, column, path, target, direction } = move;
  const place: MovePlace = { table: type.table, entries, column };
  const text = `UPDATE ${id(type.table)} SET ${id(entries)} = ?, ${id(column)} = ? WHERE id = ?`;
  const spec = target.type.column(target.options);
  const nextId = direction === 'in' ? await entryIds(tx, dialect) : null;
  const made = new Map<string, number>();
  for await (const { id: row, documentId, entry, value } of movingRows(tx, dialect, move, place, 'moved')) {
    if (!nextId) {
      await tx.run(text, [JSON.stringify(without(entry ?? {}, path)), dialect.toParam(value, spec), row]);
      continue;
    }
    const plain = value === null ? null : JSON.parse(target.type.toJson(value, target.options));
    const idAt = async (depth: number): Promise<number> => {
      const key = `${depth} ${documentId}`;
      const known = made.get(key) ?? (await nextId());
      made.set(key, known);
      return known;
    };
    const next = await withValue(componentAt(move, 0), entry, path, plain, move, idAt);
    await tx.run(text, [JSON.stringify(next), null, row]);
  }
  tx.touch(type.table);
}

async function* movingRows(
  tx: Tx,
  dialect: Dialect,
  move: MoveField,
  place: MovePlace,
  label: string,
): AsyncIterable<MovingRow> {
  const isOut = move.direction === 'out';
  const from = isOut ? place.entries : place.column;
  if (from === null) return;
  const { id } = dialect;
  // PostgreSQL prepares each text once, and refuses it after the type of a column has changed.
  const named = (name: string | null, at: number): string =>
    `${name === null ? 'NULL' : id(name)} AS ${id(`${label} ${at} ${JSON.stringify(move.source.spec)}`)}`;
  const columns = [place.entries, place.column].map(named).join(', ');
  const text = `SELECT id, document_id, ${columns} FROM ${id(place.table)} WHERE id > ? AND ${id(from)} IS NOT NULL ORDER BY id LIMIT ${PAGE}`;
  for (let after: unknown = 0; ; ) {
    const rows = await tx.all(text, [after]);
    for (const [row, documentId, json, stored] of rows) {
      const entry: Entry | null = typeof json === 'string' ? JSON.parse(json) : null;
      const inEntry = valueAt(entry, move.path);
      const inColumn = plainOf(dialect.fromColumn(stored, move.source.spec), move.source.spec);
      const [plain, present] = isOut ? [inEntry, stored] : [inColumn, inEntry];
      if (isEmpty(plain) || (!isEmpty(present) && !move.replaces)) continue;
      yield {
        ...convert(plain, move),
        id: row,
        documentId: String(documentId),
        entry,
        isTaken: !isEmpty(present),
      };
    }
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.[0];
  }
}

function convert(plain: unknown, { source, target, isSameKind }: MoveField): Converted {
  if (source.hidden || target.type.secret)
    return isSameKind && typeof plain === 'string' ? { value: plain, isExact: true } : LOST;
  return convertValue(plain, target);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null;

const inner = (entry: unknown, name: string): unknown =>
  typeof entry === 'object' && entry !== null && Object.hasOwn(entry, name) ? (entry as Entry)[name] : null;

const valueAt = (entry: Entry | null, path: readonly string[]): unknown => path.reduce<unknown>(inner, entry);

function without(entry: Entry, [name = '', ...rest]: readonly string[]): Entry {
  if (rest.length === 0) {
    const { [name]: _, ...others } = entry;
    return others;
  }
  const below = inner(entry, name);
  return below === null ? entry : { ...entry, [name]: without(below as Entry, rest) };
}

async function withValue(
  component: Component,
  entry: Entry | null,
  [name = '', ...rest]: readonly string[],
  value: unknown,
  move: MoveField,
  idAt: (depth: number) => Promise<number>,
): Promise<Entry> {
  const depth = move.path.length - rest.length - 1;
  const own = entry ?? { id: await idAt(depth), ...emptyEntry(component) };
  if (rest.length === 0) return { ...own, [name]: value };
  const below = inner(own, name) as Entry | null;
  return {
    ...own,
    [name]: await withValue(componentAt(move, depth + 1), below, rest, value, move, idAt),
  };
}

/** Entries of one shape have every attribute. */
const emptyEntry = ({ attributes }: Component): Entry =>
  Object.fromEntries(
    [...attributes.values()]
      .filter(({ kind }) => kind !== 'waiting')
      .map((attribute) => [attribute.name, isList(attribute) ? [] : null]),
  );

const isList = (attribute: Attribute): boolean =>
  isNested(attribute) ? isMany(attribute) : attribute.kind === 'relation' && attribute.many;

/** The component that `depth` names of the path lead to. The plan has checked them. */
function componentAt({ type, schema, entries, path }: MoveField, depth: number): Component {
  const holder = [...type.attributes.values()].find(
    (each) => each.kind === 'component' && each.column === entries,
  );
  const names = path.slice(0, depth);
  const found = names.reduce<Component | undefined>(
    (component, name) => componentOf(component?.attributes.get(name), schema),
    componentOf(holder, schema),
  );
  if (!found) throw new Error(`No component at ${[entries, ...names].join('.')}`);
  return found;
}

const componentOf = (attribute: Attribute | undefined, { components }: Schema): Component | undefined =>
  attribute?.kind === 'component' ? components.get(attribute.component) : undefined;

/** Ids of new entries, in blocks, within the transaction of the migration. */
async function entryIds(tx: Tx, dialect: Dialect): Promise<() => Promise<number>> {
  await seedCounter(tx, dialect);
  let next = 1;
  let last = 0;
  return async () => {
    if (next > last) {
      const name = dialect.id('name');
      const value = dialect.id('value');
      await tx.run(`UPDATE quire_counters SET ${value} = ${value} + ${IDS} WHERE ${name} = 'entries'`);
      const [row] = await tx.all(`SELECT ${value} FROM quire_counters WHERE ${name} = 'entries'`);
      last = Number(row?.[0]);
      next = last - IDS + 1;
    }
    next += 1;
    return next - 1;
  };
}
