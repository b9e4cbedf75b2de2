// An attribute type: every fact about one kind of attribute, in one module. Transports read these facts; they know no types.

import type { ColumnSpec, SqlDialect, Stored } from '../../database/sql-dialect';
import type { Check, Issue, JsonSchema, Path } from '../../kernel/check/check';
import type { ComparedKind } from './filter-operator';

/** How complete a written value must be. `partial` relaxes presence and lower bounds, for rows that are not yet meant to be seen. */
export type Strictness = 'partial' | 'complete';

export type AggregateOperator = 'avg' | 'sum' | 'min' | 'max' | 'groupBy';

/** `ignore-case`: texts that differ in nothing but letter case, or in how an accent is encoded, are one value. */
export type Uniqueness = boolean | 'ignore-case';

/** Options every attribute may carry, whatever its type. */
export interface CommonOptions {
  readonly required: boolean;
  readonly private: boolean;
  readonly unique: Uniqueness;
  /** Another attribute of the type: no other document has the value in either of them. */
  readonly uniqueWith?: string;
  readonly configurable: boolean;
  /** An index of parts of words narrows searches in the attribute. */
  readonly search: boolean;
  readonly default?: unknown;
  readonly pluginOptions: Readonly<Record<string, unknown>>;
  /** The attribute's former name: values that were stored under this name are kept. */
  readonly renamedFrom?: string;
}

/** The path of a value in a body, and the rules for this value. */
export interface ValueContext {
  readonly path: Path;
  readonly issues: Issue[];
  readonly strictness: Strictness;
}

/**
 * A wrong value pushes issues and throws nothing. A message names the place with `placeOf(at)`: `title must be a …`.
 */
export interface ScalarType<O = unknown> {
  readonly kind: 'scalar';
  readonly name: string;
  /** The type's own options (not the common ones); unknown options are mistakes of the schema file. */
  readonly options: Check<O>;
  /** Rules between options: a default that does not parse, min above max. Paths are relative to the attribute. */
  checkOptions?(options: O & CommonOptions): readonly Issue[];
  column(options: O): ColumnSpec;
  /** The value of a request → the stored value. Never called with null or undefined. */
  parse(input: unknown, options: O, at: ValueContext): Stored;
  /** Rules on the stored value (lengths, bounds, patterns). Called with the result of `parse`, if `parse` refused nothing. */
  check(value: Exclude<Stored, null>, options: O, at: ValueContext): void;
  /** Slow work outside the transaction: hashing a password. */
  prepare?(value: Exclude<Stored, null>, options: O): Promise<Stored>;
  /** Never in an answer, a filter, a sort or an aggregate. */
  readonly secret?: boolean;
  /** A plugin hides the value from some callers: GraphQL and `quire types` show null as possible, also if the attribute is required. */
  readonly nullable?: boolean;
  /** The value of the column inside a JSON row. */
  json(expr: string, dialect: SqlDialect, options: O): string;
  /** The same as a number where `json` makes a text of it, for transports that send numbers. */
  jsonNumber?(expr: string, dialect: SqlDialect, options: O): string;
  /** The stored value as JSON text, for components, which are written by us. */
  toJson(value: Stored, options: O): string;
  /** The parsed text of `toJson` → the stored value. */
  fromJson(value: unknown, options: O): Stored;
  /** Reads the attribute out of a component's entry, typed like the column, to filter and sort. */
  entry(object: string, key: string, dialect: SqlDialect, options: O): string;
  readonly filter: {
    /** Decides which operators compare the attribute. */
    readonly kind: ComparedKind;
    /** Operators of the kind that do not compare the attribute: `['$lt', '$gt']`. A request with one is a 400. */
    readonly except?: readonly string[];
    /**
     * A raw value (text of a query string, or JSON) → the stored value. `operator`: such as `$eq`. `reason` names the expected form
     * without the word expected: `a number`.
     */
    parse(
      raw: unknown,
      options: O,
      operator: string,
    ): { readonly value: Stored } | { readonly reason: string };
    /** A value that no row stores: `$eq` with a value that `parse` refuses then matches nothing, instead of a 400. */
    readonly absent?: Stored;
  } | null;
  readonly sortable: boolean;
  readonly aggregates: readonly AggregateOperator[];
  /** Takes part in `_q`. */
  readonly searchable?: boolean;
  /** Of JSON with words: the key of its texts, at any depth. `_q` of the admin finds them. */
  readonly textKey?: string;
  /** Stored values are unique whatever the common option says. */
  readonly alwaysUnique?: boolean;
  /**
   * `output` and `input`: GraphQL types. `filter`: the filter input; a type `GeoPointFilterInput` defines the scalar `GeoPoint`, too.
   * `values`: an enumeration gets a type of its own, named after its place.
   */
  readonly graphql: {
    readonly output: string;
    readonly input: string;
    readonly filter: `${string}FilterInput`;
    values?(options: O): readonly string[];
  };
  openapi(options: O): JsonSchema;
}

/** A type without a scalar value: the schema compiler knows these three shapes and nothing else. */
export interface StructuralType<O = unknown> {
  readonly kind: 'relation' | 'component' | 'dynamiczone';
  readonly name: string;
  readonly options: Check<O>;
  checkOptions?(options: O & CommonOptions): readonly Issue[];
}

/** A type that stands for another: media for a relation to files, a custom field for its base. */
export interface LoweredType<O = unknown> {
  readonly kind: 'lowered';
  readonly name: string;
  readonly options: Check<O>;
  /** The definition it stands for, as it would be written in a schema file. */
  lower(options: O & CommonOptions): AttributeDefinition;
}

export type AttributeType<O = unknown> = ScalarType<O> | StructuralType<O> | LoweredType<O>;

/** An attribute as a schema file writes it. */
export interface AttributeDefinition {
  readonly type: string;
  readonly [option: string]: unknown;
}
