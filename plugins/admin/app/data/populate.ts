// The words that read a document with all that a form shows: entries at each depth, and the titles of links.
import { type AttributeModel, known, titleFieldOf } from './model';

/** A component may contain itself. */
const DEPTH = 6;

export function populateOf(attributes: readonly AttributeModel[], depth = DEPTH): Record<string, unknown> {
  const populate: Record<string, unknown> = {};
  for (const attribute of attributes) {
    const { name, relation, component, components, type } = attribute;
    if (type === 'media') populate[name] = true;
    else if (relation)
      populate[name] = relation.target === null ? true : { fields: fieldsOf(relation.target) };
    else if (component !== undefined && depth > 0) populate[name] = entryOf(component, depth);
    else if (components && depth > 0)
      populate[name] = { on: Object.fromEntries(components.map((uid) => [uid, entryOf(uid, depth)])) };
  }
  return populate;
}

function entryOf(component: string, depth: number): unknown {
  const populate = populateOf(known().components[component]?.attributes ?? [], depth - 1);
  return Object.keys(populate).length > 0 ? { populate } : true;
}

const fieldsOf = (target: string): readonly string[] => {
  const title = titleFieldOf(target);
  return title === 'documentId' ? ['documentId'] : ['documentId', title];
};
