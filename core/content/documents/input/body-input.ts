// The attributes and values of a body, after parsing (parse-input.ts). Stored values are not part of it.

import type { Stored } from '../../../database/sql-dialect';
import type { Path } from '../../../kernel/check/check';
import type { Component, RelationAttribute, ScalarAttribute, Uid } from '../../model/compiled/content-type';
import type { NestedAttribute } from '../../model/compiled/nested';

export interface ModelInput {
  readonly scalars: Map<ScalarAttribute, Stored>;
  readonly relations: Map<RelationAttribute, RelationInput>;
  /** A single component is a list of at most one. Empty: cleared. */
  readonly entries: Map<NestedAttribute, readonly EntryInput[]>;
}

export interface EntryInput {
  readonly component: Component;
  /** The entry meant, where the body names one. */
  readonly id: number | null;
  readonly input: ModelInput;
  readonly path: Path;
}

/** A document as a body names it: by documentId or by the id of one of its rows. */
export interface Reference {
  readonly type: Uid;
  readonly documentId: string | null;
  readonly rowId: number | null;
  /** The axis values that the link names, such as `channel: 'print'`. */
  readonly pins: Readonly<Record<string, string>>;
  /** The program names it, not the caller: the document needs no right to link. */
  readonly isOwn: boolean;
}

export type ReferencePosition =
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'before' | 'after'; readonly reference: Reference; readonly written: unknown };

export interface ConnectInput {
  readonly reference: Reference;
  readonly position: ReferencePosition;
}

export type RelationInput =
  | {
      readonly kind: 'set';
      readonly items: readonly Reference[];
      /** Of the application, which sees all links. */
      readonly isOwn: boolean;
    }
  | {
      readonly kind: 'change';
      readonly connect: readonly ConnectInput[];
      readonly disconnect: readonly Reference[];
      /** `false`: a position beside an unconnected document means the end of the list. */
      readonly strict: boolean;
    };

export const emptyInput = (): ModelInput => ({
  scalars: new Map(),
  relations: new Map(),
  entries: new Map(),
});

/** Every document a relation input names. */
export function referencesOf(input: RelationInput): Reference[] {
  if (input.kind === 'set') return [...input.items];
  const positions = input.connect.flatMap(({ position }) =>
    'reference' in position ? [position.reference] : [],
  );
  return [...input.connect.map(({ reference }) => reference), ...positions, ...input.disconnect];
}

/** As many ids as the entries of a body can need. */
export function countEntries(input: ModelInput): number {
  let count = 0;
  for (const entries of input.entries.values())
    for (const entry of entries) count += 1 + countEntries(entry.input);
  return count;
}

/** Does the body name other documents? */
export function hasRelations({ relations, entries }: ModelInput): boolean {
  if (relations.size > 0) return true;
  for (const list of entries.values()) if (list.some(({ input }) => hasRelations(input))) return true;
  return false;
}
