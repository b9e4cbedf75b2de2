// A filter operator: every fact about one word like `$contains`, in one module. The parser, the compiler and the transports
// read these facts; they know no operator by name. The built-in operators stand in operators/.

import type { ColumnSpec, Sql, SqlDialect } from '../../database/sql-dialect';
import type { JsonSchema } from '../../kernel/check/check';

/** The kind of a stored value for filters. `choice`: one of a few words. `list`: a JSON list of scalars. */
export type ComparedKind = 'text' | 'number' | 'moment' | 'boolean' | 'choice' | 'json' | 'list';

export const EVERY_KIND: readonly ComparedKind[] = [
  'text',
  'number',
  'moment',
  'boolean',
  'choice',
  'json',
  'list',
];

interface OperatorFacts {
  /** As a request writes it: `$contains`. */
  readonly name: `$${string}`;
  /** One sentence for people. */
  readonly description: string;
  /** The kinds of attributes that it compares. */
  readonly on: readonly ComparedKind[];
  /** Compares only attributes of these types, of the kinds in `on`: `['geo-point']`. Absent: all types of these kinds. */
  readonly types?: readonly string[];
  /**
   * `sql` is true of every stored value except those that the name describes: `$ne`, `$notIn`. Of a list of values, a row must meet
   * the condition for each; an empty list matches every stored value.
   */
  readonly negative?: true;
  /** The GraphQL type of one value; null: the input type of the attribute. */
  readonly graphql: string | null;
  /** The JSON Schema of what follows the operator in a request. */
  readonly openapi: JsonSchema;
}

interface ValueFacts extends OperatorFacts {
  /**
   * How one value is read. `own`: as a value of the attribute. `number`: as a number. `text`: as text, compared with the text that
   * an answer shows (`[createdAt][$startsWith]=2024`).
   */
  readonly value: 'own' | 'text' | 'number';
}

/** The two sides of a comparison as SQL. */
export interface Compared {
  readonly dialect: SqlDialect;
  /** The stored value; for an operator of text, the text that an answer shows. */
  readonly stored: string;
  readonly column: ColumnSpec;
  readonly kind: ComparedKind;
  /** `textKey` of the type of the attribute. */
  readonly textKey?: string | undefined;
}

/** `filters[rating][$gt]=3` */
export interface OneValueOperator extends ValueFacts {
  readonly takes: 'one';
  /** Both sides are folded: letter case makes no difference. On SQLite, `dialect.textMatch` is the fastest comparison of them. */
  readonly ignoresCase?: true;
  /** The stored text contains the value, in some letter case: a search index may narrow the rows. */
  readonly containsValue?: true;
  /** `null`, or a key without a value, asks for rows without a value (with them, for a negative operator). Absent: a 400. */
  readonly takesNull?: true;
  /** Is unknown (NULL), not false, where nothing is stored, so that `$not` does not match such rows. */
  sql(compared: Compared & { readonly value: Sql }): Sql;
}

/** `filters[rating][$between][0]=3&filters[rating][$between][1]=5` */
export interface PairOperator extends ValueFacts {
  readonly takes: 'pair';
  sql(compared: Compared & { readonly first: Sql; readonly second: Sql }): Sql;
}

/** `filters[rating][$in][0]=3`. `isListed` is the finished condition: the list has the stored value. */
export interface ListOperator extends ValueFacts {
  readonly takes: 'list';
  sql(compared: Compared & { readonly isListed: Sql }): Sql;
}

/** `filters[rating][$null]=true`; `=false` asks for the opposite. */
export interface FlagOperator extends OperatorFacts {
  readonly takes: 'none';
  /** The operator that `false` means. Absent: `$not` of this one. */
  readonly opposite?: `$${string}`;
  sql(compared: Compared): Sql;
}

export type FilterOperator = OneValueOperator | PairOperator | ListOperator | FlagOperator;
