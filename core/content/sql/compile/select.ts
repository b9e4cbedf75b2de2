// The statements of the root: a page, one document, the total. A page whose rows must be sorted first picks its ids.
//
// Query: tag?fields=name&sort=name:desc
//   SELECT json_object('id',t1."id",'documentId',t1."document_id",'name',t1."name") FROM (SELECT t2.id AS k, t2."name" AS s0,
//     t2."id" AS s1 FROM "tag_list" t2 ORDER BY t2."name" DESC, t2."id" LIMIT +?) t3 JOIN "tag_list" t1 ON t1.id = t3.k ORDER
//     BY t3.s0 DESC, t3.s1
//   SELECT count(*) FROM "tag_list" t0

import { build } from '../../../database/sql';
import { DOCUMENT_ID_COLUMN } from '../../model/compiled/column-specs';
import { hasOneValue, type QueryNode } from '../../query/ast';
import { isIdOrder, isNaturalOrder } from '../../query/order-kinds';
import { axisPredicates } from './axes';
import { type RootSearch, searchOf } from './candidates';
import { comparedColumns } from './compared-columns';
import { CompileContext, type CompileOptions, type Fragment, type Scope, where } from './context';
import { finish } from './finish';
import { orderBy, orderTerms } from './order';
import { limitSql } from './pages';
import { ExtraColumns } from './parent-row';
import type { CompiledStatement, RootPlan } from './plan-types';
import { isLong, PopulateCompiler } from './populate';
import { rowJson } from './row-json';
import { namesRows, readsList } from './selective';
import { sitesOf } from './shape';
import { filterSql } from './where';

/** `each`: several documents, each as `one` reads it. */
export type ReadMode = 'list' | 'one' | 'each' | 'count';

export interface SelectOptions extends CompileOptions {
  /** Is every stored entry of the component written in today's shape? Then its text may be answered as it is. */
  readonly uniform: (component: string) => boolean;
}

/** `inPages`: long relations of the root are read in pages. */
export function compileRoot(
  root: QueryNode,
  mode: ReadMode,
  options: SelectOptions,
  inPages = false,
): RootPlan {
  const { tree, sites } = sitesOf(root);
  const context = new CompileContext(options, sites);
  const isNamed = mode === 'one' || mode === 'each';
  const total = isNamed ? null : totalStatement(tree, context);
  const columns = [...context.columns];
  const totalReads = [...context.tables].map((table) => ({ table, columns }));

  const alias = context.alias();
  const extras = new ExtraColumns(1);
  const populate = new PopulateCompiler(context, options.uniform);
  const isFirst = tree.page === null || tree.page.start === 0;
  const search = isNamed ? null : searchOf(tree, context);
  const direct = isFirst && isNaturalOrder(tree.sort) && !readsList(tree.filter) && !search?.few;
  const rest = isNamed
    ? namedRest(tree, mode, alias, context)
    : direct
      ? directRest(tree, search, alias, context)
      : idsFirst(tree, search, alias, context);
  const limited = mode === 'one' || (direct && tree.page !== null);
  const isCheap = limited && (mode === 'one' || tree.filter === null);
  const reread = isCheap && options.dialect.isServer ? rest : null;
  const parent = { alias, type: tree.type, extras, reread };
  const lists = inPages ? tree.populate.filter(isLong) : [];
  const whole =
    lists.length === 0 ? tree : { ...tree, populate: tree.populate.filter((each) => !isLong(each)) };
  const node = populate.node(whole, parent, 0, '');
  const long = lists.map((each) => populate.long(each, parent));
  const updatedAtAt = mode === 'one' ? extras.add(`${alias}.${context.id('updated_at')}`) : null;
  const documentIdAt = mode === 'each' ? extras.add(`${alias}.${context.id('document_id')}`) : null;
  const json = tree.fields ? rowJson(tree.fields, { kind: 'row', alias, type: tree.type }, context) : "'{}'";
  const selected = [json, ...extras.columns];
  const page = finish({ columns: selected, rest, limited }, context);
  const compared = isNamed ? [] : comparedColumns(tree);
  return {
    page: compared.length > 0 ? { ...page, statement: { ...page.statement, compared } } : page,
    node,
    long,
    prefetched: populate.prefetched,
    updatedAtAt,
    documentIdAt,
    total,
    tables: [...context.tables],
    totalReads,
    totalOfPlace: total && countsOnePlace(tree, total) ? tree.type.table : null,
    statements: populate.statements + 1,
  };
}

/** Dormant axes bring parameters of their own. */
const countsOnePlace = ({ filter, bound }: QueryNode, { sources }: CompiledStatement): boolean =>
  filter === null && sources.length === bound.length && bound.every(hasOneValue);

function totalStatement(tree: QueryNode, context: CompileContext): CompiledStatement {
  const rest = rootRows(tree, context.alias(), [], [], context);
  return finish({ columns: ['count(*)'], rest, limited: false }, context);
}

function namedRest(tree: QueryNode, mode: ReadMode, alias: string, context: CompileContext): Fragment {
  const documentId = `${alias}.${context.id('document_id')}`;
  const conditions = [
    mode === 'one'
      ? { text: `${documentId} = ?`, params: [{ kind: 'document' as const }] }
      : context.keys(documentId, DOCUMENT_ID_COLUMN),
    ...rootConditions(tree, alias, context, { ordered: false, few: true }),
  ];
  return build(
    `FROM ${context.table(tree.type.table)} ${alias}`,
    where(conditions),
    ` ORDER BY ${alias}.id${mode === 'one' ? ' LIMIT 1' : ''}`,
  );
}

/** The first page in the order of ids: an index scan that stops after a page. */
function directRest(
  tree: QueryNode,
  search: RootSearch | null,
  alias: string,
  context: CompileContext,
): Fragment {
  const found = search?.candidates(alias, 'asc');
  return build(
    'FROM ',
    found?.from ?? '',
    `${context.table(tree.type.table)} ${alias}`,
    where([...(found ? [found.condition] : []), ...rootConditions(tree, alias, context, { ordered: true })]),
    ` ORDER BY ${found?.ids ?? `${alias}.id`}`,
    limitSql(tree.page, context),
  );
}

/** Pick the ids in order first, join back, build the JSON of one page only. */
function idsFirst(
  tree: QueryNode,
  search: RootSearch | null,
  alias: string,
  context: CompileContext,
): Fragment {
  const inner = context.alias();
  const picked = context.alias();
  const ids = search?.few
    ? fewOrAll(tree, { ...search, few: search.few }, inner, context)
    : pickedIds(tree, search, inner, context);
  const outer = tree.sort.map(({ direction }, index) =>
    context.dialect.orderBy(`${picked}.s${index}`, direction),
  );
  return build(
    'FROM (',
    ids,
    `) ${picked} JOIN ${context.table(tree.type.table)} ${alias} ON ${alias}.id = ${picked}.k ORDER BY ${outer.join(', ') || `${alias}.id`}`,
  );
}

function pickedIds(
  tree: QueryNode,
  search: RootSearch | null,
  inner: string,
  context: CompileContext,
  onlyIf = '',
): Fragment {
  const terms = orderTerms(tree.sort, { kind: 'row', alias: inner, type: tree.type }, context);
  const carried = terms.map((term, index) => build(', ', term.value, ` AS s${index}`));
  const direction = isIdOrder(tree.sort) ? (tree.sort[0]?.direction ?? 'asc') : 'sorted';
  const found = search?.candidates(inner, tree.page ? direction : null);
  const inIds = found?.ids && tree.page && direction !== 'sorted';
  const order = terms.map((term, index) => ({
    ...term,
    value: build(term.value.params.length > 0 ? `s${index}` : term.value.text),
  }));
  return build(
    `SELECT ${inner}.id AS k`,
    ...carried,
    ' FROM ',
    found?.from ?? '',
    `${context.table(tree.type.table)} ${inner}`,
    where([
      ...(found ? [found.condition] : []),
      ...rootConditions(tree, inner, context, { ordered: isNaturalOrder(tree.sort) }),
    ]),
    ' ORDER BY ',
    inIds ? context.dialect.orderBy(found.ids, direction, true) : orderBy(order, context),
    limitSql(tree.page, context, onlyIf),
  );
}

/** Both ways to read the page. The condition `few` sets the LIMIT of one of them to 0, and a LIMIT of 0 reads nothing. */
function fewOrAll(
  tree: QueryNode,
  search: RootSearch & { readonly few: Fragment },
  inner: string,
  context: CompileContext,
): Fragment {
  const few = pickedIds(tree, search, inner, context, '(SELECT f FROM few)');
  const all = pickedIds(tree, null, inner, context, 'NOT (SELECT f FROM few)');
  return build(
    'WITH few(f) AS (SELECT ',
    search.few,
    ') SELECT * FROM (',
    few,
    ') a UNION ALL SELECT * FROM (',
    all,
    ') b',
  );
}

function rootConditions(
  tree: QueryNode,
  alias: string,
  context: CompileContext,
  { ordered, few = namesRows(tree.filter) }: { readonly ordered: boolean; readonly few?: boolean },
): Fragment[] {
  const scope: Scope = { kind: 'row', alias, type: tree.type, few };
  return [
    ...axisPredicates(tree.bound, tree.type, alias, context, { ordered }),
    ...(tree.filter ? [filterSql(tree.filter, scope, context)] : []),
  ];
}

/** All rows that the root reads: from FROM to the end of WHERE. */
export const rootRows = (
  tree: QueryNode,
  alias: string,
  joins: readonly Fragment[],
  conditions: readonly Fragment[],
  context: CompileContext,
): Fragment => {
  const found = searchOf(tree, context)?.candidates(alias, null);
  return build(
    'FROM ',
    found?.from ?? '',
    `${context.table(tree.type.table)} ${alias}`,
    ...joins,
    where([
      ...(found ? [found.condition] : []),
      ...rootConditions(tree, alias, context, { ordered: false }),
      ...conditions,
    ]),
  );
};
