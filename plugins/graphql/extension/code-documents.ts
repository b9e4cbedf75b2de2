// Documents that code returns without a read of this plugin. Their relations, components and media are read when a client selects them.
import { type ContentType, check, type RequestContext, type Visibility } from '../../../core';

/** Where the documents of an extension are stored, and what a caller may read below them. */
export interface RowsOfCode {
  /** The id of a row, and the words that choose the row: `status`, `locale`. null: the value is no stored document. */
  placeOf(type: ContentType, document: object): RowPlace | null;
  /** The rights on components and media of a document of this type. */
  rightsOn(type: ContentType, request: RequestContext): Promise<Visibility>;
  /** `visibility` for a read of these rows: it may show the rows themselves, and nothing more below them. */
  showing(type: ContentType, words: RowWords, visibility: Visibility): Visibility;
}

export type RowWords = Readonly<Record<string, string>>;

export interface RowPlace {
  readonly id: number;
  /** One read, or several if the document does not say which one finds its row. */
  readonly reads: readonly RowWords[];
}

const marked = new WeakMap<object, RowsOfCode>();

/** Marks all objects in a value that code returns. */
export function markDocuments(value: unknown, rows: RowsOfCode): void {
  if (Array.isArray(value)) for (const one of value) markDocuments(one, rows);
  else if (check.isPlainObject(value) && !marked.has(value)) {
    marked.set(value, rows);
    for (const inner of Object.values(value)) markDocuments(inner, rows);
  }
}

/** undefined: this plugin has read the document. */
export const rowsOfCode = (document: object): RowsOfCode | undefined => marked.get(document);
