// How a statement gets from a row (or an entry of a component) to the documents that a relation links it with. One place
// knows where links are stored; filters, sorts and populate all go through it.

import type { BoundAxis } from '../../query/ast';
import type { AxisUse } from '../../schema/axis';
import {
  type ContentType,
  LINK,
  type RelationAttribute,
  type RelationStorage,
} from '../../schema/content-type';
import { axisCondition, axisPredicates } from './axes';
import { build, type CompileContext, type Fragment, type Scope } from './context';

export interface Reach {
  /** FROM items that yield the target's rows under `alias`. */
  readonly from: string;
  readonly alias: string;
  /** What ties the rows to the parent: two columns that are equal. null: `from` itself is made of the parent's value. */
  readonly tie: { readonly parent: string; readonly rows: string } | null;
  /** Axes, dormant columns and pins. */
  readonly shown: readonly Fragment[];
  /** The order of the links on this side. */
  readonly order: readonly string[];
}

/**
 * From `scope` to the rows of `type`, tied to the scope row by row. `linksFirst`: the parents are known and few, so their links
 * are read before the rows they lead to; otherwise the database chooses.
 */
export function reach(
  attribute: RelationAttribute,
  type: ContentType,
  bound: readonly BoundAxis[],
  scope: Scope,
  context: CompileContext,
  linksFirst = false,
): Reach {
  const alias = context.alias();
  const target = `${context.table(type.table)} ${alias}`;
  const column = (of: string, name: string): string => `${of}.${context.id(name)}`;
  const targetDocument = column(alias, 'document_id');
  const { storage } = attribute;

  if (storage.kind === 'entry') {
    if (scope.kind !== 'entry')
      throw new Error(`The relation ${attribute.name} is read outside of its component`);
    const pinned = type.axes.filter(
      ({ axis }) => !scope.row.type.axes.some((own) => own.axis.name === axis.name),
    );
    if (pinned.length > 0 || context.asleepAxes(scope.row.type, type).length > 0)
      return reachPinnedEntry(attribute, storage.key, type, bound, pinned, scope, alias, context);
    const shown = axisPredicates(bound, type, alias, context, { parent: scope.row.alias });
    if (!attribute.many) {
      const stored = context.dialect.entryValue(scope.object, storage.key, { kind: 'string', length: 255 });
      return {
        from: target,
        alias,
        tie: { parent: stored, rows: targetDocument },
        shown,
        order: [`${alias}.id`],
      };
    }
    const list = context.dialect.eachEntry(
      context.dialect.entryJson(scope.object, storage.key),
      context.alias(),
    );
    return {
      from: `${list.from} JOIN ${target} ON ${targetDocument} = ${list.entry}`,
      alias,
      tie: null,
      shown,
      order: [list.position],
    };
  }

  const parent = scope.kind === 'row' ? scope : scope.row;
  const parentAlias = parent.alias;

  if (storage.kind === 'siblings') {
    const axis = storage.other === null ? undefined : axisColumn(type, storage.other);
    return {
      from: target,
      alias,
      tie: { parent: column(parentAlias, 'document_id'), rows: targetDocument },
      shown: [
        ...axisPredicates(bound, type, alias, context, { parent: parentAlias }),
        ...(axis ? [build(`${column(alias, axis)} <> ${column(parentAlias, axis)}`)] : []),
      ],
      order: [`${alias}.id`],
    };
  }

  const pins = (linkAlias: string): Fragment[] =>
    attribute.holdsLinks
      ? pinPredicates(storage, type, linkAlias, alias, bound, context, parentAlias)
      : inversePins(storage, parent.type, linkAlias, parentAlias, context);
  const axes = (linkAlias: string): Fragment[] => {
    const pinned = Object.keys(storage.pins);
    const free = attribute.holdsLinks
      ? bound.filter((axis) => !pinned.some((name) => axisColumn(type, name) === axis.column))
      : bound;
    return [
      ...axisPredicates(free, type, alias, context, { parent: parentAlias }),
      ...pins(linkAlias),
      ...(attribute.holdsLinks
        ? context.dormantPins(attribute, parent.type, type, linkAlias)
        : context.dormantPins({ name: attribute.inverse ?? '', storage }, type, parent.type, linkAlias)),
    ];
  };

  if (storage.kind === 'column') {
    const typed =
      storage.typeColumn === null
        ? []
        : [
            build(
              `${column(attribute.holdsLinks ? parentAlias : alias, storage.typeColumn)} = `,
              context.constant(attribute.holdsLinks ? type.uid : parent.type.uid),
            ),
          ];
    return {
      from: target,
      alias,
      tie: attribute.holdsLinks
        ? { parent: column(parentAlias, storage.column), rows: targetDocument }
        : { parent: column(parentAlias, 'document_id'), rows: column(alias, storage.column) },
      shown: [...typed, ...axes(attribute.holdsLinks ? parentAlias : alias)],
      order: attribute.holdsLinks ? [`${alias}.id`] : [column(alias, storage.orderColumn), `${alias}.id`],
    };
  }

  const link = context.alias();
  const links = `${context.table(storage.table)} ${link} ${linksFirst ? context.dialect.joinInOrder : 'JOIN'}`;
  const typed = storage.typed
    ? [
        build(
          `${column(link, LINK.type)} = `,
          context.constant(attribute.holdsLinks ? type.uid : parent.type.uid),
        ),
      ]
    : [];
  if (attribute.holdsLinks)
    return {
      from: `${links} ${target} ON ${targetDocument} = ${column(link, LINK.target)}`,
      alias,
      tie: { parent: `${parentAlias}.id`, rows: column(link, LINK.source) },
      shown: [...typed, ...axes(link)],
      order: [column(link, LINK.order), `${alias}.id`],
    };
  return {
    from: `${links} ${target} ON ${alias}.id = ${column(link, LINK.source)}`,
    alias,
    tie: { parent: column(parentAlias, 'document_id'), rows: column(link, LINK.target) },
    shown: [...typed, ...axes(link)],
    order: [column(link, LINK.inverseOrder), `${alias}.id`],
  };
}

const TEXT = { kind: 'string', length: 255 } as const;

/** In an entry a link is a documentId, or an object that names it beside a value of an axis. */
function reachPinnedEntry(
  attribute: RelationAttribute,
  key: string,
  type: ContentType,
  bound: readonly BoundAxis[],
  pinned: readonly AxisUse[],
  scope: Extract<Scope, { kind: 'entry' }>,
  alias: string,
  context: CompileContext,
): Reach {
  const { dialect } = context;
  const list = attribute.many
    ? dialect.eachEntry(dialect.entryJson(scope.object, key), context.alias())
    : null;
  const stored = list
    ? list.entry
    : `COALESCE(${dialect.entryValue(scope.object, key, TEXT)}, ${dialect.asText(dialect.entryJson(scope.object, key), { kind: 'json' })})`;
  const isObject = `${stored} LIKE '{%'`;
  const named = (name: string): string =>
    `CASE WHEN ${isObject} THEN ${dialect.entryValue(stored, name, TEXT)} END`;
  const document = `CASE WHEN ${isObject} THEN ${dialect.entryValue(stored, 'documentId', TEXT)} ELSE ${stored} END`;
  const target = `${context.table(type.table)} ${alias}`;
  const targetDocument = `${alias}.${context.id('document_id')}`;
  const parent = scope.row.alias;
  const free = bound.filter((axis) => !pinned.some((use) => use.axis.column === axis.column));
  const shown = [
    ...axisPredicates(free, type, alias, context, { parent }),
    ...pinned.map(({ axis }) => {
      const own = `${alias}.${context.id(axis.column)}`;
      const spoken =
        axis.store.kind === 'text'
          ? own
          : `CASE ${own} ${axis.store.values.map((value, index) => `WHEN ${index} THEN '${value.replaceAll("'", "''")}'`).join(' ')} END`;
      const read = axisCondition(bound, axis.column, type, alias, context, parent) ?? build('1 = 1');
      const pin = named(axis.name);
      return axis.pin === 'select'
        ? build(`((${pin} IS NULL AND `, read, `) OR ${pin} = ${spoken})`)
        : build(`((${pin} IS NULL OR ${pin} = ${spoken}) AND `, read, ')');
    }),
    ...context.asleepAxes(scope.row.type, type).map(({ axis, shown }) => {
      const pin = named(axis);
      return build(`(${pin} IS NULL OR ${pin} = `, context.constant(shown), ')');
    }),
  ];
  return list
    ? {
        from: `${list.from} JOIN ${target} ON ${targetDocument} = ${document}`,
        alias,
        tie: null,
        shown,
        order: [list.position],
      }
    : { from: target, alias, tie: { parent: document, rows: targetDocument }, shown, order: [`${alias}.id`] };
}

/** The condition that ties a reach to its parent row by row. */
export const tieSql = ({ tie }: Reach): Fragment[] => (tie ? [build(`${tie.rows} = ${tie.parent}`)] : []);

/** Can a statement tell which rows are meant only with the parent's row beside it? */
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

const findAxis = (type: ContentType, name: string): AxisUse | undefined =>
  type.axes.find((use) => use.axis.name === name);
const axisColumn = (type: ContentType, name: string): string | undefined => findAxis(type, name)?.axis.column;

/** The mark of "no pin" in a pin column. */
export const noPin = (use: AxisUse): string | number => (use.axis.store.kind === 'text' ? '' : -1);

/** From the holder: a pinned link shows the pinned value (`select`), or nothing unless that value is read (`restrict`). */
function pinPredicates(
  storage: RelationStorage,
  type: ContentType,
  linkAlias: string,
  alias: string,
  bound: readonly BoundAxis[],
  context: CompileContext,
  parentAlias: string,
): Fragment[] {
  if (storage.kind !== 'column' && storage.kind !== 'table') return [];
  return Object.entries(storage.pins).flatMap(([name, pinColumn]): Fragment[] => {
    const use = findAxis(type, name);
    if (!use) return [];
    const pin = `${linkAlias}.${context.id(pinColumn)}`;
    const own = `${alias}.${context.id(use.axis.column)}`;
    const shown = axisCondition(bound, use.axis.column, type, alias, context, parentAlias) ?? build('1 = 1');
    const free = build(`${pin} = `, context.constant(noPin(use)));
    return use.axis.pin === 'select'
      ? [build('((', free, ' AND ', shown, `) OR ${pin} = ${own})`)]
      : [build('((', free, ` OR ${pin} = ${own}) AND `, shown, ')')];
  });
}

/** From the other side: a pinned link is seen only from the row that it names. */
function inversePins(
  storage: RelationStorage,
  parentType: ContentType,
  linkAlias: string,
  parentAlias: string,
  context: CompileContext,
): Fragment[] {
  if (storage.kind !== 'column' && storage.kind !== 'table') return [];
  return Object.entries(storage.pins).flatMap(([name, pinColumn]): Fragment[] => {
    const use = findAxis(parentType, name);
    if (!use) return [];
    const pin = `${linkAlias}.${context.id(pinColumn)}`;
    return [
      build(
        `(${pin} = `,
        context.constant(noPin(use)),
        ` OR ${pin} = ${parentAlias}.${context.id(use.axis.column)})`,
      ),
    ];
  });
}
