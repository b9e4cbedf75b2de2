// The axes of links: which links a row shows, and which rows of the linked documents. A pinned link names a value of an axis that
// its owner lacks. Here an author has no `tongue`, so its links to articles may be pinned.
//
// Query: author?fields=name&populate[articles][fields]=title
//   SELECT t2."author_doc", json_object('id',t2."id",'documentId',t2."document_id",'title',t2."title") FROM "article_list" t2
//     WHERE t2."author_doc" IN (SELECT value FROM json_each(?)) AND t2."tongue" = ? AND t2."stage" = ? ORDER BY
//     t2."author_doc", t2."author_ord", t2.id LIMIT +?
import { type AxisUse, noPin } from '../../schema/model/axis';
import type { ContentType, RelationStorage } from '../../schema/model/content-type';
import { build } from '../sql';
import { axisCondition, axisPredicates } from './axes';
import type { Fragment } from './context';
import type { JoinParts } from './relation-join-types';

export type LinkStorage = Extract<RelationStorage, { kind: 'column' | 'table' }>;

/** `link`: the alias of the table with the columns of the links. */
export function linkAxes(parts: JoinParts, storage: LinkStorage, link: string): Fragment[] {
  const { attribute, type, bound, context, alias, parent } = parts;
  const shown = (own: typeof bound): Fragment[] =>
    axisPredicates(own, type, alias, context, { parent: parent.alias });
  if (!attribute.holdsLinks)
    return [
      ...shown(bound),
      ...inversePins(parts, storage, link),
      ...context.dormantPins({ name: attribute.inverse ?? '', storage }, type, parent.type, link),
    ];
  const pinned = Object.keys(storage.pins);
  return [
    ...shown(bound.filter(({ column }) => !pinned.some((name) => axisColumn(type, name) === column))),
    ...ownPins(parts, storage, link),
    ...context.dormantPins(attribute, parent.type, type, link),
  ];
}

/** From the holder: a pinned link shows the pinned value (`select`), or nothing unless that value is read (`restrict`). */
function ownPins(parts: JoinParts, storage: LinkStorage, link: string): Fragment[] {
  const { type, bound, context, alias, parent } = parts;
  return pinsOf(storage, type).map(([{ axis }, pinColumn]) => {
    const pin = `${link}.${context.id(pinColumn)}`;
    const own = `${alias}.${context.id(axis.column)}`;
    const shown = axisCondition(bound, axis.column, type, alias, context, parent.alias) ?? build('1 = 1');
    const free = build(`${pin} = `, context.constant(noPin(axis.store)));
    return axis.pin === 'select'
      ? build('((', free, ' AND ', shown, `) OR ${pin} = ${own})`)
      : build('((', free, ` OR ${pin} = ${own}) AND `, shown, ')');
  });
}

/** From the other side: a pinned link is seen only from the row that it names. */
function inversePins({ context, parent }: JoinParts, storage: LinkStorage, link: string): Fragment[] {
  return pinsOf(storage, parent.type).map(([{ axis }, pinColumn]) => {
    const pin = `${link}.${context.id(pinColumn)}`;
    return build(
      `(${pin} = `,
      context.constant(noPin(axis.store)),
      ` OR ${pin} = ${parent.alias}.${context.id(axis.column)})`,
    );
  });
}

/** The axes whose values links to the type may name, and the columns of these values. */
const pinsOf = ({ pins }: LinkStorage, type: ContentType): (readonly [AxisUse, string])[] =>
  Object.entries(pins).flatMap(([name, pinColumn]) => {
    const use = findAxis(type, name);
    return use ? [[use, pinColumn] as const] : [];
  });

export const findAxis = (type: ContentType, name: string): AxisUse | undefined =>
  type.axes.find((use) => use.axis.name === name);

export const axisColumn = (type: ContentType, name: string): string | undefined =>
  findAxis(type, name)?.axis.column;
