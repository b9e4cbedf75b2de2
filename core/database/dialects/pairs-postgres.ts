// The trigger of paired columns on PostgreSQL: one function per table.
import { type ColumnPair, type PairDialect, type PairForm, UNPAIRED } from '../column-pairs';
import { quoted as id } from './marks';
import { pairFunction } from './pair-names';

const LARGEST = String(Number.MAX_SAFE_INTEGER);

const down = (value: string, { kind }: PairForm): string => (kind === 'digits' ? `${value}::bigint` : value);

const isUnfit = (value: string, form: PairForm): string | null => {
  if (form.kind === 'same') return null;
  if (form.kind === 'longer') return `char_length(${value}) > ${form.longest}`;
  return `(CASE WHEN ${value} ~ '^(0|-[1-9][0-9]{0,15}|[1-9][0-9]{0,15})$' THEN ${value}::bigint NOT BETWEEN -${LARGEST} AND ${LARGEST} ELSE ${value} IS NOT NULL END)`;
};

export const postgresPairs: PairDialect = {
  up: (value, { kind }) => (kind === 'digits' ? `${value}::text` : value),
  create(table, pairs) {
    const name = id(pairFunction(table));
    const inserts = pairs.map((pair) =>
      equalized(pair, `NEW.${id(pair.next)} IS NOT NULL`, `NEW.${id(pair.former)} IS NOT NULL`),
    );
    const updates = pairs.map((pair) => equalized(pair, changed(pair.next), changed(pair.former)));
    return [
      `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $quire$ BEGIN IF TG_OP = 'INSERT' THEN ${inserts.join(' ')} ELSE ${updates.join(' ')} END IF; RETURN NEW; END $quire$`,
      `CREATE TRIGGER ${name} BEFORE INSERT OR UPDATE ON ${id(table)} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
    ];
  },
  drop(table) {
    const name = id(pairFunction(table));
    return [`DROP TRIGGER IF EXISTS ${name} ON ${id(table)}`, `DROP FUNCTION IF EXISTS ${name}()`];
  },
};

/** JSON has no comparison. */
const changed = (column: string): string =>
  `NEW.${id(column)}::text IS DISTINCT FROM OLD.${id(column)}::text`;

function equalized({ former, next, name, form }: ColumnPair, isNext: string, isFormer: string): string {
  const [before, after] = [`NEW.${id(former)}`, `NEW.${id(next)}`];
  const unfit = isUnfit(after, form);
  const refusal = unfit ? `IF ${unfit} THEN RAISE EXCEPTION '${UNPAIRED} ${name}'; END IF; ` : '';
  return `IF ${isNext} THEN ${refusal}${before} := ${down(after, form)}; ELSIF ${isFormer} THEN ${after} := ${postgresPairs.up(before, form)}; END IF;`;
}
