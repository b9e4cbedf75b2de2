// Remembers how entries of each component are written. While a component has never changed, stored text is the answer as it is;
// once it has, entries of an older shape may be anywhere, and reads build each anew. Pure; sync.ts stores it.
import type { Component, Schema, Uid } from '../schema/content-type';

export interface ComponentShape {
  /** The attributes an entry holds, in order, with their types. */
  readonly shape: string;
  /** Entries of another shape may be stored. */
  readonly mixed: boolean;
}

export type ComponentShapes = Readonly<Record<Uid, ComponentShape>>;

/** What is remembered once this schema is in force. Components that are gone stay: they may come back. */
export function nextShapes(known: ComponentShapes, schema: Schema): ComponentShapes {
  const next: Record<Uid, ComponentShape> = { ...known };
  for (const component of schema.components.values()) {
    const shape = shapeOf(component);
    const before = known[component.uid];
    next[component.uid] = { shape, mixed: before !== undefined && (before.mixed || before.shape !== shape) };
  }
  return next;
}

export const isUniform =
  (shapes: ComponentShapes) =>
  (uid: Uid): boolean =>
    shapes[uid]?.mixed === false;

function shapeOf(component: Component): string {
  return [...component.attributes.values()]
    .filter((attribute) => attribute.kind !== 'waiting')
    .map((attribute) => `${attribute.name}:${attribute.declaredType}`)
    .join(',');
}
