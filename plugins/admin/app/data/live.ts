// The published version of the document of a form, and what a publication would change beside the locale of the form.
import { ApiError, ask } from './client';
import type { Document } from './document-requests';
import type { Form } from './form';
import { type AttributeModel, documentsAt, hasLocales, isShared } from './model';
import { api } from './place';
import { queryOf } from './query';
import { sameContent } from './values';

/** null: it was never published. */
export async function readLive(form: Form, locale: string | null): Promise<Document | null> {
  const { type } = form;
  const at =
    type.kind === 'singleType' ? documentsAt(type.uid) : `${documentsAt(type.uid)}/${form.documentId.peek()}`;
  const counts = form.pages.counts();
  const words = { locale: locale ?? undefined, populate: form.pages.populate(counts) };
  try {
    const { data } = await ask<{ data: Document }>(at + queryOf(words));
    return { ...data.data, ...form.pages.valuesOf(data.data, counts).values };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The attributes in which the form differs from the published version. */
export const changedIn = (form: Form, live: Document): readonly AttributeModel[] =>
  form.type.attributes.filter(
    (attribute) =>
      !attribute.readOnly &&
      !sameContent(attribute, live[attribute.name], form.fields[attribute.name]?.value),
  );

export interface SharedChanges {
  /** Names of attributes that have one value for all locales. */
  readonly names: readonly string[];
  /** The other published locales. A publication gives them these values, too. */
  readonly locales: readonly string[];
}

/** null: a publication of the form changes no other locale. It may change them as long as nothing has answered: `unknown`. */
export type Shared = SharedChanges | 'unknown' | null;

export async function sharedChangesOf(form: Form): Promise<Shared> {
  const { type, locale } = form;
  const documentId = form.documentId.peek();
  if (!hasLocales(type) || documentId === null) return null;
  const { data } = await ask<{ data: Record<string, { locale: string | null; state: string }[]> }>(
    `${api}/states/${type.uid}${queryOf({ ids: documentId })}`,
  );
  const locales = (data.data[documentId] ?? []).flatMap(({ locale: code, state }) =>
    code !== null && code !== locale && state !== 'draft' ? [code] : [],
  );
  const [other] = locales;
  const live = other === undefined ? null : await readLive(form, other);
  const names = (live ? changedIn(form, live) : []).flatMap(({ name }) =>
    isShared(type, name) ? [name] : [],
  );
  return names.length === 0 ? null : { names, locales };
}
