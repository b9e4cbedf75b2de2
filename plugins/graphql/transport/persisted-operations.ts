// Operations that a request names by an id. The id of an automatic persisted query is the SHA-256 of a text that a client sent before. With
// an allow-list, only operations of the list run.
import { createHash } from 'node:crypto';
import { GenerationCache } from '../../../core';
import { LONGEST_PERSISTED, MOST_PERSISTED } from './kept-texts';
import type { Asked, Refused, Sent } from './read-request';

export interface PersistedOperations {
  /** The text that the request stands for, or why it stands for none. */
  resolve(sent: Sent): Asked | Refused;
  /** Keeps the text of a valid operation that came with its hash. */
  keep(asked: Asked): void;
}

export interface AllowList {
  readonly byId: ReadonlyMap<string, string>;
  /** Trimmed text → the text. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The protocol of automatic persisted queries. Its answers are 200: clients send the text when they read the message. */
export function automaticOperations(): PersistedOperations {
  const texts = new GenerationCache<string, string>(MOST_PERSISTED);
  return {
    resolve(sent) {
      const { id, query } = sent;
      if (id === null || query === null) {
        const text = query ?? (id === null ? undefined : texts.get(id));
        return text === undefined
          ? refused(200, 'PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound')
          : { ...sent, query: text };
      }
      if (texts.get(id) !== query && sha256(query) !== id)
        return refused(400, 'BAD_REQUEST', 'provided sha does not match query');
      return { ...sent, query };
    },
    keep({ id, query }) {
      if (id !== null && query.length <= LONGEST_PERSISTED && texts.get(id) === undefined)
        texts.set(id, query);
    },
  };
}

/** Ids are refused; the text of a request runs. */
export function noPersistedOperations(): PersistedOperations {
  return {
    resolve: (sent) =>
      sent.query === null
        ? refused(200, 'PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported')
        : { ...sent, query: sent.query },
    keep: () => undefined,
  };
}

/** Only listed operations run: named by their id, or sent as their text. */
export function listedOperations({ byId, texts }: AllowList): PersistedOperations {
  return {
    resolve(sent) {
      const query = sent.query === null ? byId.get(sent.id ?? '') : texts.get(sent.query.trim());
      return query === undefined
        ? refused(
            400,
            'PERSISTED_QUERY_NOT_IN_LIST',
            'The operation is not in the allow-list. Add it to the folder that graphql.allowList names',
          )
        : { ...sent, query };
    },
    keep: () => undefined,
  };
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const refused = (status: number, code: string, message: string): Refused => ({ status, code, message });
