// The first values of a locale without content: those that the document has in all locales. The server copies them with the first save. It
// refuses them in that save.
import { ask } from './client';
import { defaultLocale, documentAt, isShared, type TypeModel } from './model';
import { api } from './place';
import { queryOf } from './query';
import type { Value } from './values';

export interface OtherLocales {
  /** The locales that have content. */
  readonly codes: readonly string[];
  readonly shared: Readonly<Record<string, Value>>;
}

const NONE: OtherLocales = { codes: [], shared: {} };

/** `words`: those of a read, without the locale. */
export async function readOtherLocales(
  type: TypeModel,
  id: string | null,
  locale: string,
  words: object,
): Promise<OtherLocales> {
  try {
    const codes = await codesOf(type, id, locale);
    const first = codes.find((code) => code === defaultLocale()) ?? codes[0];
    if (first === undefined) return NONE;
    const query = queryOf({ ...words, locale: first });
    const { data } = await ask<{ data: OtherLocales['shared'] }>(documentAt(type, id) + query);
    const shared = Object.entries(data.data).filter(([name]) => isShared(type, name));
    return { codes, shared: Object.fromEntries(shared) };
  } catch {
    // The form is there without them.
    return NONE;
  }
}

/** The other locales in which the document has content. A single type has no id that the form knows. */
export async function codesOf(
  type: TypeModel,
  id: string | null,
  locale: string,
): Promise<readonly string[]> {
  if (id === null) return [defaultLocale()].filter((code) => code !== locale);
  const { data } = await ask<{ data: Record<string, { readonly locale: string | null }[]> }>(
    `${api}/states/${type.uid}${queryOf({ ids: id })}`,
  );
  return (data.data[id] ?? []).flatMap(({ locale: code }) =>
    code === null || code === locale ? [] : [code],
  );
}
