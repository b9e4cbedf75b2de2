// The axes of links: which links a row shows, and which rows of the linked documents. A pinned link names a value of an axis that
// its owner lacks. Here an author has no `tongue`, so its links to articles may be pinned.
//
// Query: author?fields=name&populate[articles][fields]=title
//   SELECT t2."author_doc", json_object('id',t2."id",'documentId',t2."document_id",'title',t2."title") FROM "article_list" t2
//     WHERE t2."author_doc" IN (SELECT value FROM json_each(?)) AND t2."tongue" = ? AND t2."stage" = ? ORDER BY
//     t2."author_doc", t2."author_ord", t2.id LIMIT +?

import { build } from '../../../database/sql';
import { type AxisUse, noPin } from '../../model/compiled/axis';
import { type ContentType, LINK, type RelationStorage } from '../../model/compiled/content-type';
import { axisCondition, axisPredicates } from './axes';
import { type Fragment, where } from './context';
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
      ...oncePerRow(parts, storage, link, (of) => [
        ...inversePins(parts, storage, of),
        ...context.dormantPins({ name: attribute.inverse ?? '', storage }, type, parent.type, of),
      ]),
    ];
  const pinned = Object.keys(storage.pins);
  return [
    ...shown(bound.filter(({ column }) => !pinned.some((name) => axisColumn(type, name) === column))),
    ...oncePerRow(parts, storage, link, (of) => [
      ...ownPins(parts, storage, of),
      ...context.dormantPins(attribute, parent.type, type, of),
    ]),
  ];
}

/**
 * Two links of one row to one document may lead to the same row: one without a pin, and one that is pinned to the value that is read.
 * A pinned link yields to a link without pins, else to the one before it. `pinned`: the conditions of the pins of a link.
 */
function oncePerRow(
  { attribute, type, parent, context }: JoinParts,
  storage: LinkStorage,
  link: string,
  pinned: (link: string) => readonly Fragment[],
): Fragment[] {
  const pins = pinsOf(storage, attribute.holdsLinks ? type : parent.type);
  const conditions = [...pinned(link)];
  // A column holds one link.
  if (storage.kind === 'column' || pins.length === 0) return conditions;
  const other = context.alias();
  const at = (of: string, name: string): string => `${of}.${context.id(name)}`;
  const free = (of: string): Fragment =>
    and(pins.map(([{ axis }, column]) => build(`${at(of, column)} = `, context.constant(noPin(axis.store)))));
  const same = [LINK.source, LINK.target, ...(storage.typed ? [LINK.type] : [])].map((name) =>
    build(`${at(other, name)} = ${at(link, name)}`),
  );
  const first = build('(', free(other), ` OR ${at(other, LINK.order)} < ${at(link, LINK.order)})`);
  const rows = build(
    `SELECT 1 FROM ${context.table(storage.table)} ${other}`,
    where([...same, first, ...pinned(other)]),
  );
  return [...conditions, build('(', free(link), ' OR NOT EXISTS (', rows, '))')];
}

const and = (parts: readonly Fragment[]): Fragment =>
  build('(', ...parts.flatMap((part, index) => (index === 0 ? [part] : [' AND ', part])), ')');

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
