// Attributes whose values are entries of components: a component, one or a list of them, or a zone.
import type { AnyModel, Attribute, ComponentAttribute, Schema, Uid, ZoneAttribute } from './content-type';

export type NestedAttribute = ComponentAttribute | ZoneAttribute;

export const isNested = (attribute: Attribute): attribute is NestedAttribute =>
  attribute.kind === 'component' || attribute.kind === 'zone';

/** Is its value a list of entries? */
export const isMany = (attribute: NestedAttribute): boolean =>
  attribute.kind === 'zone' || attribute.repeatable;

/** The components that its entries may have. */
export const componentsOf = (attribute: NestedAttribute): readonly Uid[] =>
  attribute.kind === 'component' ? [attribute.component] : attribute.components;

/** The components of these types and components, at any depth. Unknown ones are left out. */
export function componentsIn(schema: Schema, models: Iterable<AnyModel>): ReadonlySet<Uid> {
  const found = new Set<Uid>();
  const visit = (model: AnyModel): void => {
    for (const attribute of model.attributes.values())
      for (const uid of isNested(attribute) ? componentsOf(attribute) : []) {
        const component = schema.components.get(uid);
        if (!component || found.has(uid)) continue;
        found.add(uid);
        visit(component);
      }
  };
  for (const model of models) visit(model);
  return found;
}

/** The component of a stored entry. The result may be unknown to the schema: a removed component, or no uid. */
export const componentOf = (
  attribute: NestedAttribute,
  entry: Readonly<Record<string, unknown>> | null,
): Uid => (attribute.kind === 'component' ? attribute.component : String(entry?.__component));

/** `min` holds for one entry or more. An empty list is too short only where the attribute is required. */
export const hasTooFew = ({ min, common }: NestedAttribute, count: number): boolean =>
  min !== null && count < min && (count > 0 || common.required);
