// The entries of a component that a request filters or sorts. Their list may be in a row, in an entry or in a zone. The statement reads
// the ids of the entries. The row contains the entries.
//
// Query: article?fields=title&populate[links][sort]=label&populate[zone][on][shared.quote][filters][by]=x
//   SELECT t2.id, … FROM "article_list" t2, json_each(t2."links") t3 WHERE t2.id IN (SELECT value FROM json_each(?)) ORDER BY
//     t2.id, ((…) ->> '$."label"'), t3.key LIMIT +?
//   SELECT t4.id, … FROM "article_list" t4, json_each(t4."zone") t5 WHERE t4.id IN (SELECT value FROM json_each(?)) AND ((…)
//     ->> '$."__component"') = ? AND ((…) ->> '$."by"') = ? ORDER BY t4.id, t5.key LIMIT +?

import { build } from '../../../database/sql';
import type { ContentType } from '../../model/compiled/content-type';
import { isMany } from '../../model/compiled/nested';
import type { EntryNode, PopulateComponent, PopulateZone } from '../../query/ast';
import { isUnsorted } from '../../query/order-kinds';
import { type CompileContext, type Fragment, type Scope, where } from './context';
import type { Unlimited } from './finish';
import { orderBy, orderTerms } from './order';
import { KEY_OF_ROWS } from './plan-types';
import { filterSql } from './where';

/** One attribute on the way from a row to entries, and the requested component in it. */
export interface EntryStep {
  readonly attribute: (PopulateComponent | PopulateZone)['attribute'];
  readonly component: string;
}

/** Does the request filter or sort these entries? At most one entry has no order. */
export function isSelected({ filter, sort }: EntryNode, steps: readonly EntryStep[]): boolean {
  const attribute = steps.at(-1)?.attribute;
  return filter !== null || (attribute !== undefined && isMany(attribute) && !isUnsorted(sort));
}

/** Rows of `[row key, id of an entry]`, in the order of the answer. */
export function entrySelection(
  entry: EntryNode,
  steps: readonly EntryStep[],
  type: ContentType,
  context: CompileContext,
): Unlimited {
  const alias = context.alias();
  const list = entryList(steps, alias, context);
  const scope: Scope = { kind: 'entry', object: list.object, row: { alias, type } };
  const order = isUnsorted(entry.sort) ? null : orderBy(orderTerms(entry.sort, scope, context), context);
  const rest = build(
    `FROM ${[`${context.table(type.table)} ${alias}`, ...list.from].join(', ')}`,
    where([
      context.keys(`${alias}.id`, KEY_OF_ROWS),
      ...list.conditions,
      ...(entry.filter ? [filterSql(entry.filter, scope, context)] : []),
    ]),
    ` ORDER BY ${alias}.id`,
    ...(order ? [', ', order] : []),
    ...list.positions.map((position) => `, ${position}`),
  );
  const id = context.dialect.entryValue(list.object, 'id', { kind: 'integer' });
  return { columns: [`${alias}.id`, id], rest };
}

interface EntryList {
  /** One entry, as JSON text. */
  readonly object: string;
  /** Items of FROM, one per list on the way. */
  readonly from: readonly string[];
  readonly positions: readonly string[];
  readonly conditions: readonly Fragment[];
}

function entryList(steps: readonly EntryStep[], row: string, context: CompileContext): EntryList {
  const { dialect } = context;
  let object = '';
  const from: string[] = [];
  const positions: string[] = [];
  const conditions: Fragment[] = [];
  for (const { attribute, component } of steps) {
    const stored = object
      ? dialect.entryJson(object, attribute.name)
      : `${row}.${context.id(attribute.column)}`;
    if (!isMany(attribute)) {
      object = stored;
      conditions.push(build(`${stored} IS NOT NULL`));
      continue;
    }
    const each = dialect.eachEntry(stored, context.alias());
    object = each.entry;
    from.push(each.from);
    positions.push(each.position);
    if (attribute.kind !== 'zone') continue;
    const named = dialect.entryValue(object, '__component', { kind: 'text' });
    conditions.push(build(`${named} = `, context.constant(component)));
  }
  return { object, from, positions, conditions };
}
