// Where a document is used: the documents that link to it. A count of documents that the caller may not read would say too much, so such
// types are left out.
import type { App, ContentType, RequestContext } from '../../../core';

export interface Use {
  readonly uid: string;
  readonly attribute: string;
  /** At most MOST_COUNTED. */
  readonly count: number;
  readonly first: readonly { readonly documentId: string; readonly title: string }[];
}

const MOST_COUNTED = 1001;
const SHOWN = 10;

export async function usesOf(
  app: App,
  request: RequestContext,
  target: ContentType,
  documentId: string,
): Promise<readonly Use[]> {
  const uses: Use[] = [];
  for (const type of app.schema.types.values()) {
    if (!type.api || !request.can(`${type.uid}.find`)) continue;
    for (const attribute of type.attributes.values()) {
      if (attribute.kind !== 'relation' || attribute.target !== target.uid || !attribute.holdsLinks) continue;
      if (attribute.common.private || !request.visibility.canRead(target)) continue;
      if (!request.visibility.readable(type, attribute)) continue;
      if (attribute.storage.kind === 'entry' || attribute.storage.kind === 'siblings') continue;
      const isDraftable = type.axes.some(({ axis }) => axis.name === 'status');
      const found = await app
        .documentsAs(request)(type.uid)
        .findMany({
          filters: { [attribute.name]: { documentId } },
          ...(isDraftable && request.can(`${type.uid}.readDraft`) ? { status: 'draft' } : {}),
          pagination: { limit: MOST_COUNTED },
        });
      if (found.length === 0) continue;
      uses.push({
        uid: type.uid,
        attribute: attribute.name,
        count: found.length,
        first: found.slice(0, SHOWN).map((each) => ({ documentId: each.documentId, title: titleOf(each) })),
      });
    }
  }
  return uses;
}

const titleOf = ({ documentId, title, name }: Readonly<Record<string, unknown>>): string =>
  String(title ?? name ?? documentId);
