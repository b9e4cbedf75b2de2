// MySQL and MariaDB: one grammar, two sets of collations. JSON is text here too: MySQL's own type reorders keys. A row's JSON
// is a CONCAT, which splices raw JSON byte for byte.

import type { DatabaseFault, Dialect } from '../dialect';
import { type ColumnSpec, isSafeInteger, type JsonKind, sql } from '../sql-dialect';
import { copyColumnsByJoin } from './copy-columns';
import { errorFacts } from './error-facts';
import { insertBeside } from './insert-beside';
import { backticked, jsonPath } from './marks';
import { trimDecimal } from './scaled';
import { jsonList, serverValue } from './stored-value';
import { mysqlTables } from './tables-mysql';

export type MysqlFlavour = 'mysql' | 'mariadb';

/** Exact, by code point, trailing spaces counting. */
export const binaryCollation = (flavour: MysqlFlavour): string =>
  flavour === 'mariadb' ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';

export function createMysqlDialect(flavour: MysqlFlavour): Dialect {
  const binary = binaryCollation(flavour);
  const folding = flavour === 'mariadb' ? 'utf8mb4_uca1400_as_ci' : 'utf8mb4_0900_as_ci';

  /** A scalar of an object as text; JSON null is null. */
  const scalarText = (object: string, key: string): string => {
    const path = literal(jsonPath(key));
    if (flavour === 'mariadb') return `JSON_VALUE(${object}, ${path})`;
    return `CONVERT(JSON_UNQUOTE(${notJsonNull(object, path)}) USING utf8mb4) COLLATE ${binary}`;
  };

  return {
    name: 'mysql',
    isServer: true,
    tables: mysqlTables,
    maxIdentifier: 63,
    idColumn: () => 'BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY',
    limitMark: '?',
    now: 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)',
    forUpdate: 'FOR UPDATE',
    forShare: 'LOCK IN SHARE MODE',
    // A write locks a document by primary key; a holder locks its first entry in the index of documentIds, which only a deletion
    // touches. So the subquery locks nothing: its LIMIT keeps the optimizer from merging it into the join. FORCE INDEX makes the
    // holder use that index also on small tables.
    lockRows: (table, condition) =>
      `SELECT r.id, r.document_id FROM (SELECT id FROM ${table} WHERE ${condition} ORDER BY document_id, id LIMIT 18446744073709551615) found STRAIGHT_JOIN ${table} r ON r.id = found.id FOR UPDATE`,
    holdDocument: (table, index, documentId) =>
      `(SELECT t.document_id FROM ${table} t FORCE INDEX (${index}) WHERE t.document_id = ${documentId} LIMIT 1 LOCK IN SHARE MODE)`,
    begin: ['START TRANSACTION'],
    copyColumns: copyColumnsByJoin,
    insertBeside,
    typedMark: () => '?',
    deleteUnmatched: (table, same, row) =>
      `DELETE k FROM ${table} k LEFT JOIN ${table} l ON ${same} WHERE k.${row} = ? AND l.${row} IS NULL`,

    id: backticked,
    finish: (text) => text,

    columnType(spec) {
      switch (spec.kind) {
        case 'string':
          return `varchar(${spec.length}) CHARACTER SET utf8mb4 COLLATE ${binary}`;
        case 'text':
        case 'json':
          return `longtext CHARACTER SET utf8mb4 COLLATE ${binary}`;
        case 'integer':
          return 'bigint';
        case 'small':
          return 'smallint';
        case 'double':
          return 'double';
        case 'decimal':
          return `decimal(${spec.precision},${spec.scale})`;
        case 'boolean':
          return 'tinyint(1)';
      }
    },

    json: (kind: JsonKind, expr: string) => {
      if (kind === 'string') return `JSON_QUOTE(${expr}) COLLATE ${binary}`;
      if (kind === 'plain') return `CONCAT('"', ${expr}, '"')`;
      return kind === 'boolean' ? `CASE ${expr} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END` : expr;
    },
    jsonBigint: (expr) => `CONCAT('"', ${expr}, '"')`,
    jsonSafeInteger: (expr) =>
      `CASE WHEN ${isSafeInteger(expr)} THEN CONCAT(${expr}, '') ELSE CONCAT('"', ${expr}, '"') END`,
    jsonDecimal(expr, precision, scale) {
      const text = decimalText(expr, scale);
      if (precision <= 15) return text;
      const digits = `CHAR_LENGTH(TRIM(LEADING '0' FROM REPLACE(REPLACE(${text}, '.', ''), '-', '')))`;
      return `CASE WHEN ${digits} > 15 THEN CONCAT('"', ${text}, '"') ELSE ${text} END`;
    },
    jsonRow(pairs) {
      if (pairs.length === 0) return "'{}'";
      const parts = pairs.map(
        ([key, expr], index) =>
          `${literal(`${index === 0 ? '{' : ','}${JSON.stringify(key)}:`)}, COALESCE(${expr}, 'null')`,
      );
      return `CONCAT(${parts.join(', ')}, '}')`;
    },

    entryValue(object, key, as) {
      switch (as.kind) {
        case 'integer':
        case 'small':
          return `CAST(${scalarText(object, key)} AS SIGNED)`;
        case 'double':
          return `CASE WHEN ${holdsNumber(object, key)} THEN CAST(${scalarText(object, key)} AS DOUBLE) END`;
        case 'decimal':
          return `CAST(${scalarText(object, key)} AS DECIMAL(${as.precision},${as.scale}))`;
        case 'boolean':
          return `(${scalarText(object, key)} IN ('true', '1'))`;
        case 'json': {
          // JSON_EXTRACT of MariaDB writes a space after each comma and colon; stored JSON has none.
          const value = notJsonNull(object, literal(jsonPath(key)));
          return flavour === 'mariadb' ? `JSON_COMPACT(${value}) COLLATE ${binary}` : value;
        }
        default:
          return scalarText(object, key);
      }
    },
    asText(expr, of) {
      switch (of.kind) {
        case 'double':
          return doubleText(expr);
        case 'decimal':
          return decimalText(expr, of.scale);
        case 'boolean':
          return `CASE ${expr} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`;
        case 'integer':
        case 'small':
          return `CONVERT(${expr}, CHAR)`;
        default:
          return expr;
      }
    },
    sumText: (expr) => `CONVERT(SUM(${expr}), CHAR)`,
    readSum: trimDecimal,

    inList: (expr, of) =>
      `${expr} IN (SELECT v FROM JSON_TABLE(?, '$[*]' COLUMNS (v ${listType(of, binary)} PATH '$')) j)`,
    hidden: (expr) => expr,
    apart: '',
    joinInOrder: 'JOIN',
    orderBy: (expr, direction) => (direction === 'desc' ? `${expr} DESC` : expr),
    // İ is the one letter whose lower case has two code points, which LOWER leaves out. Back to the exact collation at the end:
    // the folding one would take ß for ss.
    fold: (expr) =>
      `REPLACE(LOWER(REPLACE(${expr} COLLATE ${binary}, 'İ', 'i̇') COLLATE ${folding}) COLLATE ${binary}, 'ς', 'σ')`,
    asNumber: (expr) => expr,
    numberMark: '(? + 0)',
    textMatch(kind, text, part) {
      if (kind === 'contains') return sql`LOCATE(${part}, ${text}) > 0`;
      if (kind === 'equals') return sql`${text} = ${part}`;
      return sql`${kind === 'starts' ? 'LEFT' : 'RIGHT'}(${text}, CHAR_LENGTH(${part})) = ${part}`;
    },
    keyValues: (json, key) => `JSON_EXTRACT(${json}, ${literal(`$**.${JSON.stringify(key)}`)})`,
    eachEntry: (list, alias) => ({
      from: `JSON_TABLE(${list}, '$[*]' COLUMNS (position FOR ORDINALITY, entry JSON PATH '$', plain LONGTEXT COLLATE ${binary} PATH '$')) ${alias}`,
      entry: `COALESCE(${alias}.plain, CASE JSON_TYPE(${alias}.entry) WHEN 'NULL' THEN NULL ELSE CONVERT(${alias}.entry USING utf8mb4) COLLATE ${binary} END)`,
      position: `${alias}.position`,
    }),
    entryJson: (object, key) => notJsonNull(object, literal(jsonPath(key))),

    toParam(value, spec) {
      if (typeof value === 'boolean') return value ? 1 : 0;
      if (value === null) return null;
      if (spec.kind === 'double' || typeof value === 'bigint') return value;
      if (spec.kind === 'integer' || spec.kind === 'small')
        return typeof value === 'number' ? value : BigInt(value);
      return String(value);
    },
    toListParam(values, spec) {
      // A longer text cannot be equal to any value, and must not be cut to one that is.
      const fitting =
        spec.kind === 'string'
          ? values.filter((value) => [...String(value ?? '')].length <= spec.length)
          : values;
      return jsonList(fitting, spec);
    },
    fromColumn: serverValue,

    classify,
  };
}

/** MySQL reads backslashes in literals, too. */
const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

const notJsonNull = (object: string, path: string): string =>
  `CASE WHEN JSON_TYPE(JSON_EXTRACT(${object}, ${path})) = 'NULL' THEN NULL ELSE JSON_EXTRACT(${object}, ${path}) END`;

const holdsNumber = (object: string, key: string): string =>
  `JSON_TYPE(JSON_EXTRACT(${object}, ${literal(jsonPath(key))})) IN ('INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL')`;

function decimalText(expr: string, scale: number): string {
  const text = `CONVERT(${expr}, CHAR)`;
  return scale === 0 ? text : `TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM ${text}))`;
}

/** A double as JavaScript spells it: exponents only from 1e21 up and below 1e-6. */
function doubleText(expr: string): string {
  const text = `CONVERT(${expr}, CHAR)`;
  const plain = decimalText(`CAST(${text} AS DECIMAL(65,30))`, 30);
  const fraction = `SUBSTRING_INDEX(${text}, '.', -1)`;
  const digits = `TRIM(LEADING '0' FROM ${fraction})`;
  const parts = [
    `IF(${expr} < 0, '-', '')`,
    `LEFT(${digits}, 1)`,
    `IF(CHAR_LENGTH(${digits}) > 1, CONCAT('.', SUBSTRING(${digits}, 2)), '')`,
    `'e-'`,
    `CHAR_LENGTH(${fraction}) - CHAR_LENGTH(${digits}) + 1`,
  ];
  const small = `IF(LOCATE('e', ${text}) > 0, ${text}, CONCAT(${parts.join(', ')}))`;
  return `CASE WHEN ${expr} = 0 THEN '0' WHEN ABS(${expr}) >= 1e21 THEN REPLACE(${text}, 'e', 'e+') WHEN ABS(${expr}) >= 1e-6 THEN ${plain} ELSE ${small} END`;
}

function listType(of: ColumnSpec, binary: string): string {
  switch (of.kind) {
    case 'string':
      return `VARCHAR(${of.length}) COLLATE ${binary}`;
    case 'text':
    case 'json':
      return `LONGTEXT COLLATE ${binary}`;
    case 'double':
      return 'DOUBLE';
    case 'decimal':
      return `DECIMAL(${of.precision},${of.scale})`;
    default:
      return 'BIGINT';
  }
}

const RETRY = new Set([1213, 1205, 1467, 1020, 3572]);
const TIMEOUT = new Set([1969, 3024]);
const CANCELLED = 1317;
/** 1021 and 1114: the disk is full. */
const UNAVAILABLE = new Set([
  1021, 1040, 1042, 1043, 1047, 1053, 1077, 1079, 1114, 1152, 1158, 1159, 1160, 1161, 1184, 1203, 1290, 1792,
  1836, 1927,
]);
const LOST = /^(PROTOCOL_|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ENOENT|POOL_)/;

function classify(error: unknown): DatabaseFault {
  const { code, errno, message } = errorFacts(error);
  if (RETRY.has(errno)) return { kind: 'retry' };
  if (errno === 1062) {
    const key = /for key '(?:[^'.]*\.)?([^']*)'/.exec(message)?.[1];
    return { kind: 'duplicate', index: key ?? null };
  }
  if (TIMEOUT.has(errno)) return { kind: 'timeout' };
  if (errno === CANCELLED) return { kind: 'cancelled' };
  const closed = /closed state|Pool is closed|Connection lost/i.test(message);
  return UNAVAILABLE.has(errno) || LOST.test(code) || closed ? { kind: 'unavailable' } : { kind: 'other' };
}
