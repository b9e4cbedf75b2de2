// Texts of the statements that write a row, built once per list of columns. Databases find prepared statements by their text, and fastest
// by an identical string object.
import { GenerationCache } from '../../../kernel/cache/generation-cache';
import { pendingColumn, stagesOf } from '../../model/compiled/axis-kind';
import type { WritePlan } from '../write/write-plan';

type Columns = readonly string[];

export interface RowTexts {
  insert(columns: Columns): string;
  update(columns: Columns): string;
  /** Copies the columns `taken` of another row; the columns `given` get values. If `taken` has columns, the other id is the first parameter. */
  take(taken: Columns, given: Columns): string;
  /** Inserts a copy of a row: values for `given`, then columns of the row. */
  copy(given: Columns, taken: Columns): string;
}

/** The most lists of columns that one plan keeps. Clients decide which attributes a body names. */
const MOST = 100;

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
  const { id, name: client } = plan.dialect;
  const table = id(plan.type.table);
  const listOf = (columns: Columns): string => columns.map(id).join(', ');
  const marksOf = (columns: Columns, of = ''): string[] => columns.map((column) => `${of}${id(column)} = ?`);

  return {
    insert: keptByColumns(
      (columns) => `INSERT INTO ${table} (${listOf(columns)}) VALUES (${columns.map(() => '?').join(', ')})`,
    ),
    update: keptByColumns((columns) => `UPDATE ${table} SET ${marksOf(columns).join(', ')} WHERE id = ?`),
    take: keptByColumns((taken, given) => {
      if (taken.length > 0 && client === 'mysql') {
        const copies = taken.map((column) => `p.${id(column)} = d.${id(column)}`);
        const set = [...copies, ...marksOf(given, 'p.')].join(', ');
        return `UPDATE ${table} p JOIN ${table} d ON d.id = ? SET ${set} WHERE p.id = ?`;
      }
      const names = listOf(taken);
      const copy = taken.length > 0 ? [`(${names}) = (SELECT ${names} FROM ${table} WHERE id = ?)`] : [];
      return `UPDATE ${table} SET ${[...copy, ...marksOf(given)].join(', ')} WHERE id = ?`;
    }),
    copy: keptByColumns((given, taken) => {
      const values = [...given.map((column) => markOf(plan, column)), ...taken.map(id)].join(', ');
      return `INSERT INTO ${table} (${listOf([...given, ...taken])}) SELECT ${values} FROM ${table} WHERE id = ?`;
    }),
  };
}

function keptByColumns(
  make: (columns: Columns, others: Columns) => string,
): (columns: Columns, others?: Columns) => string {
  const texts = new GenerationCache<string, string>(MOST);
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

/** PostgreSQL does not infer the type of a `?` in a select list. */
function markOf(plan: WritePlan, column: string): string {
  if (plan.dialect.name !== 'postgres') return '?';
  const axis = plan.type.axes.find((use) => use.axis.column === column)?.axis;
  const pinned = plan.pinned.find((each) => each.column === column);
  if (axis) return axis.store.kind === 'enum' ? 'CAST(? AS integer)' : 'CAST(? AS text)';
  const stages = stagesOf(plan.type);
  if (stages && column === pendingColumn(stages)) return 'CAST(? AS integer)';
  if (plan.nested.some((each) => each.column === column)) return 'CAST(? AS json)';
  if (pinned) return typeof pinned.value === 'number' ? 'CAST(? AS integer)' : 'CAST(? AS text)';
  if (plan.exclusive.some(({ storage }) => storage.orderColumn === column))
    return 'CAST(? AS double precision)';
  const number = plan.type.tail.some(
    (field) =>
      field.column === column && ['integer', 'small'].includes(field.type.column(field.options).kind),
  );
  return number ? 'CAST(? AS bigint)' : 'CAST(? AS text)';
}
