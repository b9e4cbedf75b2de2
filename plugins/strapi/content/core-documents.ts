// Reads and writes of the core actions for their callers, with the rights, limits and settings of the generated routes.
import type { App, ContentType, DocumentObject, PaginationMeta, ReadWords } from '../../../core';
import type { QuerySource } from '../../rest';
import type { Scope } from './scope';

export interface Page {
  readonly results: DocumentObject[];
  readonly pagination: PaginationMeta | undefined;
}

type Query = Readonly<Record<string, unknown>>;

export interface CoreDocuments {
  /** Does code of the project run around the calls of a type (`strapi.documents.use`, events of reads)? */
  isIntercepted(uid: string): boolean;
  /** The documents as JSON. */
  list(
    type: ContentType,
    query: Query,
    scope: Scope,
  ): Promise<{ readonly text: string } & Pick<Page, 'pagination'>>;
  /** The document as JSON. `documentId` null: of a single type. */
  one(type: ContentType, documentId: string | null, query: Query, scope: Scope): Promise<string | null>;
  create(type: ContentType, data: unknown, query: Query, scope: Scope): Promise<DocumentObject | null>;
  update(
    type: ContentType,
    documentId: string | null,
    data: unknown,
    query: Query,
    scope: Scope,
  ): Promise<DocumentObject | null>;
  remove(type: ContentType, documentId: string | null, query: Query, scope: Scope): Promise<void>;
}

export interface CoreDocumentsOptions {
  readonly app: Pick<App, 'documents'>;
  words(type: ContentType, source: QuerySource): ReadWords;
  isIntercepted(uid: string): boolean;
}

export function createCoreDocuments({ app, words, isIntercepted }: CoreDocumentsOptions): CoreDocuments {
  const wordsFor = (type: ContentType, query: Query, { caller, visibility }: Scope): ReadWords =>
    words(type, { query, caller: caller as QuerySource['caller'], visibility });

  const prepared = (type: ContentType, operation: 'find' | 'findOne', query: Query, scope: Scope) =>
    // A line break cannot be part of a URL, so no query string is the same text.
    app.documents.read.prepareText(type, operation, `\n${JSON.stringify(query)}`, scope.visibility, () =>
      wordsFor(type, query, scope),
    );

  const writeWords = (type: ContentType, documentId: string | null, query: Query, scope: Scope) => ({
    ...wordsFor(type, query, scope),
    ...(documentId === null ? {} : { documentId }),
    commits: scope.request.commits,
  });

  return {
    isIntercepted,
    async list(type, query, scope) {
      const asked = prepared(type, 'find', query, scope);
      const { text, pagination } = await app.documents.read.runMany(asked, scope.request, scope.caller);
      return { text, pagination };
    },
    async one(type, documentId, query, scope) {
      const asked = prepared(type, 'findOne', query, scope);
      const outcome = await app.documents.read.runOne(asked, documentId, scope.request, scope.caller);
      return outcome === null ? null : outcome.text;
    },
    async create(type, data, query, scope) {
      const { text } = await app.documents
        .text(type.uid)
        .create({ ...writeWords(type, null, query, scope), data });
      return objectOf(text);
    },
    async update(type, documentId, data, query, scope) {
      const outcome = await app.documents
        .text(type.uid)
        .update({ ...writeWords(type, documentId, query, scope), data });
      return objectOf(outcome?.text ?? null);
    },
    async remove(type, documentId, query, scope) {
      const args = writeWords(type, documentId, query, scope);
      await app.documents.text(type.uid).delete(args);
    },
  };
}

const objectOf = (text: string | null): DocumentObject | null =>
  text === null ? null : (JSON.parse(text) as DocumentObject);
