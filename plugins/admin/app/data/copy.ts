// Values of one document as those of another one: of a new document, of another locale, or of many documents.
import { ask } from './client';
import type { Document } from './document-requests';
import type { Form } from './form';
import { type AttributeModel, documentAt, isShared, known, statusOf, type TypeModel } from './model';
import { populateOf } from './populate';
import { queryOf } from './query';
import { type Entry, emptyOf, isObject, type Value, withKey } from './values';

/** No two documents may have the same value. The server makes new uids. */
export const isOwn = ({ unique, type }: AttributeModel): boolean => unique || type === 'uid';

/** A document that a second one links to leaves the first one. */
export const isTaken = ({ relation }: AttributeModel): boolean =>
  relation?.kind === 'oneToOne' || relation?.kind === 'oneToMany';

/** Entries of the attribute have values that the role does not see. A copy would lose them. */
export const hidesValues = (
  { component, components = [] }: AttributeModel,
  seen = new Set<string>(),
): boolean =>
  [...components, ...(component === undefined ? [] : [component])].some((uid) => {
    const found = known().components[uid];
    if (!found || seen.has(uid)) return false;
    seen.add(uid);
    return !found.isWhole || found.attributes.some((inner) => hidesValues(inner, seen));
  });

/** New entries in place of the entries of another document. */
export function copyOf(attribute: AttributeModel, value: Value): Value {
  const { component, components } = attribute;
  if (component === undefined && !components) return value;
  if (Array.isArray(value)) return value.map((entry: Entry) => entryOf(component, entry));
  return isObject(value) ? entryOf(component, value) : value;
}

function entryOf(component: string | undefined, { id: _, ...entry }: Entry): Entry {
  const attributes = known().components[component ?? String(entry.__component)]?.attributes ?? [];
  const copied = attributes.map((attribute) => {
    const { name } = attribute;
    return [name, isOwn(attribute) ? emptyOf(attribute) : copyOf(attribute, entry[name])] as const;
  });
  return withKey({ ...entry, ...Object.fromEntries(copied) });
}

/** A document with all its links, as the form of this locale would show it. */
export async function readWhole(
  type: TypeModel,
  documentId: string | null,
  locale: string | null,
): Promise<Document> {
  const query = queryOf({
    status: statusOf(type),
    locale,
    populate: populateOf(type.attributes),
  });
  return (await ask<{ data: Document }>(documentAt(type, documentId) + query)).data.data;
}

/** Fills the form of a new document or locale. What must differ stays empty. */
export function fillFrom(form: Form, document: Document): void {
  const isLocale = form.otherLocales.value.length > 0;
  for (const attribute of form.type.attributes) {
    const { name, readOnlyInCreate } = attribute;
    const isCopied = !isOwn(attribute) && !isTaken(attribute) && !hidesValues(attribute);
    // The server copies shared values.
    const isFixed = isLocale ? attribute.readOnly || isShared(form.type, name) : readOnlyInCreate;
    if (!isFixed && isCopied && document[name] !== undefined)
      form.set([name], copyOf(attribute, document[name]));
  }
}
