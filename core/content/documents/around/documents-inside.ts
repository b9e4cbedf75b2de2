// The documents inside of an answer: those of the call, and related ones at any depth, also in components and zones.
import { isPlainObject } from '../../../kernel/check/checks';
import type {
  AnyModel,
  Attribute,
  Component,
  ContentType,
  RelationAttribute,
  Schema,
} from '../../model/compiled/content-type';

type Values = Readonly<Record<string, unknown>>;

/** `type` undefined: an entry of a polymorphic relation that names no type, such as the count of its documents. */
export interface FoundDocument {
  readonly type: ContentType | undefined;
  readonly document: Values;
  /** null: a document of the call. */
  readonly relation: RelationAttribute | null;
}

export function documentsInside(
  { types, components }: Pick<Schema, 'types' | 'components'>,
  type: ContentType,
  documents: readonly unknown[],
): readonly FoundDocument[] {
  const found: FoundDocument[] = [];
  const add = (
    target: ContentType | undefined,
    document: unknown,
    relation: RelationAttribute | null,
  ): void => {
    if (!isPlainObject(document)) return;
    found.push({ type: target, document, relation });
    if (target) inside(target, document);
  };
  const inside = (model: AnyModel, values: Values): void => {
    for (const attribute of model.attributes.values()) {
      const value = Object.hasOwn(values, attribute.name) ? values[attribute.name] : null;
      if (value !== null && value !== undefined) for (const one of [value].flat()) enter(attribute, one);
    }
  };
  const enter = (attribute: Attribute, value: unknown): void => {
    if (attribute.kind === 'relation') add(targetOf({ types }, attribute, value), value, attribute);
    const component = componentOf({ components }, attribute, value);
    if (component) inside(component, value as Values);
  };
  for (const document of documents) add(type, document, null);
  return found;
}

/** The type of a related document. An entry of a polymorphic relation says its type. */
export const targetOf = (
  { types }: Pick<Schema, 'types'>,
  { target }: RelationAttribute,
  entry: unknown,
): ContentType | undefined => types.get(target ?? String(isPlainObject(entry) ? entry.__type : ''));

/** The component of an entry of a component or a zone. */
export function componentOf(
  { components }: Pick<Schema, 'components'>,
  attribute: Attribute,
  entry: unknown,
): Component | undefined {
  if (!isPlainObject(entry)) return undefined;
  if (attribute.kind === 'component') return components.get(attribute.component);
  return attribute.kind === 'zone' ? components.get(String(entry.__component)) : undefined;
}

/** What a query shows in place of the documents of a relation, if it asks for their count. */
export const isCount = (value: unknown): value is { readonly count: number } =>
  isPlainObject(value) && typeof value.count === 'number' && Object.keys(value).length === 1;
