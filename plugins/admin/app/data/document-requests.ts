// The requests of one form: it reads and writes one document in one locale.
import { ApiError, ask, type Reply } from './client';
import type { LinkCounts, LinkPages } from './link-pages';
import { documentAt, hasDrafts, type TypeModel } from './model';
import { type OtherLocales, readOtherLocales } from './other-locales';
import { queryOf } from './query';
import type { Linked, Value } from './values';

export type Document = Readonly<Record<string, Value>> & { readonly documentId: string };

export interface Found {
  /** null: it is not stored yet. */
  readonly document: Document | null;
  readonly etag: string | null;
  /** Of a document without content in this locale. */
  readonly others?: OtherLocales;
}

interface Write {
  readonly id: string | null;
  readonly data: Readonly<Record<string, Value>>;
  readonly counts: LinkCounts;
  /** What the form has read. */
  readonly seen: Found;
  /** Of a new document: the same key for each attempt, so that a lost answer creates no second document. */
  readonly key: string;
}

export type DocumentRequests = ReturnType<typeof createDocumentRequests>;

/** `isPublished`: the form shows the published version. All others read what they write, also if the role may not read it. */
export function createDocumentRequests(
  type: TypeModel,
  locale: string | null,
  pages: LinkPages,
  isPublished: boolean,
) {
  const isSingle = type.kind === 'singleType';
  const place = locale === null ? {} : { locale };
  const written = hasDrafts(type) ? 'draft' : undefined;
  const words = { status: isPublished ? undefined : written, ...place };
  const at = (id: string | null): string => documentAt(type, id);
  const queryFor = (status: string | undefined, counts: LinkCounts): string =>
    queryOf({ ...words, status, populate: pages.populate(counts) });

  return {
    isCreate: (id: string | null): boolean => id === null && !isSingle,

    async read(id: string | null, counts = pages.counts()): Promise<Found> {
      if (id === null && !isSingle) return { document: null, etag: null };
      try {
        const { data, etag } = await ask<{ data: Document | null }>(at(id) + queryFor(words.status, counts));
        return { document: data.data, etag };
      } catch (error) {
        // No row in this locale yet, or a single type without content.
        if (!(error instanceof ApiError) || error.status !== 404 || (locale === null && !isSingle))
          throw error;
        const missing = { document: null, etag: null };
        if (locale === null || isPublished) return missing;
        const read = { status: written, populate: pages.populate(counts) };
        return { ...missing, others: await readOtherLocales(type, id, locale, read) };
      }
    },

    /** Links of a relation behind the first ones. */
    async readLinks(id: string | null, name: string, start: number): Promise<readonly Linked[]> {
      const query = queryOf({ ...words, fields: ['documentId'], populate: pages.next(name, start) });
      const { data } = await ask<{ data: Document }>(at(id) + query);
      const links = data.data[name];
      return Array.isArray(links) ? (links as Linked[]) : [];
    },

    write({ id, data, counts, seen, key }: Write): Promise<Reply<{ data: Document }>> {
      const isCreate = id === null && !isSingle;
      return ask<{ data: Document }>(at(id) + queryFor(written, counts), {
        method: isCreate ? 'POST' : 'PUT',
        body: { data },
        headers: isCreate ? { 'Idempotency-Key': key } : conditionOf(seen),
      });
    },

    operate: (id: string | null, name: string, seen: Found) =>
      ask(`${at(id)}/actions/${name}${queryOf(place)}`, { method: 'POST', headers: conditionOf(seen) }),

    /** `everywhere`: in all locales. */
    remove: (id: string | null, seen: Found, everywhere: boolean) =>
      ask(at(id) + queryOf(everywhere ? { locale: '*' } : place), {
        method: 'DELETE',
        headers: conditionOf(seen),
      }),
  };
}

/** Nothing is overwritten that the form has not seen: neither a newer document nor the first one in a locale. */
function conditionOf({ document, etag }: Found): Readonly<Record<string, string>> {
  if (document === null) return { 'If-None-Match': '*' };
  return etag === null ? {} : { 'If-Match': etag };
}
