// The rows of a document as its write has left them. A row that was read before is completed with what the write has changed. Values that
// it wrote as they are read need no statement. A copy has the values of its source.
import { isThenable } from '../../../kernel/check/thenable';
import type { RowCopy } from '../write/row-changes';
import { hasJsonText, jsonKey, splicedJson } from '../write/stored-row';
import type { WritePlan } from '../write/write-plan';
import type { WriteSession } from '../write/write-session';
import type { StoredRow } from '../write-action';
import { rowTextsOf } from './row-texts';

/** `wanted`: the columns that the caller looks at; absent: all. A promise only if something is read. */
export function currentRows(
  session: WriteSession,
  wanted?: ReadonlySet<string>,
): readonly StoredRow[] | Promise<readonly StoredRow[]> {
  const { action, within } = session;
  const { type, documentId } = action;
  if (session.isShared || within) return session.read(type, documentId);
  const known = session.known(type, documentId);
  return isThenable(known)
    ? known.then((rows) => completedRows(session, rows, wanted))
    : completedRows(session, known, wanted);
}

function completedRows(
  session: WriteSession,
  known: readonly StoredRow[],
  wanted: ReadonlySet<string> | undefined,
): readonly StoredRow[] | Promise<readonly StoredRow[]> {
  const plan = session.planOf(session.action.type);
  const found = new Map<number, StoredRow | Promise<StoredRow>>();
  // Most rows need no statement, and a promise costs more than such a row.
  const current = (row: StoredRow): StoredRow | Promise<StoredRow> => {
    const made = found.get(row.id);
    if (made) return made;
    const copy = session.changes.copyOf(row.id);
    const changed = changedColumns(session, plan, row, copy, wanted);
    const completedFrom = (base: StoredRow) => completed(session, plan, row, base, changed);
    const base = copy ? current(copy.from) : row;
    const next = isThenable(base) ? base.then(completedFrom) : completedFrom(base);
    found.set(row.id, next);
    return next;
  };
  const rows: StoredRow[] = [];
  const others = (): readonly StoredRow[] | Promise<readonly StoredRow[]> => {
    for (const row of known.slice(rows.length)) {
      const next = current(row);
      if (isThenable(next))
        return next.then((read) => {
          rows.push(read);
          return others();
        });
      rows.push(next);
    }
    return rows;
  };
  return others();
}

/** By column the parameter that was written; undefined: the value is read. */
type Changed = ReadonlyMap<string, unknown>;

function changedColumns(
  session: WriteSession,
  plan: WritePlan,
  row: StoredRow,
  copy: RowCopy | null,
  wanted: ReadonlySet<string> | undefined,
): Changed {
  const changed = new Map<string, unknown>();
  const add = (column: string, param?: unknown): void => {
    if (!wanted || wanted.has(column) || column === plan.updated) changed.set(column, param);
  };
  if (copy) {
    for (const column of plan.columns)
      if (copy.given.includes(column) || !plan.copied.includes(column)) add(column);
  } else if (session.isMade(row.id)) for (const column of plan.columns) add(column);
  else
    for (const [column, param] of session.changes.of(row.id))
      if (plan.columns.has(column)) add(column, param);
  return changed;
}

function completed(
  session: WriteSession,
  plan: WritePlan,
  row: StoredRow,
  base: StoredRow,
  changed: Changed,
): StoredRow | Promise<StoredRow> {
  if (changed.size === 0 && base === row) return row;
  const values: Record<string, unknown> = { ...base.values };
  const [raw, fields]: [string[], string[]] = [[], []];
  let { updatedAt } = row;
  for (const [column, param] of changed) {
    if (column === plan.updated) {
      updatedAt = session.now;
      values[column] = updatedAt;
    } else if (param === null) values[column] = null;
    else if (isRaw(plan, column)) {
      if (typeof param !== 'string') raw.push(column);
      else if (!hasJsonText(base, column, param)) values[column] = JSON.parse(param);
    } else if (typeof param === 'string' && plan.plainTexts.has(column)) values[column] = param;
    else fields.push(column);
  }
  const { id, documentId, axes } = row;
  const made = { id, documentId, axes, updatedAt, values };
  if (raw.length + fields.length === 0) return made;
  return readColumns(session, plan, id, fields, raw).then((read) => {
    Object.assign(values, read);
    return made;
  });
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
  return JSON.parse(splicedJson(raw.map(jsonKey), cells, 0)) as StoredRow['values'];
}
