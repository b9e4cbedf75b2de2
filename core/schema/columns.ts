// The columns in which attributes are kept: in a type's own row, and in the rows of link tables.
import { type Attribute, LINK, type RelationAttribute, type RelationStorage } from './content-type';

export type ColumnRelation = RelationAttribute & {
  readonly storage: Extract<RelationStorage, { kind: 'column' }>;
};
export type TableRelation = RelationAttribute & {
  readonly storage: Extract<RelationStorage, { kind: 'table' }>;
};

/** Does this side of a relation hold the links, in the type's own row? */
export const isColumnRelation = (attribute: Attribute): attribute is ColumnRelation =>
  attribute.kind === 'relation' && attribute.holdsLinks && attribute.storage.kind === 'column';

/** Does this side of a relation hold the links, in a table of their own? */
export const isTableRelation = (attribute: Attribute): attribute is TableRelation =>
  attribute.kind === 'relation' && attribute.holdsLinks && attribute.storage.kind === 'table';

/** Two sides, each at most one: taking a target takes it away from others. */
export const isExclusive = ({
  relation,
  inverse,
}: Pick<RelationAttribute, 'relation' | 'inverse'>): boolean => relation === 'oneToOne' && inverse !== null;

export const pinColumns = (pins: Readonly<Record<string, string>>): string[] => Object.values(pins);

/** The columns in which a type's row keeps an attribute. */
export function columnsOf(attribute: Attribute): string[] {
  switch (attribute.kind) {
    case 'scalar':
      return attribute.expression ? [] : [attribute.column];
    case 'component':
    case 'zone':
      return [attribute.column];
    case 'relation': {
      if (!isColumnRelation(attribute)) return [];
      const { column, orderColumn, typeColumn, pins } = attribute.storage;
      return [column, orderColumn, ...(typeColumn ? [typeColumn] : []), ...pinColumns(pins)];
    }
    case 'waiting':
      return [];
  }
}

/** The columns of a link, source first; without those of axes that are asleep. */
export function liveLinkColumns({ storage }: TableRelation): string[] {
  return [
    LINK.source,
    LINK.target,
    ...(storage.typed ? [LINK.type] : []),
    ...pinColumns(storage.pins),
    LINK.order,
    LINK.inverseOrder,
  ];
}
