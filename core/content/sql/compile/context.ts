// Shared by all parts of the compiler: the dialect, aliases, marks of values, columns of dormant axes.
// Here `t0` is an alias, and each `?` the mark of one value.
//
// Query: article?fields=title&filters[rating][$gt]=3
//   SELECT count(*) FROM "article_list" t0 WHERE t0."tongue" = ? AND t0."stage" = ? AND t0."rating" > ?

import type { Dialect } from '../../../database/dialect';
import { build, join, raw, type Sql } from '../../../database/sql';
import type { ColumnSpec, Stored } from '../../../database/sql-dialect';
import type { TableIndex } from '../../../database/tables';
import type {
  ContentType,
  RelationAttribute,
  ScalarAttribute,
  Schema,
} from '../../model/compiled/content-type';
import { type DormantColumn, dormantAxes, dormantPinsTo } from '../axis-ledger';
import type { Sites } from './shape';

/** Where the parameter of a mark comes from when a plan is bound. */
export type Source =
  | {
      readonly kind: 'value';
      readonly index: number;
      readonly bind: (value: unknown) => unknown;
      /** The best plan depends on the value, and the database has statistics of its frequency. */
      readonly estimated?: true;
      /** The LIMIT of a list: no more rows than may still be read, plus one. */
      readonly isLimit?: true;
    }
  /** The keys of the parent rows, as one list. */
  | { readonly kind: 'keys'; readonly spec: ColumnSpec }
  /** The rest of the row budget, plus one. */
  | { readonly kind: 'budget' }
  /** The documentId of a read of one document. */
  | { readonly kind: 'document' }
  | { readonly kind: 'constant'; readonly value: unknown };

export type Fragment = Sql<Source>;

export interface CompileOptions {
  readonly schema: Schema;
  readonly dialect: Dialect;
  readonly dormant: (uid: string) => readonly DormantColumn[];
  /** By table. */
  readonly indexes?: ReadonlyMap<string, readonly TableIndex[]>;
}

export class CompileContext {
  readonly schema: Schema;
  readonly dialect: Dialect;
  /** Tables that the statement being compiled reads, for the versions of cached totals. */
  readonly tables = new Set<string>();
  /** Names of columns that the statement being compiled reads. */
  readonly columns = new Set<string>();
  readonly #options: CompileOptions;
  readonly #sites: Sites;
  #aliases = 0;

  constructor(options: CompileOptions, sites: Sites) {
    this.#options = options;
    this.#sites = sites;
    this.schema = options.schema;
    this.dialect = options.dialect;
  }

  alias(): string {
    return `t${this.#aliases++}`;
  }

  /** The name of a column. */
  id(name: string): string {
    this.columns.add(name);
    return this.dialect.id(name);
  }

  table(name: string): string {
    this.tables.add(name);
    return this.dialect.id(name);
  }

  indexes(table: string): readonly TableIndex[] {
    return this.#options.indexes?.get(table) ?? [];
  }

  searchIndex(table: string): TableIndex | undefined {
    return this.indexes(table).find(({ search }) => search);
  }

  typeOf(uid: string): ContentType {
    const type = this.schema.types.get(uid);
    if (!type) throw new Error(`The schema has no content type ${uid}`);
    return type;
  }

  /** The mark of a value of the tree. */
  value(site: object, bind: (value: unknown) => unknown): Fragment {
    return { text: '?', params: [{ kind: 'value', index: this.place(site), bind }] };
  }

  /** The place of a value among the values of a request. */
  place(site: object): number {
    const index = this.#sites.get(site);
    if (index === undefined) throw new Error('A value of the query tree has no place in its shape');
    return index;
  }

  constant(value: unknown): Fragment {
    return { text: '?', params: [{ kind: 'constant', value }] };
  }

  keys(expr: string, spec: ColumnSpec): Fragment {
    return { text: this.dialect.inList(expr, spec), params: [{ kind: 'keys', spec }] };
  }

  /** A link that names a value of a dormant axis is hidden, as the rows of that value are. */
  dormantPins(
    attribute: Pick<RelationAttribute, 'name' | 'storage'>,
    owner: ContentType,
    type: ContentType,
    alias: string,
  ): Fragment[] {
    return dormantPinsTo(owner, attribute, type.uid, this.#options.dormant).map(({ column, value, none }) => {
      const pin = `${alias}.${this.id(column)}`;
      return build(`(${pin} = `, this.constant(none), ` OR ${pin} = `, this.constant(value), ')');
    });
  }

  /** The same for links in entries, which name values by the name of the axis: per axis the value that is shown. */
  dormantAxes(owner: ContentType, target: ContentType): readonly Pick<DormantColumn, 'axis' | 'shown'>[] {
    return dormantAxes(owner, target.uid, this.#options.dormant);
  }

  dormantPredicates(type: ContentType, alias: string): Fragment[] {
    return this.#options.dormant(type.uid).map(({ column, value }) => ({
      text: `${alias}.${this.id(column)} = ?`,
      params: [{ kind: 'constant', value }],
    }));
  }
}

/** Where a field is read from: a row of a table, or an entry of a component inside one. */
export type Scope =
  | {
      readonly kind: 'row';
      readonly alias: string;
      readonly type: ContentType;
      /** The alias of the row that a filter through a relation started from. */
      readonly above?: string;
      /** Of a document that a filter leads to. */
      readonly inside?: Inside;
      /** The statement reads few rows. */
      readonly few?: boolean;
    }
  | {
      readonly kind: 'entry';
      readonly object: string;
      readonly row: { readonly alias: string; readonly type: ContentType; readonly inside?: Inside };
    };

/** How many relations a filter has followed, and in how many subqueries that run once per row it stands. */
export interface Inside {
  readonly depth: number;
  readonly perRow: number;
}

export const specOf = (field: ScalarAttribute): ColumnSpec => field.type.column(field.options);

/** The value of a scalar as SQL. */
export function fieldSql(field: ScalarAttribute, scope: Scope, context: CompileContext): string {
  if (scope.kind === 'entry')
    return field.type.entry(scope.object, field.name, context.dialect, field.options);
  const columnOf = (column: string): string => `${scope.alias}.${context.id(column)}`;
  if (!field.expression) return columnOf(field.column);
  const above = scope.above ?? scope.alias;
  return field.expression(columnOf, (column) => `${above}.${context.id(column)}`);
}

/** A stored value as the parameter of a comparison with the field. */
export const toParam =
  (field: ScalarAttribute, context: CompileContext) =>
  (value: unknown): unknown =>
    context.dialect.toParam(value as Stored, specOf(field));

export const where = (parts: readonly Fragment[]): Fragment =>
  parts.length === 0 ? raw('') : build(' WHERE ', join(parts, ' AND '));
