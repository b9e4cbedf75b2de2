// Fields of plugins that return `{ uid, documentId }`, or a list of them: the documents are read with the selection of the client, with one
// read for each content type. A document that the caller may not read is left out of a list, and null elsewhere.
import { AppError } from '../../../core';
import type { RunContext } from '../context/run-context';
import type { GraphqlModel } from '../model/model';
import type { ReadList } from './read-list';

export interface Reference {
  readonly uid: string;
  readonly documentId: string;
}

type Document = Readonly<Record<string, unknown>>;

/** null: the value is something else. */
export function referencesIn(value: unknown): readonly Reference[] | null {
  const list = Array.isArray(value) ? value : [value];
  return list.length > 0 && list.every(isReference) ? list : null;
}

const isReference = (value: unknown): value is Reference => {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false;
  const { uid, documentId } = value as Partial<Reference>;
  return typeof uid === 'string' && typeof documentId === 'string';
};

/** The documents in the order of their references. */
export async function readReferences(
  references: readonly Reference[],
  model: GraphqlModel,
  readList: ReadList,
  context: RunContext,
  info: Parameters<ReadList>[4],
  field: string,
): Promise<Document[]> {
  const byType = new Map<string, Set<string>>();
  for (const { uid, documentId } of references)
    byType.set(uid, (byType.get(uid) ?? new Set()).add(documentId));
  const found = new Map<string, Document>();
  const read = async (uid: string, ids: ReadonlySet<string>): Promise<void> => {
    const type = model.types.find((each) => each.uid === uid);
    if (!type)
      throw new Error(`${field} returned a document of "${uid}", a content type that GraphQL does not have`);
    const args = { filters: { documentId: { in: [...ids] } }, pagination: { limit: ids.size } };
    // The references depend on more than the operation, so that nothing is kept under the operation's text.
    const own = { ...context, operationText: null };
    const documents = await readList(type, 'references', args, own, info).catch(nothingForbidden);
    for (const document of documents as Document[])
      found.set(`${uid} ${document.documentId}`, { ...document, __type: uid });
  };
  await Promise.all([...byType].map(([uid, ids]) => read(uid, ids)));
  return references.flatMap(({ uid, documentId }) => {
    const document = found.get(`${uid} ${documentId}`);
    return document ? [document] : [];
  });
}

function nothingForbidden(error: unknown): readonly Document[] {
  if (error instanceof AppError && (error.status === 401 || error.status === 403)) return [];
  throw error;
}
