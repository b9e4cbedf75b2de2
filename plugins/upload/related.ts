// `populate=related` of the upload routes: the documents that show a file in a media attribute. The caller sees those that a read of
// their type would show. Media inside components and zones are not looked up.
import type { App, ContentType, DocumentObject, RelationAttribute, RequestContext } from '../../core';
import { uploadErrors } from './errors';
import { isMedia } from './media-attribute';
import { FILE } from './types';

const RELATED = 'related';
/** Documents that one answer lists. */
const MOST = 1_000;

/** `populate` without `related`; null: `related` is not asked for. */
export function withoutRelated(populate: unknown): { readonly populate: unknown } | null {
  if (typeof populate === 'string') return withoutRelated(populate.split(',').map((name) => name.trim()));
  if (Array.isArray(populate)) {
    const others = populate.filter((name) => name !== RELATED);
    if (others.length === populate.length) return null;
    return { populate: others.length > 0 ? others : undefined };
  }
  if (typeof populate !== 'object' || populate === null || !(RELATED in populate)) return null;
  const { [RELATED]: asked, ...others } = populate;
  if (asked !== true && asked !== 'true' && asked !== '*') return null;
  return { populate: Object.keys(others).length > 0 ? others : undefined };
}

/** The documents that show each file, by the documentId of the file. */
export async function relatedTo(
  app: App,
  { visibility, query }: RequestContext,
  files: readonly DocumentObject[],
): Promise<ReadonlyMap<string, readonly DocumentObject[]>> {
  const found = new Map<string, Map<string, DocumentObject>>();
  const ids = files.map(({ id }) => id);
  const fileType = app.schema.types.get(FILE);
  const isReadable = fileType !== undefined && visibility.canRead(fileType);
  let left = MOST;
  for (const [type, attribute] of ids.length > 0 && isReadable ? mediaOf(app.schema.types.values()) : []) {
    if (!visibility.canRead(type) || !visibility.readable(type, attribute)) continue;
    const axes = type.axes.map(({ axis: { name } }) => [name, query[name]] as const);
    const documents = await app.documents(type.uid).findMany({
      ...Object.fromEntries(axes.filter(([, value]) => value !== undefined)),
      visibility,
      filters: { [attribute.name]: { id: { $in: ids } } },
      populate: { [attribute.name]: { fields: ['id'] } },
      pagination: { limit: left + 1 },
    });
    left -= documents.length;
    if (left < 0) throw uploadErrors.UPLOAD_RELATED(type.uid, attribute.name, MOST);
    for (const { [attribute.name]: targets, ...document } of documents)
      for (const { documentId } of [targets ?? []].flat() as DocumentObject[]) {
        const own = found.get(documentId) ?? new Map<string, DocumentObject>();
        found.set(documentId, own);
        own.set(`${type.uid} ${document.id}`, { __type: type.uid, ...document } as unknown as DocumentObject);
      }
  }
  return new Map([...found].map(([documentId, documents]) => [documentId, [...documents.values()]]));
}

function* mediaOf(types: Iterable<ContentType>): Iterable<readonly [ContentType, RelationAttribute]> {
  for (const type of types)
    for (const attribute of type.attributes.values()) if (isMedia(attribute)) yield [type, attribute];
}
