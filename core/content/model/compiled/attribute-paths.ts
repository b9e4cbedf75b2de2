// Paths from a type to attributes of its own, of its components and of the entries of its zones.
import type { AnyModel, Attribute, Schema, Uid } from './content-type';
import { componentsOf, isNested } from './nested';

export interface PathStep {
  readonly name: string;
  /** In a zone: the component of the entry. */
  readonly in?: Uid;
}

/** `cover`; `seo`, `image` in a component. */
export type AttributePath = readonly [PathStep, ...PathStep[]];

type Asks = (model: AnyModel, attribute: Attribute) => boolean;

/** `isWanted`: the paths lead to these. `isOpen`: components and zones that a path may pass. */
export const attributePaths = (
  schema: Schema,
  model: AnyModel,
  asks: { readonly isWanted: Asks; readonly isOpen: Asks },
): Iterable<AttributePath> => pathsIn({ schema, ...asks }, model, new Map());

/** The words of a filter, or of `populate`: `{ [name]: inner }`, in a zone `{ [name]: { on: { [uid]: inner } } }`. */
export const stepWords = ({ name, in: uid }: PathStep, inner: object): Readonly<Record<string, object>> => ({
  [name]: uid === undefined ? inner : { on: { [uid]: inner } },
});

interface Search {
  readonly schema: Schema;
  readonly isWanted: Asks;
  readonly isOpen: Asks;
}

/** `near`: the components around the model that contain each other, by their distance. */
function* pathsIn(
  search: Search,
  model: AnyModel,
  near: ReadonlyMap<AnyModel, number>,
): Iterable<AttributePath> {
  for (const attribute of model.attributes.values())
    if (search.isWanted(model, attribute)) yield [{ name: attribute.name }];
  for (const [step, component] of stepsInto(search, model)) {
    const distance = near.get(component);
    if (distance !== undefined && distance !== (near.get(model) ?? 0) + 1) continue;
    const around = distance === undefined ? cycleOf(search, component) : near;
    for (const path of pathsIn(search, component, around)) yield [step, ...path];
  }
}

/**
 * A component, and the components that it contains and that contain it, by their distance. Paths among them lead away from the first
 * one, because all orders of n components are n! paths.
 */
function cycleOf(search: Search, first: AnyModel): ReadonlyMap<AnyModel, number> {
  const distancesFrom = (model: AnyModel): Map<AnyModel, number> => {
    const distances = new Map([[model, 0]]);
    // The loop also reaches the entries that it adds.
    for (const [outer, distance] of distances)
      for (const [, inner] of stepsInto(search, outer))
        if (!distances.has(inner)) distances.set(inner, distance + 1);
    return distances;
  };
  return new Map([...distancesFrom(first)].filter(([inner]) => distancesFrom(inner).has(first)));
}

function* stepsInto({ schema, isOpen }: Search, model: AnyModel): Iterable<[PathStep, AnyModel]> {
  for (const attribute of model.attributes.values()) {
    if (!isNested(attribute) || !isOpen(model, attribute)) continue;
    const { name } = attribute;
    for (const uid of componentsOf(attribute)) {
      const component = schema.components.get(uid);
      if (component) yield [attribute.kind === 'zone' ? { name, in: uid } : { name }, component];
    }
  }
}
