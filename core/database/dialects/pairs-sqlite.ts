// Triggers of paired columns on SQLite, where a trigger cannot change the new row: it writes the row again. A trigger does not fire
// itself, and the one after an INSERT leaves columns that the other one finds equal.
import { type ColumnPair, type PairDialect, type PairForm, UNPAIRED } from '../column-pairs';
import { quoted as id } from './marks';
import { pairTrigger } from './pair-names';

const LARGEST = String(Number.MAX_SAFE_INTEGER);

const down = (value: string, { kind }: PairForm): string =>
  kind === 'digits' ? `CAST(${value} AS INTEGER)` : value;

const isUnfit = (value: string, form: PairForm): string | null => {
  if (form.kind === 'same') return null;
  if (form.kind === 'longer') return `length(${value}) > ${form.longest}`;
  const number = `CAST(${value} AS INTEGER)`;
  return `(${value} IS NOT NULL AND (CAST(${number} AS TEXT) <> ${value} OR ${number} NOT BETWEEN -${LARGEST} AND ${LARGEST}))`;
};

export const sqlitePairs: PairDialect = {
  up: (value, { kind }) => (kind === 'digits' ? `CAST(${value} AS TEXT)` : value),
  create(table, pairs) {
    const columns = pairs.flatMap(({ former, next }) => [id(former), id(next)]).join(', ');
    const filled = (column: string): string => `NEW.${id(column)} IS NOT NULL`;
    const changed = (column: string): string => `NEW.${id(column)} IS NOT OLD.${id(column)}`;
    return [
      `CREATE TRIGGER ${id(pairTrigger(table, 'INSERT'))} AFTER INSERT ON ${id(table)} ${equalized(table, pairs, filled)}`,
      `CREATE TRIGGER ${id(pairTrigger(table, 'UPDATE'))} AFTER UPDATE OF ${columns} ON ${id(table)} ${equalized(table, pairs, changed)}`,
    ];
  },
  drop: (table) =>
    (['INSERT', 'UPDATE'] as const).map((event) => `DROP TRIGGER IF EXISTS ${id(pairTrigger(table, event))}`),
};

/** `isWritten`: the statement gives the column a value. */
function equalized(
  table: string,
  pairs: readonly ColumnPair[],
  isWritten: (column: string) => string,
): string {
  const when = pairs.flatMap(({ former, next }) => [isWritten(former), isWritten(next)]).join(' OR ');
  const refusals = pairs.flatMap(({ next, name, form }) => {
    const unfit = isUnfit(`NEW.${id(next)}`, form);
    return unfit
      ? [`SELECT RAISE(ABORT, '${UNPAIRED} ${name}') WHERE ${isWritten(next)} AND ${unfit}; `]
      : [];
  });
  const sets = pairs.flatMap(({ former, next, form }) => {
    const [before, after] = [`NEW.${id(former)}`, `NEW.${id(next)}`];
    return [
      `${id(former)} = CASE WHEN ${isWritten(next)} THEN ${down(after, form)} ELSE ${before} END`,
      `${id(next)} = CASE WHEN ${isWritten(next)} THEN ${after} WHEN ${isWritten(former)} THEN ${sqlitePairs.up(before, form)} ELSE ${after} END`,
    ];
  });
  return `WHEN ${when} BEGIN ${refusals.join('')}UPDATE ${id(table)} SET ${sets.join(', ')} WHERE id = NEW.id; END`;
}
