// Triggers of paired columns on MariaDB and MySQL.
//   CREATE TRIGGER `quire_pair_items_insert` BEFORE INSERT ON `items` FOR EACH ROW BEGIN
//     IF NEW.`url` IS NOT NULL THEN SET NEW.`href` = NEW.`url`; ELSEIF NEW.`href` IS NOT NULL THEN SET NEW.`url` = NEW.`href`; END IF; END
import { type ColumnPair, type PairDialect, type PairForm, UNPAIRED } from '../column-pairs';
import { backticked as id } from './marks';
import { pairTrigger } from './pair-names';

const LARGEST = String(Number.MAX_SAFE_INTEGER);

/** In strict mode, a CAST of other text fails. `$` also matches before a line break. */
const isDigits = (value: string): string =>
  `(${value} REGEXP '^(0|-[1-9][0-9]{0,15}|[1-9][0-9]{0,15})$' AND INSTR(${value}, CHAR(10)) = 0)`;

const down = (value: string, { kind }: PairForm): string =>
  kind === 'digits' ? `CAST(${value} AS SIGNED)` : value;

const isUnfit = (value: string, form: PairForm): string | null => {
  if (form.kind === 'same') return null;
  if (form.kind === 'longer') return `CHAR_LENGTH(${value}) > ${form.longest}`;
  return `(CASE WHEN ${isDigits(value)} THEN CAST(${value} AS SIGNED) NOT BETWEEN -${LARGEST} AND ${LARGEST} ELSE ${value} IS NOT NULL END)`;
};

export const mysqlPairs: PairDialect = {
  up: (value, { kind }) => (kind === 'digits' ? `CAST(${value} AS CHAR)` : value),
  create(table, pairs) {
    const made = (event: 'INSERT' | 'UPDATE', body: (pair: ColumnPair) => string): string =>
      `CREATE TRIGGER ${id(pairTrigger(table, event))} BEFORE ${event} ON ${id(table)} FOR EACH ROW BEGIN ${pairs.map(body).join(' ')} END`;
    return [
      made('INSERT', (pair) =>
        equalized(pair, `NEW.${id(pair.next)} IS NOT NULL`, `NEW.${id(pair.former)} IS NOT NULL`),
      ),
      made('UPDATE', (pair) => equalized(pair, changed(pair.next), changed(pair.former))),
    ];
  },
  drop: (table) =>
    (['INSERT', 'UPDATE'] as const).map((event) => `DROP TRIGGER IF EXISTS ${id(pairTrigger(table, event))}`),
};

const changed = (column: string): string => `NOT (NEW.${id(column)} <=> OLD.${id(column)})`;

function equalized({ former, next, name, form }: ColumnPair, isNext: string, isFormer: string): string {
  const [before, after] = [`NEW.${id(former)}`, `NEW.${id(next)}`];
  const unfit = isUnfit(after, form);
  const refusal = unfit
    ? `IF ${unfit} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${UNPAIRED} ${name}'; END IF; `
    : '';
  return `IF ${isNext} THEN ${refusal}SET ${before} = ${down(after, form)}; ELSEIF ${isFormer} THEN SET ${after} = ${mysqlPairs.up(before, form)}; END IF;`;
}
