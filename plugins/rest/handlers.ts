// The handlers of the generated routes. One object per content type, created at startup.
import {
  type Answer,
  type ContentType,
  check,
  coreErrors,
  type DocumentOperation,
  type DocumentTextService,
  dataObject,
  documentIdOfKey,
  preconditionOf,
  type ReadOperation,
  type ReadService,
  type RequestContext,
  type Schema,
  type TextPieces,
  type TextResult,
  unreadRemedy,
  type WriteArguments,
  type WriteOutcome,
} from '../../core';
import { documentAnswer, listAnswer, piecesAnswer, readAnswer } from './answers';
import type { CacheTags } from './cache-tags';
import { documentTag, type Outcome } from './etag';
import { toV4, wantsV4 } from './v4-format';
import { skipsDocument, type WordRules, wordsOf } from './words';

export interface HandlerOptions {
  /** Called per request, because the database is available only after startup. */
  readonly documents: () => { readonly read: ReadService; text(uid: string): DocumentTextService };
  readonly schema: Schema;
  readonly rules: WordRules;
  readonly etag: boolean;
  /** Does the header `Idempotency-Key` name the new document? */
  readonly keys: boolean;
  readonly tags: CacheTags | null;
}

export interface Handlers {
  find(request: RequestContext): Promise<Answer> | Answer;
  findOne(request: RequestContext): Promise<Answer> | Answer;
  create(request: RequestContext, body: unknown): Promise<Answer>;
  update(request: RequestContext, body: unknown): Promise<Answer>;
  delete(request: RequestContext): Promise<Answer>;
  /** What the delete would do. */
  deleteEffects(request: RequestContext): Promise<Answer>;
  /** An operation that a plugin adds to the type. */
  operation(operation: DocumentOperation, request: RequestContext, body: unknown): Promise<Answer>;
}

type WriteWords = { -readonly [Name in keyof WriteArguments]: WriteArguments[Name] };

export function createHandlers(
  type: ContentType,
  { documents, schema, rules, etag, keys, tags }: HandlerOptions,
): Handlers {
  const shownText = (request: RequestContext, text: string): string =>
    wantsV4(request) ? toV4(text, type, schema) : text;

  const prepared = (request: RequestContext, operation: ReadOperation) =>
    documents().read.prepareText(type, operation, request.queryName, request.visibility, () =>
      wordsOf(request, rules),
    );

  /** null for a single type. */
  const idOf = (request: RequestContext): string | null => request.params.documentId ?? null;

  const mayStream = (request: RequestContext): boolean => request.takesStream && !wantsV4(request);

  const found = (request: RequestContext, outcome: Outcome | TextPieces | null): Answer => {
    if (!outcome) throw coreErrors.DOCUMENT_NOT_FOUND();
    if ('pieces' in outcome) return piecesAnswer(outcome);
    return readAnswer(request, outcome, shownText(request, outcome.text), etag);
  };

  const written = (request: RequestContext, outcome: WriteOutcome | null, status: number): Answer => {
    if (!outcome) throw coreErrors.DOCUMENT_NOT_FOUND();
    const { text, updatedAt } = outcome;
    if (text === null || updatedAt === null) return documentAnswer('null', status, null);
    const shown = shownText(request, text);
    return documentAnswer(shown, status, etag ? documentTag({ text, updatedAt }, shown) : null);
  };

  const writeWords = (request: RequestContext): WriteWords => {
    const words: WriteWords = wordsOf(request, rules);
    if (request.params.documentId !== undefined) words.documentId = request.params.documentId;
    words.precondition = preconditionOf({
      ifMatch: request.header('if-match'),
      ifNoneMatch: request.header('if-none-match'),
    });
    words.commits = request.commits;
    return words;
  };

  return {
    find(request) {
      const { read } = documents();
      const asked = prepared(request, 'find');
      tags?.add(request, asked, null);
      const { caller } = request;
      const result = mayStream(request)
        ? read.sendMany(asked, request, caller)
        : read.runMany(asked, request, caller);
      const answer = (it: TextResult | TextPieces): Answer =>
        'pieces' in it
          ? piecesAnswer(it)
          : listAnswer(request, { ...it, text: shownText(request, it.text) }, etag);
      return result instanceof Promise ? result.then(answer) : answer(result);
    },
    findOne(request) {
      const { read } = documents();
      const asked = prepared(request, 'findOne');
      if (skipsDocument(request)) throw coreErrors.DOCUMENT_NOT_FOUND();
      tags?.add(request, asked, idOf(request));
      const { caller } = request;
      const outcome = mayStream(request)
        ? read.sendOne(asked, idOf(request), request, caller)
        : read.runOne(asked, idOf(request), request, caller);
      return outcome instanceof Promise ? outcome.then((it) => found(request, it)) : found(request, outcome);
    },
    async create(request, body) {
      const words = writeWords(request);
      words.data = dataOf(request, body);
      const key = keys ? request.header('idempotency-key') : undefined;
      const { principal } = request;
      if (key && principal) words.newId = documentIdOfKey([type.uid, principal.kind, principal.id, key]);
      return written(request, await documents().text(type.uid).create(words), 201);
    },
    async update(request, body) {
      const words = writeWords(request);
      words.data = dataOf(request, body);
      return written(request, await documents().text(type.uid).update(words), 200);
    },
    async delete(request) {
      await documents().text(type.uid).delete(writeWords(request));
      return { status: 204 };
    },
    async deleteEffects(request) {
      const { documentId } = request.params;
      const words = { ...wordsOf(request, rules), ...(documentId === undefined ? {} : { documentId }) };
      const data = await documents().text(type.uid).deleteEffects(words);
      if (!data) throw coreErrors.DOCUMENT_NOT_FOUND();
      return { json: { data } };
    },
    async operation({ name, takes, answers }, request, body) {
      const words = writeWords(request);
      if (takes) words.data = dataOf(request, body);
      const outcome = await documents().text(type.uid).operation(name, words);
      if (outcome && answers === 'value') return documentAnswer(outcome.text ?? 'null', 200, null);
      return written(request, outcome, 200);
    },
  };
}

/** Reads `{ data: {…} }`; other keys of the body are ignored. */
const dataOf = (request: RequestContext, body: unknown) =>
  dataObject(
    check.isPlainObject(body) ? body.data : undefined,
    body === undefined ? unreadRemedy(request) : null,
  );
