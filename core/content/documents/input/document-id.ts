// The public id of a document: 24 characters, a letter first; for a single type always the same one.
import { randomBytes } from 'node:crypto';
import type { Caller } from '../../../kernel/http/request/caller';
import { textProblem } from '../../attributes/families/unicode';
import { derivedDocumentId, ownDocumentId } from '../../model/compiled/content-scope';
import type { ContentType } from '../../model/compiled/content-type';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const ALPHABET = `${LETTERS}0123456789`;
const LENGTH = 24;
/** Bytes from here on would favour the first characters of the alphabet. */
const FAIR = 256 - (256 % ALPHABET.length);

let pool = randomBytes(0);
let next = 0;

export function newDocumentId(): string {
  let id = '';
  while (id.length < LENGTH) {
    if (next >= pool.length) {
      pool = randomBytes(4096);
      next = 0;
    }
    const byte = pool[next++] ?? 0;
    if (byte >= FAIR) continue;
    const character = ALPHABET[byte % ALPHABET.length] ?? '';
    if (id === '' && !LETTERS.includes(character)) continue;
    id += character;
  }
  return id;
}

/** The same id for the same parts, such as the caller and the `Idempotency-Key` of a request: a repeated create makes no second document. */
export const documentIdOfKey = (parts: readonly (string | number)[]): string =>
  derivedDocumentId(JSON.stringify(parts));

const GIVEN = /^[\w-]{1,64}$/;

/** The id that code gives to a new document. */
export function givenId(newId: string, { uid }: ContentType): string {
  if (typeof newId === 'string' && GIVEN.test(newId)) return newId;
  const shown = JSON.stringify(String(newId).slice(0, 80));
  throw new Error(
    `newId of a new ${uid} is ${shown}. A documentId has 1 to 64 letters, digits, "-" and "_"; documentIdOfKey makes one`,
  );
}

/** The id of a request; an id that no database can store becomes '', which no document has. */
export const askedId = (documentId: string): string => (textProblem(documentId) === null ? documentId : '');

/** The id of the document that a call names. A single type needs no name. null: no document can have this id. */
export function documentIdOf(type: ContentType, named: string | undefined, caller: Caller): string | null {
  if (type.kind !== 'singleType') return named === undefined ? null : askedId(named);
  const documentId = ownDocumentId(type, caller);
  if (named === undefined || named === documentId) return documentId;
  // Documents of other scopes exist too; row filters say who sees them.
  return type.scopes.length > 0 ? askedId(named) : null;
}
