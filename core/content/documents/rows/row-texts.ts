// Texts of the statements that write a row, built once per list of columns. Databases find prepared statements by their text, and fastest
// by an identical string object.
import type { MarkKind } from '../../../database/dialect';
import { GenerationCache } from '../../../kernel/cache/generation-cache';
import { pendingColumn, stagesOf } from '../../model/compiled/axis-kind';
import type { WritePlan } from '../write/write-plan';

type Columns = readonly string[];

export interface RowTexts {
  insert(columns: Columns): string;
  update(columns: Columns): string;
  /** Reads these columns of a row as JSON, and behind it the columns `raw`, which are JSON already. */
  read(columns: Columns, raw: Columns): string;
  /** Copies the columns `taken` of another row; the columns `given` get values. If `taken` has columns, the other id is the first parameter. */
  take(taken: Columns, given: Columns): string;
  /** Inserts a copy of a row: values for `given`, then columns of the row. */
  copy(given: Columns, taken: Columns): string;
  /** The same for a list of rows, in the order of their ids. */
  copyMany(given: Columns, taken: Columns): string;
}

/** The most lists of columns that one plan keeps. Clients decide which attributes a body names. */
const MOST_KEPT = 100;

const known = new WeakMap<WritePlan, RowTexts>();

export function rowTextsOf(plan: WritePlan): RowTexts {
  let texts = known.get(plan);
  if (!texts) {
    texts = createRowTexts(plan);
    known.set(plan, texts);
  }
  return texts;
}

function createRowTexts(plan: WritePlan): RowTexts {
  const { dialect } = plan;
  const { id } = dialect;
  const table = id(plan.type.table);
  const listOf = (columns: Columns): string => columns.map(id).join(', ');
  const marksOf = (columns: Columns): string[] => columns.map((column) => `${id(column)} = ?`);
  const copying = (given: Columns, taken: Columns): string => {
    const values = [...given.map((column) => markOf(plan, column)), ...taken.map(id)].join(', ');
    return `INSERT INTO ${table} (${listOf([...given, ...taken])}) SELECT ${values} FROM ${table}`;
  };

  return {
    insert: keptByColumns(
      (columns) => `INSERT INTO ${table} (${listOf(columns)}) VALUES (${columns.map(() => '?').join(', ')})`,
    ),
    update: keptByColumns((columns) => `UPDATE ${table} SET ${marksOf(columns).join(', ')} WHERE id = ?`),
    read: keptByColumns((columns, raw) => {
      const fields = columns.map((column) => [column, plan.fields.get(column) ?? 'NULL'] as const);
      return `SELECT ${[dialect.jsonRow(fields), ...raw.map(id)].join(', ')} FROM ${table} WHERE id = ?`;
    }),
    take: keptByColumns((taken, given) => dialect.copyColumns(table, taken.map(id), given.map(id))),
    copy: keptByColumns((given, taken) => `${copying(given, taken)} WHERE id = ?`),
    copyMany: keptByColumns(
      (given, taken) =>
        `${copying(given, taken)} WHERE ${dialect.inList(id('id'), { kind: 'integer' })} ORDER BY id`,
    ),
  };
}

function keptByColumns(
  make: (columns: Columns, others: Columns) => string,
): (columns: Columns, others?: Columns) => string {
  const texts = new GenerationCache<string, string>(MOST_KEPT);
  return (columns, others = NONE) => {
    const key = `${columns.join(SEPARATOR)}${SEPARATOR}${SEPARATOR}${others.join(SEPARATOR)}`;
    let text = texts.get(key);
    if (text === undefined) {
      text = make(columns, others);
      texts.set(key, text);
    }
    return text;
  };
}

const NONE: Columns = [];

/** No database allows this character in the name of a column. */
const SEPARATOR = '\u0000';

const markOf = (plan: WritePlan, column: string): string => plan.dialect.typedMark(kindOf(plan, column));

function kindOf(plan: WritePlan, column: string): MarkKind {
  const axis = plan.type.axes.find((use) => use.axis.column === column)?.axis;
  const pinned = plan.pinned.find((each) => each.column === column);
  if (axis) return axis.store.kind === 'enum' ? 'small' : 'text';
  const stages = stagesOf(plan.type);
  if (stages && column === pendingColumn(stages)) return 'small';
  if (plan.nested.some((each) => each.column === column)) return 'json';
  if (pinned) return typeof pinned.value === 'number' ? 'small' : 'text';
  if (plan.exclusive.some(({ storage }) => storage.orderColumn === column)) return 'double';
  const isNumber = plan.type.tail.some(
    (field) =>
      field.column === column && ['integer', 'small'].includes(field.type.column(field.options).kind),
  );
  return isNumber ? 'integer' : 'text';
}
