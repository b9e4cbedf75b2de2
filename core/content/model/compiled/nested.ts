// Attributes whose values are entries of components: a component, one or a list of them, or a zone.
import type { Attribute, ComponentAttribute, Uid, ZoneAttribute } from './content-type';

export type NestedAttribute = ComponentAttribute | ZoneAttribute;

export const isNested = (attribute: Attribute): attribute is NestedAttribute =>
  attribute.kind === 'component' || attribute.kind === 'zone';

/** Is its value a list of entries? */
export const isMany = (attribute: NestedAttribute): boolean =>
  attribute.kind === 'zone' || attribute.repeatable;

/** The components that its entries may have. */
export const componentsOf = (attribute: NestedAttribute): readonly Uid[] =>
  attribute.kind === 'component' ? [attribute.component] : attribute.components;

/** The component of a stored entry. The result may be unknown to the schema: a removed component, or no uid. */
export const componentOf = (
  attribute: NestedAttribute,
  entry: Readonly<Record<string, unknown>> | null,
): Uid => (attribute.kind === 'component' ? attribute.component : String(entry?.__component));

/** `min` holds for one entry or more. An empty list is too short only where the attribute is required. */
export const hasTooFew = ({ min, common }: NestedAttribute, count: number): boolean =>
  min !== null && count < min && (count > 0 || common.required);
