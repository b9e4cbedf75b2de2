// For tests: words of aggregates as plain SQL, one statement per level. Numbers of an answer are decimal texts; averages are numbers.
//
// { sum: ['n'] } of offers on PostgreSQL:
//   SELECT CAST(count(*) AS text), CAST(sum(o.n) AS text) FROM offers o WHERE o.audience = 'all' AND o.phase = 1
import type { FigureOperator } from '../query/ast';
import type { BucketWords } from './operations';
import {
  attributeOf,
  condition,
  type Ground,
  inPlace,
  tablesBehind,
  typeOf,
} from './testing-plain-condition';
import { decimal, OFFER, SCALE } from './testing-sales';

export interface PlainLevel {
  readonly [word: string]: unknown;
}
type Cell = string | number | null;

interface NamedFigure {
  readonly operator: FigureOperator;
  readonly name: string;
}
/** A column of a statement, and how its text becomes a value. */
interface Column {
  readonly sql: string;
  read(text: string): Cell;
}

const OPERATORS: readonly FigureOperator[] = ['avg', 'sum', 'min', 'max'];

export async function answerByPlainSql(words: BucketWords, ground: Ground): Promise<PlainLevel> {
  return (await readLevel(words, [], [], ground))([]);
}

/** 12.500 → 12.5 */
export function plainNumber(text: string): string {
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
}

/** A level by the keys of its bucket. */
async function readLevel(
  words: BucketWords,
  path: readonly string[],
  above: readonly unknown[],
  ground: Ground,
): Promise<(keys: readonly Cell[]) => PlainLevel> {
  const filters = words.filters === undefined ? above : [...above, words.filters];
  const figures = OPERATORS.flatMap((operator) =>
    (words[operator] ?? []).map((name) => ({ operator, name })),
  );
  const rows = await readRows(path, filters, figures, ground);
  const byKeys = new Map(rows.map((row) => [JSON.stringify(row.slice(0, path.length)), row]));
  const groups: ((keys: readonly Cell[]) => readonly [name: string, buckets: PlainLevel[]])[] = [];
  for (const [name, inner] of Object.entries(words.groupBy ?? {})) {
    const buckets = await readRows([...path, name], filters, [], ground);
    const below = await readLevel(inner === true ? {} : inner, [...path, name], filters, ground);
    groups.push((keys) => {
      const own = buckets.filter((row) => keys.every((key, index) => row[index] === key));
      return [name, own.map((row) => ({ key: row[path.length], ...below(row.slice(0, path.length + 1)) }))];
    });
  }
  return (keys) => {
    const [count = '0', ...cells] = byKeys.get(JSON.stringify(keys))?.slice(path.length) ?? [];
    const level: Record<string, unknown> = words.count ? { count } : {};
    figures.forEach(({ operator, name }, index) => {
      level[operator] = { ...Object(level[operator]), [name]: cells[index] ?? null };
    });
    if (words.groupBy) level.groupBy = Object.fromEntries(groups.map((group) => group(keys)));
    return level;
  };
}

/** `[…keys, count, …figures]` of each bucket, in the order of the keys, null first. */
async function readRows(
  path: readonly string[],
  filters: readonly unknown[],
  figures: readonly NamedFigure[],
  ground: Ground,
): Promise<Cell[][]> {
  const joins: string[] = [];
  const keys = path.map((name, index) => keyColumn(name, `j${index}`, joins, ground));
  const count: Column = { sql: 'count(*)', read: plainNumber };
  const columns = [...keys, count, ...figures.map((figure) => figureColumn(figure, ground))];
  const type = ground.client === 'mysql' ? 'CHAR' : 'text';
  const where = [inPlace(ground, 'o'), ...filters.map((filter) => condition(filter, ground))];
  const order = keys.map(({ sql }) => `${sql} IS NULL DESC, ${sql}`);
  const found = await ground.content.rows(
    [
      `SELECT ${columns.map(({ sql }) => `CAST(${sql} AS ${type})`).join(', ')} FROM offers o`,
      ...joins,
      `WHERE ${where.join(' AND ')}`,
      ...(keys.length === 0
        ? []
        : [`GROUP BY ${keys.map(({ sql }) => sql).join(', ')} ORDER BY ${order.join(', ')}`]),
    ].join(' '),
  );
  return found.map((row) =>
    columns.map(({ read }, index) => (row[index] === null ? null : read(String(row[index])))),
  );
}

/** A link to a document without a row in the place counts as none. */
function keyColumn(name: string, alias: string, joins: string[], ground: Ground): Column {
  const attribute = attributeOf(typeOf(ground, OFFER), name);
  if (attribute.kind === 'scalar')
    return { sql: `o.${attribute.column}`, read: readerOf(attribute.declaredType, ground) };
  const [first, second] = tablesBehind(attribute, alias, ground);
  const [table, on] = first ?? [];
  // In brackets: a link without its target joins nothing.
  joins.push(
    second
      ? `LEFT JOIN (${table} JOIN ${second[0]} ON ${second[1]}) ON ${on}`
      : `LEFT JOIN ${table} ON ${on}`,
  );
  return { sql: `${alias}.document_id`, read: String };
}

function figureColumn({ operator, name }: NamedFigure, ground: Ground): Column {
  const attribute = attributeOf(typeOf(ground, OFFER), name);
  if (attribute.kind !== 'scalar') throw new Error(`${name} has no figures`);
  const { column, declaredType } = attribute;
  const sql = `${operator}(o.${column})`;
  if (operator === 'min' || operator === 'max') return { sql, read: readerOf(declaredType, ground) };
  if (declaredType === 'float') return { sql, read: operator === 'avg' ? Number : plainNumber };
  if (ground.client === 'sqlite') return sumInParts(operator, `o.${column}`, declaredType === 'decimal');
  // Servers show an average with more decimals when its values have more.
  return operator === 'sum'
    ? { sql, read: plainNumber }
    : { sql: `avg(CAST(o.${column} AS decimal(60,30)))`, read: Number };
}

/** SQLite has no sums beyond 64 bits: the thousand millions and the rest have a sum each. */
function sumInParts(operator: 'sum' | 'avg', column: string, inMillionths: boolean): Column {
  const unit = 1_000_000_000n;
  return {
    sql: `(sum(${column} / ${unit}) || ':' || sum(${column} % ${unit}) || ':' || count(${column}))`,
    read(text) {
      const [high = 0n, low = 0n, count = 1n] = text.split(':').map(BigInt);
      const sum = (high * unit + low) * (inMillionths ? 1n : SCALE);
      return operator === 'sum' ? decimal(sum) : Number(`${(sum * 10n ** 40n) / count}e-46`);
    },
  };
}

function readerOf(declaredType: string, { client }: Ground): Column['read'] {
  if (declaredType === 'decimal' && client === 'sqlite') return (text) => decimal(BigInt(text));
  if (declaredType === 'boolean') return (text) => String(text === '1' || text === 'true');
  return ['integer', 'biginteger', 'decimal', 'float'].includes(declaredType) ? plainNumber : String;
}
