// A scope divides the documents of a content type by the value of an attribute. Unique values are compared inside a scope, and a single
// type has one document in each.
import { createHash } from 'node:crypto';
import type { Caller } from '../../../kernel/http/request/caller';
import type { ContentType, ScalarAttribute } from './content-type';

/** ` tenant=acme`, for each scope of the type. `valueFor`: of the row. */
export function scopeText(
  type: Pick<ContentType, 'scopes'>,
  valueFor: (attribute: ScalarAttribute) => unknown,
): string {
  let text = '';
  for (const { attribute } of type.scopes)
    text += ` ${attribute.name}=${encodeURIComponent(String(valueFor(attribute) ?? ''))}`;
  return text;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const ALPHABET = `${LETTERS}0123456789`;
const LENGTH = 24;

/** Derived from the uid and the scopes, so that the unique index over documentId and axes holds a single type to one document. */
export const singleDocumentId = (uid: string, scopes = ''): string => derivedDocumentId(`${uid}${scopes}`);

/** The same id for the same text. A hash, so no caller can choose the id of a document that exists or existed. */
export function derivedDocumentId(text: string): string {
  const hash = createHash('sha256').update(text).digest();
  return Array.from(hash.subarray(0, LENGTH), (byte, index) =>
    index === 0 ? LETTERS[byte % LETTERS.length] : ALPHABET[byte % ALPHABET.length],
  ).join('');
}

/** The document of a single type for this caller. Without values of scopes it is the same for all callers. */
export function ownDocumentId(type: Pick<ContentType, 'uid' | 'scopes'>, caller: Caller): string {
  const values = type.scopes.map(({ attribute, valueFor }) => [attribute, valueFor(caller)] as const);
  if (values.every(([, value]) => value === null)) return singleDocumentId(type.uid);
  const found = new Map(values);
  return singleDocumentId(
    type.uid,
    scopeText(type, (attribute) => found.get(attribute)),
  );
}

/** The document of a single type whose row has these values. */
export function singleDocumentOf(
  type: ContentType,
  valueFor: (attribute: ScalarAttribute) => unknown,
): string {
  return type.scopes.every(({ attribute }) => valueFor(attribute) === null)
    ? singleDocumentId(type.uid)
    : singleDocumentId(type.uid, scopeText(type, valueFor));
}
