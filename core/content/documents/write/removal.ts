// What one delete removes: the document that the request names, and those that go with it by `"onDelete": "cascade"`. All parts of the
// delete share it.
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { ContentType } from '../../model/compiled/content-type';
import { documentKey } from './lock-order';

export interface GoneDocument {
  readonly type: ContentType;
  readonly documentId: string;
}

/** A part of a document that goes with a deleted document. */
export interface LinkedPlace extends GoneDocument {
  /** Values of parallel axes; null: the whole document. */
  readonly at: Readonly<Record<string, string>> | null;
  /** The number of places that the document has. */
  readonly places: number;
  /** All rows of the place are hidden by dormant axes. */
  readonly isHidden: boolean;
}

export class Removal {
  readonly #gone = new Map<string, GoneDocument>();
  readonly #taken = new Set<string>();
  #unchecked: GoneDocument[] = [];

  constructor(private readonly most: number) {}

  /** The last row of the document was removed. */
  gone(document: GoneDocument): void {
    this.#gone.set(documentKey(document.type.uid, document.documentId), document);
    this.#unchecked.push(document);
  }

  /** All documents of the type that went. */
  goneOf(type: ContentType): readonly string[] {
    return [...this.#gone.values()].flatMap((gone) => (gone.type === type ? [gone.documentId] : []));
  }

  /** The documents that went since the last call. */
  takeUnchecked(): readonly GoneDocument[] {
    const unchecked = this.#unchecked;
    this.#unchecked = [];
    return unchecked;
  }

  /** false: a part of the delete takes or took the place. */
  takes({ type, documentId, at }: LinkedPlace): boolean {
    const document = documentKey(type.uid, documentId);
    const place = JSON.stringify([document, at]);
    if (this.#gone.has(document) || this.#taken.has(place)) return false;
    if (this.#taken.size >= this.most) throw coreErrors.CASCADE_TOO_LARGE(this.most);
    this.#taken.add(place);
    return true;
  }
}
