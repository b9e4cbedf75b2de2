// What is remembered of a content type beside its table: names that clients and tables hang on, and where each attribute's
// values are. Compared with the schema it shows what was renamed, and what would be lost.
import { columnsOf, isTableRelation } from '../schema/columns';
import type { Attribute, ContentType, Uid } from '../schema/content-type';

export interface StoredAttribute {
  readonly kind: Attribute['kind'];
  readonly columns: readonly string[];
  /** The link table, for relations that have one. */
  readonly table: string | null;
}

export interface StoredModel {
  readonly uid: Uid;
  readonly kind: ContentType['kind'];
  readonly singularName: string;
  readonly pluralName: string;
  readonly collectionName: string;
  readonly table: string;
  readonly attributes: Readonly<Record<string, StoredAttribute>>;
  /** Every link table the type has had, those of attributes that are gone too. */
  readonly links: readonly string[];
  /** Columns of the table, and link tables, that plugins brought: what is in them waits for a plugin that is off. */
  readonly brought: readonly string[];
}

/** `added`: columns that plugins added to the table itself. */
export function storedModelOf(type: ContentType, added: readonly string[] = []): StoredModel {
  const attributes: Record<string, StoredAttribute> = {};
  for (const attribute of type.attributes.values()) {
    const table = isTableRelation(attribute) ? attribute.storage.table : null;
    attributes[attribute.name] = { kind: attribute.kind, columns: columnsOf(attribute), table };
  }
  const { uid, kind, singularName, pluralName, collectionName, table } = type;
  const links = Object.values(attributes).flatMap((attribute) => attribute.table ?? []);
  const brought = [
    ...added,
    ...type.tail.flatMap((field) => (field.expression || field.axis ? [] : [field.column])),
    ...Object.keys(attributes).flatMap((name) => (type.brought.has(name) ? placesOf(attributes[name]) : [])),
  ];
  return { uid, kind, singularName, pluralName, collectionName, table, attributes, links, brought };
}

/** What is known of an attribute; attributes have names like `constructor`, too. */
export const attributeIn = (model: StoredModel | undefined, name: string): StoredAttribute | undefined =>
  model && Object.hasOwn(model.attributes, name) ? model.attributes[name] : undefined;

const placesOf = (attribute: StoredAttribute | undefined): string[] =>
  attribute ? [...attribute.columns, ...(attribute.table ? [attribute.table] : [])] : [];

/** By table: columns that plugins added to it. */
export type AddedColumns = ReadonlyMap<string, readonly string[]>;

/** What is stored now becomes what is remembered. Attributes that wait for a plugin keep what was known of them. */
export function mergeModels(
  known: ReadonlyMap<Uid, StoredModel>,
  types: Iterable<ContentType>,
  added: AddedColumns,
): Map<Uid, StoredModel> {
  const merged = new Map(known);
  for (const type of types) {
    if (type.renamedFrom && type.renamedFrom !== type.uid) merged.delete(type.renamedFrom);
    const model = storedModelOf(type, added.get(type.table));
    const before = known.get(type.uid) ?? known.get(type.renamedFrom ?? '');
    const waiting = Object.entries(before?.attributes ?? {}).filter(
      ([name]) => attributeIn(model, name)?.kind === 'waiting',
    );
    const links = [...new Set([...model.links, ...(before?.links ?? [])])];
    // What the type's own definition has now is no plugin's any more.
    const own = new Set(
      Object.keys(model.attributes).flatMap((name) =>
        type.brought.has(name) ? [] : placesOf(model.attributes[name]),
      ),
    );
    const brought = new Set([...model.brought, ...(before?.brought ?? [])]);
    merged.set(type.uid, {
      ...model,
      links,
      brought: [...brought].filter((place) => !own.has(place)),
      attributes: { ...model.attributes, ...Object.fromEntries(waiting) },
    });
  }
  return merged;
}
