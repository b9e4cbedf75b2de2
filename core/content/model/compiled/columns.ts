// The columns of the table of a content type in which attributes are stored.
import type { Attribute, RelationAttribute, RelationStorage } from './content-type';

export type ColumnRelation = RelationAttribute & {
  readonly storage: Extract<RelationStorage, { kind: 'column' }>;
};
export type TableRelation = RelationAttribute & {
  readonly storage: Extract<RelationStorage, { kind: 'table' }>;
};

/** Does this side of a relation hold the links, in columns of the type's row? */
export const isColumnRelation = (attribute: Attribute): attribute is ColumnRelation =>
  attribute.kind === 'relation' && attribute.holdsLinks && attribute.storage.kind === 'column';

/** Does this side of a relation hold the links, in a link table? */
export const isTableRelation = (attribute: Attribute): attribute is TableRelation =>
  attribute.kind === 'relation' && attribute.holdsLinks && attribute.storage.kind === 'table';

/** A oneToOne relation with two sides: a new link removes the target's old link. */
export const isExclusive = ({
  relation,
  inverse,
}: Pick<RelationAttribute, 'relation' | 'inverse'>): boolean => relation === 'oneToOne' && inverse !== null;

/** The columns of an attribute in the row of its type. */
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
      return [column, orderColumn, ...(typeColumn ? [typeColumn] : []), ...Object.values(pins)];
    }
    case 'waiting':
      return [];
  }
}
