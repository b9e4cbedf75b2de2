// The join of a relation inside a component. An entry holds a documentId, or an object that names one and values of axes.
//
// Query: article?fields=title&filters[seo][image][name]=x
//   SELECT count(*) FROM "article_list" t0 WHERE t0."tongue" = ? AND t0."stage" = ? AND (t0."seo" IS NOT NULL AND (EXISTS
//     (SELECT 1 FROM "file_list" t1 WHERE t1."document_id" = ((t0."seo") ->> '$."image"') AND t1."name" = ?)) IS TRUE)

import { literal } from '../../../database/dialects/marks';
import { build } from '../../../database/sql';
import type { AxisDefinition, AxisUse } from '../../model/compiled/axis';
import { DOCUMENT_ID_COLUMN, SHORT_TEXT_COLUMN } from '../../model/compiled/column-specs';
import { axisCondition, axisPredicates } from './axes';
import type { CompileContext, Fragment } from './context';
import { type JoinParts, type RelationJoin, targetRows } from './relation-join-types';

interface EntryJoin extends JoinParts {
  readonly object: string;
  readonly key: string;
}

type DormantAxes = ReturnType<CompileContext['dormantAxes']>;

export function joinEntry(parts: JoinParts, key: string): RelationJoin {
  const { attribute, type, scope, context, parent } = parts;
  if (scope.kind !== 'entry')
    throw new Error(`The relation ${attribute.name} is read outside of its component`);
  const entry = { ...parts, object: scope.object, key };
  const pinned = type.axes.filter(({ axis }) => !parent.type.axes.some((own) => own.axis.name === axis.name));
  const dormant = context.dormantAxes(parent.type, type);
  return pinned.length > 0 || dormant.length > 0 ? joinPinned(entry, pinned, dormant) : joinPlain(entry);
}

function joinPlain(entry: EntryJoin): RelationJoin {
  const { type, bound, context, alias, parent, object, key } = entry;
  const shown = axisPredicates(bound, type, alias, context, { parent: parent.alias });
  const list = listOf(entry);
  const document = list?.entry ?? context.dialect.entryValue(object, key, DOCUMENT_ID_COLUMN);
  return tied(entry, list, document, shown);
}

/** A stored link of an entry may be pinned: then its text is an object, and begins with a brace. */
function joinPinned(entry: EntryJoin, pinned: readonly AxisUse[], dormant: DormantAxes): RelationJoin {
  const { type, bound, context, alias, parent } = entry;
  const list = listOf(entry);
  const stored = list?.entry ?? oneStored(entry);
  const isObject = `${stored} LIKE '{%'`;
  const textAt = (name: string): string => context.dialect.entryValue(stored, name, SHORT_TEXT_COLUMN);
  const named = (name: string): string => `CASE WHEN ${isObject} THEN ${textAt(name)} END`;
  const free = bound.filter(({ column }) => !pinned.some(({ axis }) => axis.column === column));
  const shown = [
    ...axisPredicates(free, type, alias, context, { parent: parent.alias }),
    ...pinned.map(({ axis }) => pinPredicate(entry, axis, named(axis.name))),
    ...dormant.map(({ axis, shown }) => {
      const pin = named(axis);
      return build(`(${pin} IS NULL OR ${pin} = `, context.constant(shown), ')');
    }),
  ];
  const document = `CASE WHEN ${isObject} THEN ${textAt('documentId')} ELSE ${stored} END`;
  return tied(entry, list, document, shown);
}

/** `pin`: the value that the entry names, as it is spoken, or null. */
function pinPredicate(
  entry: EntryJoin,
  { column, store, pin: shows }: AxisDefinition,
  pin: string,
): Fragment {
  const { type, bound, context, alias, parent } = entry;
  const own = `${alias}.${context.id(column)}`;
  const spoken =
    store.kind === 'text'
      ? own
      : `CASE ${own} ${store.values.map((value, index) => `WHEN ${index} THEN ${literal(value)}`).join(' ')} END`;
  const read = axisCondition(bound, column, type, alias, context, parent.alias) ?? build('1 = 1');
  return shows === 'select'
    ? build(`((${pin} IS NULL AND `, read, `) OR ${pin} = ${spoken})`)
    : build(`((${pin} IS NULL OR ${pin} = ${spoken}) AND `, read, ')');
}

type List = ReturnType<CompileContext['dialect']['eachEntry']>;

/** null: the entry holds one link. */
const listOf = ({ attribute, context, object, key }: EntryJoin): List | null =>
  attribute.many ? context.dialect.eachEntry(context.dialect.entryJson(object, key), context.alias()) : null;

/** A text, or an object as its text. */
function oneStored({ context, object, key }: EntryJoin): string {
  const { dialect } = context;
  const text = dialect.entryValue(object, key, SHORT_TEXT_COLUMN);
  return `COALESCE(${text}, ${dialect.asText(dialect.entryJson(object, key), { kind: 'json' })})`;
}

/** The rows of the documents that `document` names: of each of the list, or of the one. */
function tied(
  entry: EntryJoin,
  list: List | null,
  document: string,
  shown: readonly Fragment[],
): RelationJoin {
  const { context, alias } = entry;
  const rows = targetRows(entry);
  const ownDocument = `${alias}.${context.id('document_id')}`;
  return list
    ? {
        from: `${list.from} JOIN ${rows} ON ${ownDocument} = ${document}`,
        alias,
        tie: null,
        shown,
        order: [list.position],
      }
    : { from: rows, alias, tie: { parent: document, rows: ownDocument }, shown, order: [`${alias}.id`] };
}
