// Which links are seen along the axes, and which rows of the documents that they lead to. A link may be pinned: name a value of
// an axis that its owner lacks.
import { type AxisUse, noPin } from '../../schema/axis';
import type { ContentType, RelationStorage } from '../../schema/content-type';
import { axisCondition, axisPredicates } from './axes';
import { build, type Fragment } from './context';
import type { Reaching } from './reaching';

export type LinkStorage = Extract<RelationStorage, { kind: 'column' | 'table' }>;

/** `link`: the alias of what holds the columns of the links. */
export function linkAxes(reaching: Reaching, storage: LinkStorage, link: string): Fragment[] {
  const { attribute, type, bound, context, alias, parent } = reaching;
  const shown = (own: typeof bound): Fragment[] =>
    axisPredicates(own, type, alias, context, { parent: parent.alias });
  if (!attribute.holdsLinks)
    return [
      ...shown(bound),
      ...inversePins(reaching, storage, link),
      ...context.dormantPins({ name: attribute.inverse ?? '', storage }, type, parent.type, link),
    ];
  const pinned = Object.keys(storage.pins);
  return [
    ...shown(bound.filter(({ column }) => !pinned.some((name) => axisColumn(type, name) === column))),
    ...ownPins(reaching, storage, link),
    ...context.dormantPins(attribute, parent.type, type, link),
  ];
}

/** From the holder: a pinned link shows the pinned value (`select`), or nothing unless that value is read (`restrict`). */
function ownPins(reaching: Reaching, storage: LinkStorage, link: string): Fragment[] {
  const { type, bound, context, alias, parent } = reaching;
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
function inversePins({ context, parent }: Reaching, storage: LinkStorage, link: string): Fragment[] {
  return pinsOf(storage, parent.type).map(([{ axis }, pinColumn]) => {
    const pin = `${link}.${context.id(pinColumn)}`;
    return build(
      `(${pin} = `,
      context.constant(noPin(axis.store)),
      ` OR ${pin} = ${parent.alias}.${context.id(axis.column)})`,
    );
  });
}

/** The axes that links to the type may name a value of, with the columns they name it in. */
const pinsOf = ({ pins }: LinkStorage, type: ContentType): (readonly [AxisUse, string])[] =>
  Object.entries(pins).flatMap(([name, pinColumn]) => {
    const use = findAxis(type, name);
    return use ? [[use, pinColumn] as const] : [];
  });

export const findAxis = (type: ContentType, name: string): AxisUse | undefined =>
  type.axes.find((use) => use.axis.name === name);

export const axisColumn = (type: ContentType, name: string): string | undefined =>
  findAxis(type, name)?.axis.column;
