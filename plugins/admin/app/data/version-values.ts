// Values of a version: where a form has a document with its title, they have its id.
import { FILE } from './files';
import { type AttributeModel, known } from './model';
import type { Named } from './titles';
import { isObject } from './values';

/** The value with each link replaced by what `shown` returns for it, also in entries. */
export function shownValue(
  attribute: AttributeModel,
  value: unknown,
  shown: (link: Named) => unknown,
): unknown {
  const one = (item: unknown): unknown => {
    if (attribute.relation || attribute.type === 'media') return shown(linkOf(attribute, item));
    return isObject(item) ? shownEntry(attribute, item, shown) : item;
  };
  if (value === null || value === undefined) return null;
  return Array.isArray(value) ? value.map(one) : one(value);
}

/** A relation to several types names the type of each document. */
function linkOf({ relation }: AttributeModel, item: unknown): Named {
  if (isObject(item)) return { type: String(item.type), documentId: String(item.documentId) };
  return { type: relation?.target ?? FILE, documentId: String(item) };
}

function shownEntry(
  { component, components }: AttributeModel,
  entry: Readonly<Record<string, unknown>>,
  shown: (link: Named) => unknown,
): unknown {
  if (component === undefined && !components) return entry;
  const attributes = known().components[String(entry.__component ?? component)]?.attributes ?? [];
  const values = attributes.map(
    (inner) => [inner.name, shownValue(inner, entry[inner.name], shown)] as const,
  );
  return { ...entry, ...Object.fromEntries(values) };
}

export function linksIn(attribute: AttributeModel, value: unknown): readonly Named[] {
  const links: Named[] = [];
  shownValue(attribute, value, (link) => links.push(link));
  return links;
}
