// `Surrogate-Key` or `Cache-Tag` of a response: the content types that it shows, and the document that was asked for. A CDN drops the
// responses with a tag after a change, for example in a webhook.
import type { ApiConfig, PreparedRead, RequestContext, Schema } from '../../core';

export type TagHeader = NonNullable<ApiConfig['cache']['tags']>;

export interface CacheTags {
  add(request: RequestContext, read: PreparedRead, documentId: string | null): void;
}

const SEPARATORS: Readonly<Record<TagHeader, string>> = { 'Surrogate-Key': ' ', 'Cache-Tag': ',' };

/** Another id has no document, and no place in a header. */
const DOCUMENT_ID = /^[\w-]{1,191}$/;

export function createCacheTags(schema: Schema, header: TagHeader | undefined): CacheTags | null {
  if (header === undefined) return null;
  const known = new WeakMap<object, readonly string[]>();
  const typesOf = ({ planned: { plan } }: PreparedRead): readonly string[] => {
    const found =
      known.get(plan) ??
      [...schema.types.values()].filter(({ table }) => plan.tables.includes(table)).map(({ uid }) => uid);
    known.set(plan, found);
    return found;
  };
  return {
    add(request, read, documentId) {
      const isOwn = documentId !== null && DOCUMENT_ID.test(documentId);
      const tags = isOwn ? [...typesOf(read), documentId] : typesOf(read);
      request.setHeader(header, tags.join(SEPARATORS[header]));
    },
  };
}
