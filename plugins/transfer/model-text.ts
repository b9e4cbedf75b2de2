// Attributes as texts, so that an archive and an application can be compared: `string`, `manyToMany api::tag.tag`, `zone`.

import type { AnyModel, App, Attribute, ImportPart } from '../../core';

/** The attributes that an archive has, with their types. Empty for those that are computed, or are an axis. */
export function storedAttributes(model: AnyModel, leavesOut: LeavesOut): ReadonlyMap<string, Attribute> {
  const own = [...model.attributes.values(), ...(model.model === 'type' ? model.tail : [])];
  return new Map(
    own
      .filter((attribute) => isStored(attribute) && !leavesOut(model, attribute))
      .map((each) => [each.name, each]),
  );
}

export type LeavesOut = (model: AnyModel, attribute: Attribute) => boolean;

/** Hashes of passwords unless `secrets`; attributes that the plugin of the type does not take over. */
export const leavesOut =
  (parts: ReadonlyMap<string, ImportPart>, secrets: boolean): LeavesOut =>
  (model, attribute) =>
    (attribute.kind === 'scalar' && attribute.type.secret === true && !secrets) ||
    parts.get(model.uid)?.omits?.includes(attribute.name) === true;

export const partsOf = ({ imports }: App): ReadonlyMap<string, ImportPart> =>
  new Map(imports.values().map((part) => [part.name, part]));

function isStored(attribute: Attribute): boolean {
  if (attribute.kind === 'scalar') return !attribute.expression && attribute.axis === undefined;
  if (attribute.kind === 'relation') return attribute.holdsLinks;
  return attribute.kind !== 'waiting';
}

export function typeText(attribute: Attribute): string {
  switch (attribute.kind) {
    case 'scalar':
      return attribute.type.name;
    case 'relation':
      return attribute.target === null ? attribute.relation : `${attribute.relation} ${attribute.target}`;
    case 'component':
      return `${attribute.repeatable ? 'components' : 'component'} ${attribute.component}`;
    default:
      return attribute.kind;
  }
}

export const attributeTexts = (model: AnyModel, leaves: LeavesOut): Record<string, string> =>
  Object.fromEntries([...storedAttributes(model, leaves)].map(([name, each]) => [name, typeText(each)]));
