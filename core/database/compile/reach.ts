// How a statement gets from a row (or an entry of a component) to the documents that a relation links it with. One place
// knows where links are stored; filters, sorts and populate all go through it.
import { type ContentType, LINK, type RelationAttribute } from '../../schema/content-type';
import { axisPredicates } from './axes';
import { build, type CompileContext, type Fragment } from './context';
import { axisColumn, findAxis, type LinkStorage, linkAxes } from './link-axes';
import { reachEntry } from './reach-entry';
import { type Reach, type Reaching, rowsReached, type Way } from './reaching';

/** From the scope to the rows of the type, tied to it row by row. */
export function reach(way: Way): Reach {
  const { attribute, scope, context } = way;
  const { storage } = attribute;
  const parent = scope.kind === 'row' ? scope : scope.row;
  const reaching: Reaching = { ...way, alias: context.alias(), parent };
  switch (storage.kind) {
    case 'entry':
      return reachEntry(reaching, storage.key);
    case 'siblings':
      return reachSiblings(reaching, storage.other);
    case 'column':
      return reachColumn(reaching, storage);
    case 'table':
      return reachTable(reaching, storage);
  }
}

/** `other`: the axis along which rows of the same document are others. */
function reachSiblings(reaching: Reaching, other: string | null): Reach {
  const { type, bound, context, alias, parent } = reaching;
  const axis = other === null ? undefined : axisColumn(type, other);
  return {
    from: rowsReached(reaching),
    alias,
    tie: { parent: documentOf(parent, context), rows: documentOf(reaching, context) },
    shown: [
      ...axisPredicates(bound, type, alias, context, { parent: parent.alias }),
      ...(axis ? [build(`${alias}.${context.id(axis)} <> ${parent.alias}.${context.id(axis)}`)] : []),
    ],
    order: [`${alias}.id`],
  };
}

function reachColumn(reaching: Reaching, storage: Extract<LinkStorage, { kind: 'column' }>): Reach {
  const { attribute, context, alias, parent } = reaching;
  const holder = attribute.holdsLinks ? parent.alias : alias;
  const column = (name: string): string => `${holder}.${context.id(name)}`;
  const named = column(storage.column);
  return {
    from: rowsReached(reaching),
    alias,
    tie: attribute.holdsLinks
      ? { parent: named, rows: documentOf(reaching, context) }
      : { parent: documentOf(parent, context), rows: named },
    shown: [
      ...(storage.typeColumn === null ? [] : [typeNamed(reaching, column(storage.typeColumn))]),
      ...linkAxes(reaching, storage, holder),
    ],
    order: attribute.holdsLinks ? [`${alias}.id`] : [column(storage.orderColumn), `${alias}.id`],
  };
}

function reachTable(reaching: Reaching, storage: Extract<LinkStorage, { kind: 'table' }>): Reach {
  const { attribute, context, alias, parent, linksFirst } = reaching;
  const link = context.alias();
  const column = (name: string): string => `${link}.${context.id(name)}`;
  const join = linksFirst ? context.dialect.joinInOrder : 'JOIN';
  const joined = `${context.table(storage.table)} ${link} ${join} ${rowsReached(reaching)}`;
  const shown = [
    ...(storage.typed ? [typeNamed(reaching, column(LINK.type))] : []),
    ...linkAxes(reaching, storage, link),
  ];
  return attribute.holdsLinks
    ? {
        from: `${joined} ON ${documentOf(reaching, context)} = ${column(LINK.target)}`,
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
const typeNamed = ({ attribute, type, parent, context }: Reaching, column: string): Fragment =>
  build(`${column} = `, context.constant(attribute.holdsLinks ? type.uid : parent.type.uid));

const documentOf = ({ alias }: Pick<Reaching, 'alias'>, context: CompileContext): string =>
  `${alias}.${context.id('document_id')}`;

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
