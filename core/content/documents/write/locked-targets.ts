// The link targets that a write has locked against deletion, so that it locks each of them once.
import type { RelationAttribute } from '../../model/compiled/content-type';
import type { Link } from './link';
import { type DocumentKey, documentKey } from './lock-order';

export class LockedTargets {
  #rows: Set<number> | null = null;
  #documents: Set<string> | null = null;
  /** By row: the relations whose targets are all locked. */
  #relations: Map<number, Set<RelationAttribute>> | null = null;

  /** Returns true on the first call for a row: its targets must be locked once. */
  addRow(rowId: number): boolean {
    this.#rows ??= new Set();
    if (this.#rows.has(rowId)) return false;
    this.#rows.add(rowId);
    return true;
  }

  add({ type, documentId }: DocumentKey): void {
    this.#documents ??= new Set();
    this.#documents.add(documentKey(type, documentId));
  }

  /** After a write of all links of a relation. */
  linksWritten(rowId: number, relation: RelationAttribute, links: readonly Link[]): void {
    if (!links.every(({ type, document }) => this.#documents?.has(documentKey(type, document)))) return;
    this.#relations ??= new Map();
    const relations = this.#relations.get(rowId) ?? new Set();
    this.#relations.set(rowId, relations.add(relation));
  }

  hasAllOf(rowId: number, relation: RelationAttribute): boolean {
    return this.#relations?.get(rowId)?.has(relation) ?? false;
  }
}
