// The rename tracker of content types and components. An attribute `url` with `"renamedFrom": "href"` declares a rename; the tracker
// lists those that stored rows and entries have not followed. Pure; plan-renames.ts and plan-entries.ts make steps of them.
import type { Component, ContentType } from '../model/compiled/content-type';
import { isFieldPath } from './field-moves';

export interface PendingRename {
  readonly from: string;
  readonly to: string;
  /** Values under the new name are newer: the attribute existed beside the former one, or was added after it was removed. */
  readonly late: boolean;
  /** Values of an earlier attribute that had the new name may be stored; the rename drops them. */
  readonly replaces: boolean;
}

/** The part of a StoredModel (stored-model.ts) that the tracker reads. */
interface Known {
  readonly attributes: object;
  readonly gone: object;
  readonly renamed: Readonly<Record<string, string>>;
}

type Owner = Pick<ContentType | Component, 'attributes'>;

/** Former names by present names. Not moves of fields (field-moves.ts), and not those of an attribute that waits for its plugin, or whose former name is in use. */
export function declaredRenames({ attributes }: Owner): Record<string, string> {
  return Object.fromEntries(
    [...attributes.values()].flatMap(({ name, kind, common: { renamedFrom } }) =>
      renamedFrom === undefined ||
      kind === 'waiting' ||
      attributes.has(renamedFrom) ||
      isFieldPath(renamedFrom)
        ? []
        : [[name, renamedFrom]],
    ),
  );
}

export function pendingRenames(before: Known | undefined, owner: Owner): PendingRename[] {
  if (!before) return [];
  const { attributes, gone, renamed } = before;
  return Object.entries(declaredRenames(owner)).flatMap(([to, from]) => {
    if (Object.hasOwn(renamed, to) && renamed[to] === from) return [];
    const removed = Object.hasOwn(gone, from);
    if (!removed && !Object.hasOwn(attributes, from)) return [];
    const late = removed || Object.hasOwn(attributes, to);
    return [{ from, to, late, replaces: !late && Object.hasOwn(gone, to) }];
  });
}
