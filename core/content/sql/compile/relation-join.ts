// The one place that knows where links are stored. Filters, sorts and populate reach related documents through these joins.
//
// Query: article?fields=title&filters[tags][name]=red&filters[author][name]=Ines
//   SELECT count(*) FROM "article_list" t0 WHERE t0."tongue" = ? AND t0."stage" = ? AND (t0.id IN (SELECT t2."source_id" FROM
//     "article_list_tags_lnk" t2 JOIN "tag_list" t1 ON t1."document_id" = t2."target" WHERE t1."name" = ?) AND t0."author_doc"
//     IN (SELECT t3."document_id" FROM "author_list" t3 WHERE t3."stage" = ? AND t3."name" = ?))

import { build } from '../../../database/sql';
import { type ContentType, LINK, type RelationAttribute } from '../../model/compiled/content-type';
import { axisPredicates } from './axes';
import type { CompileContext, Fragment } from './context';
import { axisColumn, findAxis, type LinkStorage, linkAxes } from './link-axes';
import { joinEntry } from './relation-join-entry';
import { type JoinParts, type JoinRequest, type RelationJoin, targetRows } from './relation-join-types';

/** The rows of the type that the relation links with the row of the scope. */
export function joinRelation(request: JoinRequest): RelationJoin {
  const { attribute, scope, context } = request;
  const { storage } = attribute;
  const parent = scope.kind === 'row' ? scope : scope.row;
  const parts: JoinParts = { ...request, alias: context.alias(), parent };
  switch (storage.kind) {
    case 'entry':
      return joinEntry(parts, storage.key);
    case 'siblings':
      return joinSiblings(parts, storage.other);
    case 'column':
      return joinColumn(parts, storage);
    case 'table':
      return joinTable(parts, storage);
  }
}

/** `other`: the axis along which rows of the same document are others. */
function joinSiblings(parts: JoinParts, other: string | null): RelationJoin {
  const { type, bound, context, alias, parent } = parts;
  const axis = other === null ? undefined : axisColumn(type, other);
  return {
    from: targetRows(parts),
    alias,
    tie: { parent: documentOf(parent, context), rows: documentOf(parts, context) },
    shown: [
      ...axisPredicates(bound, type, alias, context, { parent: parent.alias }),
      ...(axis ? [build(`${alias}.${context.id(axis)} <> ${parent.alias}.${context.id(axis)}`)] : []),
    ],
    order: [`${alias}.id`],
  };
}

function joinColumn(parts: JoinParts, storage: Extract<LinkStorage, { kind: 'column' }>): RelationJoin {
  const { attribute, context, alias, parent } = parts;
  const holder = attribute.holdsLinks ? parent.alias : alias;
  const column = (name: string): string => `${holder}.${context.id(name)}`;
  const named = column(storage.column);
  return {
    from: targetRows(parts),
    alias,
    tie: attribute.holdsLinks
      ? { parent: named, rows: documentOf(parts, context) }
      : { parent: documentOf(parent, context), rows: named },
    shown: [
      ...(storage.typeColumn === null ? [] : [typeNamed(parts, column(storage.typeColumn))]),
      ...linkAxes(parts, storage, holder),
    ],
    order: attribute.holdsLinks ? [`${alias}.id`] : [column(storage.orderColumn), `${alias}.id`],
  };
}

function joinTable(parts: JoinParts, storage: Extract<LinkStorage, { kind: 'table' }>): RelationJoin {
  const { attribute, context, alias, parent, linksFirst } = parts;
  const link = context.alias();
  const column = (name: string): string => `${link}.${context.id(name)}`;
  const join = linksFirst ? context.dialect.joinInOrder : 'JOIN';
  const joined = `${context.table(storage.table)} ${link} ${join} ${targetRows(parts)}`;
  const shown = [
    ...(storage.typed ? [typeNamed(parts, column(LINK.type))] : []),
    ...linkAxes(parts, storage, link),
  ];
  return attribute.holdsLinks
    ? {
        from: `${joined} ON ${documentOf(parts, context)} = ${column(LINK.target)}`,
        alias,
        tie: { parent: `${parent.alias}.id`, rows: column(LINK.source) },
        shown,
        order: [column(LINK.order), `${alias}.id`],
      }
    : {
        from: `${joined} ON ${alias}.id = ${column(LINK.source)}`,
        alias,
        tie: { parent: documentOf(parent, context), rows: column(LINK.target) },
        shown,
        order: [column(LINK.inverseOrder), `${alias}.id`],
      };
}

/** Of a polymorphic relation: links that name the type on the other side. */
const typeNamed = ({ attribute, type, parent, context }: JoinParts, column: string): Fragment =>
  build(`${column} = `, context.constant(attribute.holdsLinks ? type.uid : parent.type.uid));

const documentOf = ({ alias }: Pick<JoinParts, 'alias'>, context: CompileContext): string =>
  `${alias}.${context.id('document_id')}`;

/** The condition that ties a join to its parent row by row. */
export const tieSql = ({ tie }: RelationJoin): Fragment[] =>
  tie ? [build(`${tie.rows} = ${tie.parent}`)] : [];

/** Does a statement need the parent's row to find the linked rows? */
export function needsParentRow(
  attribute: RelationAttribute,
  owner: ContentType,
  type: ContentType,
  context: CompileContext,
): boolean {
  const { storage, holdsLinks } = attribute;
  if (storage.kind === 'siblings') return true;
  if (storage.kind === 'entry') return false;
  const named = holdsLinks ? type : owner;
  if (Object.keys(storage.pins).some((name) => findAxis(named, name))) return true;
  return (
    storage.kind === 'column' && holdsLinks && context.dormantPins(attribute, owner, type, '').length > 0
  );
}
