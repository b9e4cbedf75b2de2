// The columns in which attributes are kept: in a type's own row, and in the rows of link tables.
import { type Attribute, LINK, type RelationAttribute, type RelationStorage } from '../schema/content-type';

export type ColumnRelation = RelationAttribute & {
  readonly storage: Extract<RelationStorage, { kind: 'column' }>;
};
export type TableRelation = RelationAttribute & {
  readonly storage: Extract<RelationStorage, { kind: 'table' }>;
};

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
      const { storage } = attribute;
      if (!attribute.holdsLinks || storage.kind !== 'column') return [];
      return [
        storage.column,
        storage.orderColumn,
        ...(storage.typeColumn ? [storage.typeColumn] : []),
        ...pinColumns(storage.pins),
      ];
    }
    case 'waiting':
      return [];
  }
}

/** The columns of a link, source first. */
export function linkColumns({ storage }: TableRelation): string[] {
  return [
    LINK.source,
    LINK.target,
    ...(storage.typed ? [LINK.type] : []),
    ...pinColumns(storage.pins),
    LINK.order,
    LINK.inverseOrder,
  ];
}
