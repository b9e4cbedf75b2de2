// The results that taps of `documents.around` have touched: of the right form, and cleaned for the caller.
import { isPlainObject } from '../../../kernel/check/checks';
import type { ContentType, Schema } from '../../model/compiled/content-type';
import type { DocumentCall } from './document-call';
import { documentsInside, type FoundDocument, isCount } from './documents-inside';
import { type IsHidden, readableValues } from './readable-values';

type Document = Readonly<Record<string, unknown>>;

/** Which of the documents may the caller read? At most `MOST_IDS`. */
export type ReadableIds = (
  call: DocumentCall,
  type: ContentType,
  ids: readonly string[],
) => Promise<readonly unknown[]>;

export interface CleanAnswers {
  /** `read`: the text that the call itself has read for the caller; null: none. */
  list(call: DocumentCall, value: unknown, read: string | null): Promise<readonly Document[]>;
  one(call: DocumentCall, value: unknown, read: string | null): Promise<Document | null>;
}

/** Of one read: below the least limit of lists in queries that makes sense. */
const MOST_IDS = 20;

export function createCleanAnswers(schema: Schema, readableIds: ReadableIds): CleanAnswers {
  async function list(call: DocumentCall, value: unknown, read: string | null) {
    const { type, visibility } = call;
    if (!Array.isArray(value) || !value.every(isPlainObject))
      throw wrongAnswer(call, 'a list of documents', value);
    const isHidden = await hiddenOf(call, value, read);
    const clean = readableValues(schema, type, visibility, isHidden);
    const shown = value.filter((document) => !isHidden({ type, document, relation: null }));
    return shown.map(clean) as Document[];
  }

  /** The caller may not see all rows. What the call has not read for the caller, at any depth, is read again. */
  async function hiddenOf(
    call: DocumentCall,
    documents: readonly unknown[],
    read: string | null,
  ): Promise<IsHidden> {
    const { type, visibility } = call;
    if (visibility.rowFilter === undefined) return () => false;
    const isLimited = (target: ContentType): boolean => (visibility.rowFilter?.(target) ?? null) !== null;
    const own: unknown = read === null ? [] : JSON.parse(read);
    const known = new Set(documentsInside(schema, type, [own].flat()).map(keyOf));
    const isUnknown = (found: FoundDocument): boolean =>
      (found.type === undefined || isLimited(found.type)) && !known.has(keyOf(found));
    const asked = new Map<ContentType, Set<string>>();
    for (const found of documentsInside(schema, type, documents)) {
      if (found.type === undefined || isCount(found.document) || !isUnknown(found)) continue;
      const { documentId } = found.document;
      if (typeof documentId !== 'string') throw withoutId(call, found.type);
      asked.set(found.type, (asked.get(found.type) ?? new Set()).add(documentId));
    }
    for (const [target, wanted] of asked) {
      const ids = [...wanted];
      for (let at = 0; at < ids.length; at += MOST_IDS)
        for (const id of await readableIds(call, target, ids.slice(at, at + MOST_IDS)))
          known.add(`${target.uid} ${id}`);
    }
    return isUnknown;
  }

  return {
    list,
    async one(call, value, read) {
      if (value !== null && !isPlainObject(value)) throw wrongAnswer(call, 'a document or null', value);
      const [found = null] = value === null ? [] : await list(call, [value], read);
      return found;
    },
  };
}

/** A count counts as the count of the same relation that was read. */
const keyOf = ({ type, document, relation }: FoundDocument): string =>
  relation && isCount(document)
    ? `${relation.name} ${document.count} counted`
    : `${type?.uid ?? ''} ${document.documentId}`;

/** Reads these documents as the call reads: with its bindings and the like. */
export function wordsOfIds(
  { params, caller, visibility }: DocumentCall,
  ids: readonly string[],
): Readonly<Record<string, unknown>> {
  const axes = Object.fromEntries(Object.entries(params).filter(([name]) => !OTHERS.has(name)));
  return { ...axes, filters: { documentId: { $in: ids } }, fields: ['documentId'], caller, visibility };
}

const OTHERS: ReadonlySet<string> = new Set([
  ...['filters', 'fields', 'populate', 'sort', 'pagination', '_q', 'data', 'documentId'],
  ...['count', 'avg', 'sum', 'min', 'max', 'groupBy'],
]);

/** The `documentId` of one document or of several. */
export const idsOf = (value: unknown): readonly unknown[] =>
  [value]
    .flat()
    .flatMap((one) => (isPlainObject(one) && one.documentId !== undefined ? [one.documentId] : []));

const withoutId = ({ operation, type }: DocumentCall, target: ContentType): Error =>
  new Error(
    `A tap of documents.around answers ${operation} of ${type.uid} with a document of ${target.uid} that has no documentId, and the caller may not read all documents of this type. Keep the documentId in each document.`,
  );

export function wrongAnswer({ operation, type }: DocumentCall, expected: string, value: unknown): Error {
  const found = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a value of type ${typeof value}`;
  return new Error(
    `A tap of documents.around answers ${operation} of ${type.uid} with ${found}. Answer with ${expected}.`,
  );
}
