// Attributes whose values are entries of components: a component, one or a list of them, or a zone.
import type { Attribute, ComponentAttribute, Uid, ZoneAttribute } from './content-type';

export type NestedAttribute = ComponentAttribute | ZoneAttribute;

export const isNested = (attribute: Attribute): attribute is NestedAttribute =>
  attribute.kind === 'component' || attribute.kind === 'zone';

/** Is its value a list of entries? */
export const isMany = (attribute: NestedAttribute): boolean =>
  attribute.kind === 'zone' || attribute.repeatable;

/** The components that its entries may be of. */
export const componentsOf = (attribute: NestedAttribute): readonly Uid[] =>
  attribute.kind === 'component' ? [attribute.component] : attribute.components;

/** The component that a stored entry is of; one that is gone, too, or what is no component at all. */
export const componentOf = (
  attribute: NestedAttribute,
  entry: Readonly<Record<string, unknown>> | null,
): Uid => (attribute.kind === 'component' ? attribute.component : String(entry?.__component));
