// The results that taps of `documents.around` have touched: of the right form, and cleaned for the caller.
import { isPlainObject } from '../../../kernel/check/checks';
import type { Schema } from '../../model/compiled/content-type';
import type { DocumentCall } from './document-call';
import { readableValues } from './readable-values';

type Document = Readonly<Record<string, unknown>>;

/** Which of the documents may the caller read? */
export type ReadableIds = (call: DocumentCall, ids: readonly string[]) => Promise<ReadonlySet<unknown>>;

export interface CleanAnswers {
  /** `read`: the documents that the call itself has read for the caller. */
  list(call: DocumentCall, value: unknown, read: readonly unknown[]): Promise<readonly Document[]>;
  one(call: DocumentCall, value: unknown, read: readonly unknown[]): Promise<Document | null>;
}

export function createCleanAnswers(schema: Schema, readableIds: ReadableIds): CleanAnswers {
  async function list(call: DocumentCall, value: unknown, read: readonly unknown[]) {
    const { type, visibility } = call;
    if (!Array.isArray(value) || !value.every(isPlainObject))
      throw wrongAnswer(call, 'a list of documents', value);
    const isHidden = await hiddenOf(call, value, read);
    const clean = readableValues(schema, type, visibility);
    return value.filter((one) => !isHidden(one)).map(clean) as Document[];
  }

  /** Documents from elsewhere are read again: the caller may not see all rows. */
  async function hiddenOf(call: DocumentCall, documents: readonly Document[], read: readonly unknown[]) {
    if (call.visibility.rowFilter === undefined) return () => false;
    const known = new Set(read);
    const others = documents.map(idOf).filter((id) => id !== undefined && !known.has(id));
    if (others.length === 0) return () => false;
    const readable = await readableIds(call, others as string[]);
    return (document: Document) => others.includes(idOf(document)) && !readable.has(idOf(document));
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

const idOf = ({ documentId }: Document): unknown => documentId;

/** The `documentId` of one document or of several. */
export const idsOf = (value: unknown): readonly unknown[] =>
  [value]
    .flat()
    .flatMap((one) => (isPlainObject(one) && one.documentId !== undefined ? [one.documentId] : []));

export function wrongAnswer({ operation, type }: DocumentCall, expected: string, value: unknown): Error {
  const found = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a value of type ${typeof value}`;
  return new Error(
    `A tap of documents.around answers ${operation} of ${type.uid} with ${found}. Answer with ${expected}.`,
  );
}
