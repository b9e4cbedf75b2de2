// The rows of a document as its write has left them. A row that was read before is completed with what the write has changed. Values that
// it wrote as they are read need no statement. A copy has the values of its source.
import { nestedKey, splicedJson } from '../write/stored-row';
import type { WritePlan } from '../write/write-plan';
import type { WriteSession } from '../write/write-session';
import type { CurrentRow, StoredRow, WrittenValue } from '../write-action';
import { rowTextsOf } from './row-texts';

export async function currentRows(session: WriteSession): Promise<readonly CurrentRow[]> {
  const { action, within } = session;
  const { type, documentId } = action;
  if (session.isShared || within) return session.read(type, documentId);
  const plan = session.planOf(type);
  const found = new Map<number, CurrentRow>();
  const current = async (row: StoredRow): Promise<CurrentRow> => {
    const known = found.get(row.id);
    if (known) return known;
    const copy = session.changes.copyOf(row.id);
    const base = copy ? await current(copy.from) : row;
    const changed = copy ? ownColumns(plan, copy.given) : changedColumns(session, plan, row);
    const made = changed.size === 0 ? row : await completed(session, plan, row, base, changed);
    found.set(row.id, made);
    return made;
  };
  const rows: CurrentRow[] = [];
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
  base: CurrentRow,
  changed: Changed,
): Promise<CurrentRow> {
  const known: Record<string, unknown> = {};
  const written = new Map<string, WrittenValue>();
  const [raw, fields]: [string[], string[]] = [[], []];
  let { updatedAt } = row;
  for (const [column, param] of changed) {
    if (column === plan.updated) {
      updatedAt = session.now;
      known[column] = updatedAt;
    } else if (param === null) known[column] = null;
    else if (isRaw(plan, column)) {
      if (typeof param === 'string') written.set(column, new WrittenJson(param));
      else raw.push(column);
    } else if (typeof param === 'string' && plan.plainTexts.has(column))
      written.set(column, new WrittenText(param));
    else fields.push(column);
  }
  if (raw.length + fields.length > 0)
    Object.assign(known, await readColumns(session, plan, row.id, fields, raw));
  return new CompletedRow({ ...placeOf(row), updatedAt }, base, known, written);
}

const placeOf = ({ id, documentId, axes }: StoredRow) => ({ id, documentId, axes });

class WrittenText implements WrittenValue {
  constructor(readonly text: string) {}
  value(): string {
    return this.text;
  }
}

class WrittenJson implements WrittenValue {
  constructor(readonly text: string) {}
  value(): unknown {
    return JSON.parse(this.text);
  }
}

/** Its values are made on first access: who asks for single columns does not pay for the others. */
class CompletedRow implements CurrentRow {
  readonly id: number;
  readonly documentId: string;
  readonly axes: StoredRow['axes'];
  readonly updatedAt: string;
  #values: StoredRow['values'] | null = null;
  readonly #base: CurrentRow;
  readonly #known: StoredRow['values'];
  readonly #written: ReadonlyMap<string, WrittenValue>;

  constructor(
    { id, documentId, axes, updatedAt }: Omit<StoredRow, 'values'>,
    base: CurrentRow,
    known: StoredRow['values'],
    written: ReadonlyMap<string, WrittenValue>,
  ) {
    this.id = id;
    this.documentId = documentId;
    this.axes = axes;
    this.updatedAt = updatedAt;
    this.#base = base;
    this.#known = known;
    this.#written = written;
  }

  written(column: string): WrittenValue | undefined {
    const own = this.#written.get(column);
    return own ?? (Object.hasOwn(this.#known, column) ? undefined : this.#base.written?.(column));
  }

  get values(): StoredRow['values'] {
    if (!this.#values) {
      const values: Record<string, unknown> = { ...this.#base.values, ...this.#known };
      for (const [column, written] of this.#written) values[column] = written.value();
      this.#values = values;
    }
    return this.#values;
  }
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
