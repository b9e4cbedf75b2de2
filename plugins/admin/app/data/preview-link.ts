// The address of a document on the site, and links that show its draft there to people without an account.
import { ask } from './client';
import type { Form } from './form';
import { prefix } from './place';
import { queryOf } from './query';

/** `{token}` in a template: the site reads the draft with it. */
export const takesToken = (template: string): boolean => template.includes('{token}');

/** The address, or the names in it that have no value yet. */
export function addressOf(
  template: string,
  form: Form,
  token: string | null,
): { readonly url: string } | { readonly missing: readonly string[] } {
  const given: Readonly<Record<string, unknown>> = {
    documentId: form.documentId.value,
    locale: form.locale ?? '',
    status: 'draft',
    token: token ?? '',
  };
  const missing: string[] = [];
  const url = template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    // The stored value: the site does not know what is not saved.
    const value = given[name] ?? form.document.value?.[name];
    if (typeof value === 'string' || typeof value === 'number') return encodeURIComponent(value);
    missing.push(name);
    return '';
  });
  return missing.length === 0 ? { url } : { missing };
}

const linksAt = ({ type, documentId }: Form): string =>
  `${prefix}/${type.kind === 'singleType' ? type.singular : `${type.plural}/${documentId.value}`}/preview-links`;

/** Returns the token of a new link. It works for a day. */
export async function makePreviewLink(form: Form): Promise<string> {
  const at = linksAt(form) + queryOf({ locale: form.locale ?? undefined });
  return (await ask<{ data: { token: string } }>(at, { method: 'POST', body: {} })).data.data.token;
}

export const endPreviewLinks = (form: Form): Promise<unknown> => ask(linksAt(form), { method: 'DELETE' });
