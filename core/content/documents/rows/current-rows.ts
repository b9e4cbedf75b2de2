// The rows of a document as its write has left them. A row that was read before is completed with what the write has changed. Values that
// it wrote as they are read need no statement. A copy has the values of its source.
import { nestedKey, splicedJson } from '../write/stored-row';
import type { WritePlan } from '../write/write-plan';
import type { WriteSession } from '../write/write-session';
import type { StoredRow } from '../write-action';
import { rowTextsOf } from './row-texts';

/** `wanted`: the columns that the caller looks at; absent: all. */
export async function currentRows(
  session: WriteSession,
  wanted?: ReadonlySet<string>,
): Promise<readonly StoredRow[]> {
  const { action, within } = session;
  const { type, documentId } = action;
  if (session.isShared || within) return session.read(type, documentId);
  const plan = session.planOf(type);
  const found = new Map<number, StoredRow>();
  const current = async (row: StoredRow): Promise<StoredRow> => {
    const known = found.get(row.id);
    if (known) return known;
    const copy = session.changes.copyOf(row.id);
    const base = copy ? await current(copy.from) : row;
    const all = copy ? ownColumns(plan, copy.given) : changedColumns(session, plan, row);
    const changed = wanted
      ? new Map([...all].filter(([name]) => wanted.has(name) || name === plan.updated))
      : all;
    const made =
      changed.size === 0 && base === row ? row : await completed(session, plan, row, base, changed);
    found.set(row.id, made);
    return made;
  };
  const rows: StoredRow[] = [];
  for (const row of await session.known(type, documentId)) rows.push(await current(row));
  return rows;
}

/** By column the parameter that was written; undefined: the value is read. */
type Changed = ReadonlyMap<string, unknown>;

/** Columns of a copy that are not those of its source. */
const ownColumns = (plan: WritePlan, given: readonly string[]): Changed =>
  unknownOf(columnsOf(plan).filter((column) => given.includes(column) || !plan.copied.includes(column)));

function changedColumns(session: WriteSession, plan: WritePlan, row: StoredRow): Changed {
  if (session.isMade(row.id)) return unknownOf(columnsOf(plan));
  const changed = session.changes.of(row.id);
  if (changed.size === 0) return changed;
  return new Map(
    columnsOf(plan).flatMap((column) =>
      changed.has(column) ? [[column, changed.get(column)] as const] : [],
    ),
  );
}

const unknownOf = (columns: readonly string[]): Changed =>
  new Map(columns.map((column) => [column, undefined]));

const columnsOf = (plan: WritePlan): string[] => [
  ...plan.fields.keys(),
  ...plan.nested.map(({ column }) => column),
];

async function completed(
  session: WriteSession,
  plan: WritePlan,
  row: StoredRow,
  base: StoredRow,
  changed: Changed,
): Promise<StoredRow> {
  const values: Record<string, unknown> = { ...base.values };
  const [raw, fields]: [string[], string[]] = [[], []];
  let { updatedAt } = row;
  for (const [column, param] of changed) {
    if (column === plan.updated) {
      updatedAt = session.now;
      values[column] = updatedAt;
    } else if (param === null) values[column] = null;
    else if (isRaw(plan, column)) {
      if (typeof param === 'string') values[column] = JSON.parse(param);
      else raw.push(column);
    } else if (typeof param === 'string' && plan.plainTexts.has(column)) values[column] = param;
    else fields.push(column);
  }
  if (raw.length + fields.length > 0)
    Object.assign(values, await readColumns(session, plan, row.id, fields, raw));
  const { id, documentId, axes } = row;
  return { id, documentId, axes, updatedAt, values };
}

const isRaw = (plan: WritePlan, column: string): boolean =>
  !plan.fields.has(column) || plan.rawFields.has(column);

async function readColumns(
  session: WriteSession,
  plan: WritePlan,
  rowId: number,
  fields: readonly string[],
  raw: readonly string[],
): Promise<StoredRow['values']> {
  const [cells] = await session.tx.all(rowTextsOf(plan).read(fields, raw), [rowId]);
  if (!cells) throw new Error(`The row ${rowId} of ${plan.type.uid} was removed by other code.`);
  return JSON.parse(splicedJson(raw.map(nestedKey), cells, 0)) as StoredRow['values'];
}
