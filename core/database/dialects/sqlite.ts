// SQLite. Booleans are 0 and 1, decimals whole numbers scaled by their own scale, dates and JSON text. The type names
// show the kind in the schema; SQLite uses only their affinity.

import type { DatabaseFault, Dialect } from '../dialect';
import { isSafeInteger, type JsonKind, type Stored, sql, type TextMatch } from '../sql-dialect';
import { copyColumns } from './copy-columns';
import { errorFacts } from './error-facts';
import { insertBesideByValue } from './insert-beside';
import { chunks, jsonPath, literal, quoted } from './marks';
import { fromScaled, toScaled } from './scaled';
import { sqliteSearch } from './search-sqlite';
import { exactInteger, jsonList } from './stored-value';
import { sqliteTables } from './tables-sqlite';

/** json_object takes at most 1,000 arguments. */
const PAIRS = 400;
/** SQLite writes a double of so many digits, from 0.01 on, as the decimal that it stands for. */
const MOST_EXACT = '9'.repeat(12);

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  isServer: false,
  tables: sqliteTables,
  maxIdentifier: 63,
  idColumn: (reuse) => `INTEGER PRIMARY KEY ${reuse ? '' : 'AUTOINCREMENT '}NOT NULL`,
  // The planner reads the value of a bare mark; each other value then prepares the statement again (11 to 20 µs).
  limitMark: '+?',
  now: "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
  forUpdate: '',
  forShare: '',
  lockRows: () => '',
  holdDocument: () => '',
  begin: ['BEGIN IMMEDIATE'],
  copyColumns,
  insertBeside: insertBesideByValue,
  typedMark: () => '?',
  deleteUnmatched: (table, same, row) =>
    `DELETE FROM ${table} AS k WHERE NOT EXISTS (SELECT 1 FROM ${table} l WHERE ${same}) AND k.${row} = ?`,
  search: sqliteSearch,

  id: quoted,
  finish: (text) => text,

  columnType(spec) {
    switch (spec.kind) {
      case 'string':
      case 'text':
        return 'TEXT';
      case 'json':
        return 'JSON_TEXT';
      case 'integer':
        return 'BIGINT';
      case 'small':
        return 'SMALLINT';
      case 'double':
        return 'REAL';
      case 'decimal':
        return `DECIMAL_INT(${spec.scale})`;
      case 'boolean':
        return 'BOOLEAN_INT';
    }
  },

  json: (kind: JsonKind, expr: string) => {
    if (kind === 'raw') return `json(${expr})`;
    return kind === 'boolean' ? `json(CASE ${expr} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)` : expr;
  },
  jsonBigint: (expr) => `CAST(${expr} AS TEXT)`,
  jsonSafeInteger: (expr) => `CASE WHEN ${isSafeInteger(expr)} THEN ${expr} ELSE CAST(${expr} AS TEXT) END`,
  jsonDecimal(expr, precision, scale) {
    const unit = unitOf(scale);
    const within = (most: string): string => `${expr} BETWEEN -${most} AND ${most}`;
    // Numbers below 0.01.
    const small = '9'.repeat(Math.max(scale - 2, 0));
    const plain = small === '' ? within(MOST_EXACT) : `${within(MOST_EXACT)} AND NOT ${within(small)}`;
    const shortest = `iif(${expr} % ${unit}, ${expr} / ${unit}.0, ${expr} / ${unit})`;
    return `CASE WHEN ${plain} THEN ${shortest} ELSE ${longDecimal(expr, precision, scale)} END`;
  },

  jsonRow(pairs) {
    const [first, ...rest] = chunks(pairs, PAIRS).map(
      (group) => `json_object(${group.map(([key, expr]) => `${literal(key)},${expr}`).join(',')})`,
    );
    if (!first) return "'{}'";
    return [first, ...rest].reduce(
      (left, right) => `substr(${left},1,length(${left})-1)||','||substr(${right},2)`,
    );
  },

  entryValue(object, key, as) {
    const path = literal(jsonPath(key));
    const value = `(${object}) ->> ${path}`;
    switch (as.kind) {
      case 'integer':
      case 'small':
        return `CAST(${value} AS INTEGER)`;
      case 'double':
        return `CASE WHEN json_type(${object}, ${path}) IN ('integer', 'real') THEN CAST(${value} AS REAL) END`;
      case 'decimal':
        return `quire_scaled((${object}) -> ${path}, ${as.scale})`;
      case 'json':
        return `nullif((${object}) -> ${path}, 'null')`;
      default:
        return `(${value})`;
    }
  },
  asText(expr, of) {
    switch (of.kind) {
      case 'double':
        return `quire_number(${expr})`;
      case 'decimal':
        return decimalText(expr, of.scale);
      case 'boolean':
        return `CASE ${expr} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`;
      case 'integer':
      case 'small':
        return `CAST(${expr} AS TEXT)`;
      default:
        return expr;
    }
  },
  // The high and the low 32 bits apart: SQLite raises an error where a sum leaves 64 bits.
  sumText: (expr) => `(sum(${expr} >> 32) || ':' || sum(${expr} & 4294967295))`,
  shortSum: (expr) => `CAST(sum(${expr}) AS TEXT)`,
  readSum(text, of) {
    const [high = '0', low] = text.split(':');
    const sum = low === undefined ? BigInt(high) : BigInt(high) * 2n ** 32n + BigInt(low);
    return fromScaled(sum, of.kind === 'decimal' ? of.scale : 0);
  },

  inList: (expr) => `${expr} IN (SELECT value FROM json_each(?))`,
  hidden: (expr) => `+${expr}`,
  apart: '',
  // Left to itself, SQLite starts from all rows that have the values of the axes, since an index leads with them.
  joinInOrder: 'CROSS JOIN',
  orderBy: (expr, direction) => (direction === 'desc' ? `${expr} DESC` : expr),
  fold: (expr) => `quire_fold(${expr})`,
  // LIKE folds ASCII by itself, in two thirds of the time of `lower`. OR in place of CASE, which is slower here.
  foldedMatch(kind, column, part, form) {
    const match = (folded: string) => sqliteDialect.textMatch(kind, folded, part);
    const pattern = form((value) => (isForLike(value) ? likePattern(kind, value) : NO_MATCH));
    const needsFold = form((value) => (isForLike(value) ? 0 : 1));
    return sql`(${column} LIKE ${pattern} ESCAPE '\\' OR (octet_length(${column}) <> length(${column}) AND ${match(foldAscii(column))}) OR (${needsFold} AND ${match(sqliteDialect.fold(column))}))`;
  },
  // One division rounds as the literal does: the double of 1230 / 1e2 is the double of 12.3.
  asNumber: (expr, of) => (of.kind === 'decimal' ? `(${expr} / 1e${of.scale})` : expr),
  numberMark: 'CAST(? AS NUMERIC)',
  textMatch(kind, text, part) {
    if (kind === 'contains') return sql`instr(${text}, ${part}) > 0`;
    if (kind === 'starts') return sql`substr(${text}, 1, length(${part})) = ${part}`;
    if (kind === 'equals') return sql`${text} = ${part}`;
    return sql`substr(${text}, length(${text}) - length(${part}) + 1) = ${part}`;
  },
  keyValues: (json, key) =>
    `(SELECT json_group_array(value) FROM json_tree(${json}) WHERE key = ${literal(key)})`,
  eachEntry: (list, alias) => ({
    from: `json_each(${list}) ${alias}`,
    entry: `CASE ${alias}.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'integer' THEN CAST(${alias}.value AS TEXT) WHEN 'real' THEN quire_number(${alias}.value) ELSE ${alias}.value END`,
    position: `${alias}.key`,
  }),
  entryJson: (object, key) => `nullif((${object}) -> ${literal(jsonPath(key))}, 'null')`,

  toParam(value, spec) {
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (value === null) return null;
    if (spec.kind === 'decimal') return toScaled(String(value), spec.scale) ?? value;
    if (spec.kind === 'integer' || spec.kind === 'small') return wholeNumber(value);
    if (spec.kind === 'string' || spec.kind === 'text' || spec.kind === 'json') return String(value);
    return value;
  },
  toListParam(values, spec) {
    if (spec.kind !== 'decimal') return jsonList(values, spec);
    const scaled = values.map((value) => (value === null ? null : toScaled(String(value), spec.scale)));
    return jsonList(scaled, spec);
  },
  fromColumn(value, spec) {
    if (value === null || value === undefined) return null;
    if (spec.kind === 'boolean') return Number(value) === 1;
    if (spec.kind === 'double') return Number(value);
    if (typeof value === 'number' || typeof value === 'bigint') {
      if (spec.kind === 'decimal') return fromScaled(BigInt(value), spec.scale);
      return exactInteger(value);
    }
    return String(value);
  },

  classify(error): DatabaseFault {
    const { code, message } = errorFacts(error);
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return { kind: 'retry' };
    if (/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY|ROWID)/.test(code))
      return { kind: 'duplicate', index: /failed: (.*)$/.exec(message)?.[1] ?? null };
    if (/^SQLITE_(IOERR|CANTOPEN|FULL|READONLY|PROTOCOL|NOTADB|CORRUPT)/.test(code))
      return { kind: 'unavailable' };
    if (/^SQLITE_INTERRUPT/.test(code)) return { kind: 'timeout' };
    if (message === 'integer overflow') return { kind: 'overflow' };
    return { kind: 'other' };
  },
};

/**
 * Equal to `fold` in its ASCII letters, so that comparisons with ASCII text agree, without a function of JavaScript. SQLite's `lower`
 * knows only ASCII. Two other letters fold into it: the Kelvin sign to `k`, and İ to `i` with a dot above.
 */
const foldAscii = (expr: string): string =>
  `replace(replace(lower(${expr}), '\u212a', 'k'), '\u0130', 'i\u0307')`;

/** SQLite refuses patterns of more than 50,000 bytes. */
const LONGEST_PATTERN = 20_000;
const isForLike = (folded: string): boolean =>
  folded.length <= LONGEST_PATTERN && Buffer.byteLength(folded) === folded.length;

/** An escape without a character to escape: no text matches it, not even an empty one. */
const NO_MATCH = '\\';

function likePattern(kind: TextMatch, value: string): string {
  const escaped = value.replace(/[\\%_]/g, '\\$&');
  const before = kind === 'contains' || kind === 'ends' ? '%' : '';
  const after = kind === 'contains' || kind === 'starts' ? '%' : '';
  return `${before}${escaped}${after}`;
}

const unitOf = (scale: number): string => `1${'0'.repeat(scale)}`;

/** The digits of a scaled integer with their point, without zeros at the end. */
function decimalText(expr: string, scale: number): string {
  const unit = unitOf(scale);
  const whole = `CAST(${expr} / ${unit} AS TEXT)`;
  if (scale === 0) return whole;
  const parts = `CASE WHEN ${expr} < 0 THEN '-' ELSE '' END, abs(${expr} / ${unit}), abs(${expr} % ${unit})`;
  return `CASE WHEN ${expr} % ${unit} <> 0 THEN rtrim(printf('%s%d.%0${scale}d', ${parts}), '0') ELSE ${whole} END`;
}

/** JSON of a decimal from its digits: more than 15 are a string. */
function longDecimal(expr: string, precision: number, scale: number): string {
  const text = decimalText(expr, scale);
  if (precision <= 15) return `json(${text})`;
  const digits = `length(ltrim(replace(replace(${text},'.',''),'-',''),'0'))`;
  return `json(CASE WHEN ${digits} > 15 THEN '"'||${text}||'"' ELSE ${text} END)`;
}

/** A number of JavaScript is bound as a double; a bigint as the integer it is. */
function wholeNumber(value: Exclude<Stored, null | boolean>): Stored {
  if (typeof value === 'string') return /^[+-]?\d+$/.test(value) ? BigInt(value) : Number(value);
  return Number.isSafeInteger(value) ? BigInt(value) : value;
}
