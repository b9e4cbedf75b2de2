// A uid from another field of the form: the server says which one is free.
import { ask } from './client';
import type { Form } from './form';
import type { AttributeModel } from './model';
import { api } from './place';
import { queryOf } from './query';

/** The route takes twice as many. */
const MOST_SIGNS = 500;
/** Half a sign is no part of an address. */
const HALF = /\p{Cs}/gu;

/** null: the text has no sign that a uid can have, or too many documents have it. */
export async function uidFrom(
  { type, documentId }: Form,
  { name }: AttributeModel,
  text: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const asked = [...text].slice(0, MOST_SIGNS).join('').replace(HALF, '');
  if (asked.trim() === '') return null;
  const words = queryOf({ text: asked, documentId: documentId.peek() });
  const { data } = await ask<{ data: { uid: string | null } }>(
    `${api}/uid/${type.uid}/${name}${words}`,
    signal ? { signal } : {},
  );
  return data.data.uid;
}
