// Figures and groups as statements. The path of its keys names a bucket. So one statement reads all buckets of a level, and all statements
// can run at once.
//
// Query: article
// Words: {"groupBy":{"rating":{"count":true}}}
//   SELECT json_object('k',g.k0), '{}', g.c FROM (SELECT r.k0, count(*) AS c FROM (SELECT t0."rating" AS k0 FROM "article_list"
//     t0 WHERE t0."tongue" = ? AND t0."stage" = ?) r GROUP BY r.k0) g ORDER BY g.k0 LIMIT +?

import { build, join, raw } from '../../../database/sql';
import type { ScalarAttribute } from '../../model/compiled/content-type';
import type { AggregateLevel, Bucketing, DocumentList, Figure, Filter, QueryNode } from '../../query/ast';
import type { AggregatePlan, DocumentsPlan, FiguresPlan, GroupPlan, LevelPlan } from './aggregate-plan';
import { showsSeveral } from './axes';
import { CompileContext, type Fragment, fieldSql, type Scope, specOf } from './context';
import { FigureColumns } from './figures';
import { finish, type Unlimited } from './finish';
import { orderTerms } from './order';
import { onPage } from './pages';
import { ExtraColumns } from './parent-row';
import type { CompiledStatement } from './plan-types';
import { PopulateCompiler } from './populate';
import { joinRelation, tieSql } from './relation-join';
import { rowJson } from './row-json';
import { rootRows, type SelectOptions } from './select';
import { sitesOf } from './shape';
import { filterSql, newPlace } from './where';

export function compileAggregate(root: QueryNode, options: SelectOptions): AggregatePlan {
  const { dialect } = options;
  const long = compileWith(dialect.sumText, root, options);
  return dialect.shortSum ? { ...compileWith(dialect.shortSum, root, options), long } : long;
}

function compileWith(
  sumText: FigureColumns['sumText'],
  root: QueryNode,
  options: SelectOptions,
): AggregatePlan {
  const { tree, sites } = sitesOf(root);
  if (!tree.aggregate) throw new Error('The query asks for no aggregates');
  const compiler = new AggregateCompiler(tree, new CompileContext(options, sites), options.uniform, sumText);
  const level = compiler.level(tree.aggregate, { keys: [], filters: [] });
  return { reads: compiler.reads, level, statements: compiler.statements, long: null };
}

/** The groups that lead to a level, and the filters on the way. */
interface Path {
  readonly keys: readonly Bucketing['by'][];
  readonly filters: readonly Filter[];
}

class AggregateCompiler {
  readonly reads: CompiledStatement[] = [];
  readonly #populate: PopulateCompiler;

  constructor(
    private readonly root: QueryNode,
    private readonly context: CompileContext,
    uniform: SelectOptions['uniform'],
    private readonly sumText: FigureColumns['sumText'],
  ) {
    this.#populate = new PopulateCompiler(context, uniform);
  }

  get statements(): number {
    return this.reads.length + this.#populate.statements;
  }

  /** `known`: the figures that the statement of the buckets has computed. */
  level(level: AggregateLevel, above: Path, known: FiguresPlan | null = null): LevelPlan {
    const { filter, list, count, figures, groups } = level;
    const path = filter ? { ...above, filters: [...above.filters, filter] } : above;
    const hasFigures = count || figures.length > 0;
    return {
      count,
      figures: hasFigures ? (known ?? this.#figures(path, figures)) : null,
      list: list && this.#list(path, list),
      groups: groups.map((group) => this.#group(path, group)),
    };
  }

  /** Parts without a filter of their own cover the whole bucket: the statement of the buckets computes their figures, too. */
  #group(path: Path, { key, by, parts }: Bucketing): GroupPlan {
    const below = { ...path, keys: [...path.keys, by] };
    const whole = parts.filter(({ level }) => !level.filter).flatMap(({ level }) => level.figures);
    const buckets = this.#figures(below, whole);
    return {
      key,
      read: buckets.read,
      parts: parts.map((part) => ({
        key: part.key,
        level: this.level(part.level, below, part.level.filter ? null : ownOf(buckets, part.level.figures)),
      })),
    };
  }

  #figures({ keys, filters }: Path, figures: readonly Figure[]): FiguresPlan {
    const { dialect } = this.context;
    const columns = new FigureColumns(figures, keys.length, this.context, this.sumText);
    const scope = this.#scope();
    const rows = this.#rows(
      { keys, filters },
      scope,
      columns.fields.map((field, index) => build(`${fieldSql(field, scope, this.context)} AS f${index}`)),
    );
    const names = keyNames(keys, 'r');
    const selected = [
      ...names,
      'count(*) AS c',
      ...columns.aggregates.map((expr, index) => `${expr} AS a${index}`),
    ];
    const grouped = names.length === 0 ? '' : ` GROUP BY ${names.join(', ')}`;
    const order = keyNames(keys, 'g').map((name) => dialect.orderBy(name, 'asc'));
    const read = this.#read({
      columns: [...this.#keysJson(keys, 'g'), ...columns.columns()],
      rest: build(
        `FROM (SELECT ${selected.join(', ')} FROM (`,
        rows,
        `) r${grouped}) g`,
        order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`,
      ),
    });
    return { read, first: columns.first, cells: columns.cells };
  }

  /** Numbers the documents of each bucket, and builds the JSON of those on the page. */
  #list(path: Path, list: DocumentList): DocumentsPlan {
    const { context, root } = this;
    const { type } = root;
    const scope = this.#scope();
    const terms = orderTerms(list.sort, scope, context);
    const rows = this.#rows(path, scope, [
      build(`${scope.alias}.id AS i`),
      ...terms.map(({ value }, index) => build(value, ` AS s${index}`)),
    ]);
    const names = keyNames(path.keys, 'r');
    const order = terms.map(({ direction }, index) => context.dialect.orderBy(`r.s${index}`, direction));
    const alias = context.alias();
    const extras = new ExtraColumns(names.length + 1);
    const node = this.#populate.node(list, { alias, type, extras, reread: null }, names.length, 'documents');
    const json = rowJson(list.fields, { kind: 'row', alias, type }, context);
    const read = this.#read({
      columns: [...this.#keysJson(path.keys, 'w'), json, ...extras.columns],
      rest: build(
        `FROM (SELECT ${[...names, 'r.i'].join(', ')}, row_number() OVER (PARTITION BY ${names.join(', ')} ORDER BY ${order.join(', ')}) AS n FROM (`,
        rows,
        `) r) w JOIN ${context.table(type.table)} ${alias} ON ${alias}.id = w.i WHERE `,
        onPage('w.n', list.page, context),
        ` ORDER BY ${[...keyNames(path.keys, 'w'), 'w.n'].join(', ')}`,
      ),
    });
    return { read, node, fields: list.fields, populate: list.populate };
  }

  #scope(): Extract<Scope, { kind: 'row' }> {
    return { kind: 'row', alias: this.context.alias(), type: this.root.type };
  }

  /** One row per document and path of keys. */
  #rows(
    { keys, filters }: Path,
    scope: Extract<Scope, { kind: 'row' }>,
    columns: readonly Fragment[],
  ): Fragment {
    const { context } = this;
    const joins: Fragment[] = [];
    const place = newPlace();
    const selected: Fragment[] = [];
    let repeats = false;
    keys.forEach((by, index) => {
      if (by.kind !== 'related') selected.push(raw(`${keySql(by, scope, context)} AS k${index}`));
      else {
        const { attribute, type, bound, where } = by;
        const to = joinRelation({ attribute, type, bound, scope, context });
        const target: Scope = { kind: 'row', alias: to.alias, type };
        const on = [...tieSql(to), ...to.shown, ...(where ? [filterSql(where, target, context, place)] : [])];
        const from = attribute.storage.kind === 'table' ? `(${to.from})` : to.from;
        joins.push(build(` LEFT JOIN ${from} ON `, join(on, ' AND ')));
        selected.push(raw(`${to.alias}.${context.id('document_id')} AS k${index}`));
        repeats ||= showsSeveral(bound);
      }
    });
    const conditions = filters.map((filter) => filterSql(filter, scope, context, place));
    // A related document may have several rows; each counts once.
    const first = repeats ? `SELECT DISTINCT ${scope.alias}.id AS d, ` : 'SELECT ';
    const list = [...selected, ...columns];
    return build(
      first,
      list.length === 0 ? '1 AS one' : join(list, ', '),
      ' ',
      rootRows(this.root, scope.alias, joins, conditions, context),
    );
  }

  #keysJson(keys: Path['keys'], of: string): string[] {
    const { dialect } = this.context;
    return keys.map((by, index) => {
      const name = `${of}.k${index}`;
      const value =
        by.kind === 'related' ? dialect.json('plain', name) : by.type.json(name, dialect, by.options);
      return dialect.jsonRow([['k', value]]);
    });
  }

  /** Reads no more rows than the request may still read. */
  #read({ columns, rest }: Unlimited): number {
    const limit: Fragment = { text: this.context.dialect.limitMark, params: [{ kind: 'budget' }] };
    const select = { columns, rest: build(rest, ' LIMIT ', limit), limited: true };
    return this.reads.push(finish(select, this.context)) - 1;
  }
}

const keyNames = (keys: Path['keys'], of: string): string[] => keys.map((_, index) => `${of}.k${index}`);

/** A double as 0, not -0: the two are one bucket. */
function keySql(field: ScalarAttribute, scope: Scope, context: CompileContext): string {
  const value = fieldSql(field, scope, context);
  return specOf(field).kind === 'double' ? `(${value} + 0.0)` : value;
}

/** The cells of one part among those of all parts. */
const ownOf = (plan: FiguresPlan, figures: readonly Figure[]): FiguresPlan => ({
  ...plan,
  cells: plan.cells.filter(({ operator, name }) =>
    figures.some((figure) => figure.operator === operator && figure.field.name === name),
  ),
});
