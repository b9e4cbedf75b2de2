// Types of columns on PostgreSQL, by object id: how their text is parsed, and a typed null of each.
import type { CustomTypesConfig, FieldDef } from 'pg';
import type { Statement } from '../database';
import { exactInteger } from '../dialects/stored-value';

interface ColumnType {
  readonly name: string;
  /** Absent: the text as it is. */
  readonly parse?: (text: string) => unknown;
}

const TYPES: ReadonlyMap<number, ColumnType> = new Map<number, ColumnType>([
  [16, { name: 'boolean', parse: (text) => text === 't' }],
  [20, { name: 'bigint', parse: bigint }],
  [21, { name: 'smallint', parse: Number }],
  [23, { name: 'integer', parse: Number }],
  [25, { name: 'text' }],
  [114, { name: 'json' }],
  [700, { name: 'real', parse: Number }],
  [701, { name: 'double precision', parse: Number }],
  [1043, { name: 'varchar' }],
  [1700, { name: 'numeric' }],
  [3802, { name: 'jsonb' }],
]);

/** Fifteen digits and a sign always fit. */
function bigint(text: string): unknown {
  return text.length < 16 ? Number(text) : exactInteger(text);
}

const asText = (text: string): string => text;

export const PARSED_TYPES: CustomTypesConfig = {
  getTypeParser: (id: number) => TYPES.get(id)?.parse ?? asText,
};

/** The types of a statement's columns, known once it has run. */
export interface ColumnTypes {
  learn(statement: Statement, fields: readonly FieldDef[]): void;
  /** A typed null for each column; null: the statement has not run, or has a type that TYPES lacks. */
  nulls(statement: Statement): readonly string[] | null;
}

export function createColumnTypes(): ColumnTypes {
  const known = new WeakMap<Statement, readonly string[] | null>();
  return {
    learn(statement, fields) {
      if (statement.select === undefined || known.has(statement)) return;
      const names = fields.map(({ dataTypeID }) => TYPES.get(dataTypeID)?.name);
      known.set(
        statement,
        names.every((name) => name !== undefined) ? names.map((name) => `NULL::${name}`) : null,
      );
    },
    nulls: (statement) => known.get(statement.select?.like ?? statement) ?? null,
  };
}
