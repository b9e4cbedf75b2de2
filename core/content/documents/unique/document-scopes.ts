// The scopes of a document (`type.addScope`): a new document gets those of its caller, and keeps them.
import type { Caller } from '../../../kernel/http/request/caller';
import { ownDocumentId } from '../../model/compiled/content-scope';
import type { ContentType } from '../../model/compiled/content-type';
import type { ModelInput } from '../input/body-input';
import type { BodyIssues } from '../input/body-issues';
import { storedValue } from '../write/stored-value';
import type { StoredRow, WriteAction } from '../write-action';

/** A new document is in the scopes of its caller. Taps of documents.prepare may set others. */
export function setScopes({ type, operation, caller, set }: WriteAction): void {
  if (operation === 'update' && type.kind !== 'singleType') return;
  for (const { attribute, valueFor } of type.scopes) {
    const value = valueFor(caller);
    if (value !== null) set(attribute.name, value);
  }
}

/** The document of a single type that this caller may make; null: a collection type. */
export const ownIdOf = (type: ContentType, caller: Caller): string | null =>
  type.kind === 'singleType' ? ownDocumentId(type, caller) : null;

/** The other rows of the document hold their unique values in its scope. */
export function refuseOtherScope(
  type: ContentType,
  row: StoredRow | undefined,
  { scalars }: ModelInput,
  issues: BodyIssues,
): void {
  if (!row) return;
  for (const { attribute } of type.scopes) {
    const stored = storedValue(row.values, attribute.column) ?? null;
    const given = scalars.get(attribute);
    if (given !== undefined && given !== stored)
      issues.add([attribute.name], `${attribute.name} divides the documents, and cannot change`, given);
  }
}
