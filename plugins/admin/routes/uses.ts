// Where a document is used: the documents that link to it, also in components and zones. A count of documents that the caller may not read
// would say too much, so such types are left out.
import {
  type AnyModel,
  type App,
  type Attribute,
  attributePaths,
  type ContentType,
  type DocumentObject,
  isParallel,
  type RequestContext,
  stepWords,
} from '../../../core';
import { titleFieldOf } from '../model/describe-model';

export interface Use {
  readonly uid: string;
  /** `author`, or `blocks.author` in a component. */
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
  const { visibility } = request;
  const isOpen = (model: AnyModel, attribute: Attribute): boolean =>
    !attribute.common.private && visibility.readable(model, attribute);
  const isWanted = (model: AnyModel, attribute: Attribute): boolean =>
    attribute.kind === 'relation' &&
    attribute.target === target.uid &&
    attribute.holdsLinks &&
    attribute.storage.kind !== 'siblings' &&
    isOpen(model, attribute);
  const uses: Use[] = [];
  for (const type of app.schema.types.values()) {
    if (!type.api || !request.can(`${type.uid}.find`) || !visibility.canRead(target)) continue;
    const title = titleFieldOf(type, visibility);
    /** By attribute: entries of several components may link by attributes of one name. */
    const found = new Map<string, Map<string, DocumentObject>>();
    for (const path of attributePaths(app.schema, type, { isWanted, isOpen })) {
      const rows = await app
        .documentsAs(request)(type.uid)
        .findMany({
          ...wholeOf(type, request),
          filters: path.reduceRight<object>((inner, step) => stepWords(step, inner), { documentId }),
          fields: [title],
          pagination: { limit: MOST_COUNTED },
        });
      const name = path.map((step) => step.name).join('.');
      const own = found.get(name) ?? new Map<string, DocumentObject>();
      for (const row of rows) if (!own.has(row.documentId)) own.set(row.documentId, row);
      if (own.size > 0) found.set(name, own);
    }
    for (const [attribute, documents] of found)
      uses.push({
        uid: type.uid,
        attribute,
        count: Math.min(documents.size, MOST_COUNTED),
        first: [...documents.values()]
          .slice(0, SHOWN)
          .map((each) => ({ documentId: each.documentId, title: String(each[title] ?? each.documentId) })),
      });
  }
  return uses;
}

/** All locales, and drafts where the caller may read them. */
function wholeOf(type: ContentType, request: RequestContext): Readonly<Record<string, string>> {
  const words: Record<string, string> = {};
  for (const use of type.axes) {
    const { name, any } = use.axis;
    if (isParallel(use) && any) words[name] = '*';
    if (name === 'status' && request.can(`${type.uid}.readDraft`)) words.status = 'draft';
  }
  return words;
}
