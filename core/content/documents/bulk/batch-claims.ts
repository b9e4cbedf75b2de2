// The unique values of a batch of documents: which rows may hold theirs, in the order of the batch.

import type { Tx } from '../../../database/database';
import { isShown } from '../../model/compiled/axis-kind';
import type { Schema } from '../../model/compiled/content-type';
import type { UniqueKey, UniqueValues } from '../../sql/unique';
import { storedClaims } from '../unique/stored-claims';
import { repeats, type UniqueClaim } from '../unique/unique-claims';
import type { WritePlan } from '../write/write-plan';
import type { StoredRow } from '../write-action';
import type { BulkDocument, BulkRow, RefusedBulkRow } from './bulk-rows';

export interface BatchClaims {
  readonly refused: readonly RefusedBulkRow[];
  /** Scope, hash, documentId. */
  readonly claims: readonly (readonly [string, string, string])[];
}

const keyOf = ({ scope, hash }: UniqueKey): string => `${scope}\u0000${hash}`;

export async function claimBatch(
  tx: Tx,
  unique: UniqueValues,
  schema: Schema,
  plan: WritePlan,
  documents: readonly BulkDocument[],
): Promise<BatchClaims> {
  if (!plan.hasUnique) return { refused: [], claims: [] };
  const wanted = documents.flatMap(({ documentId, rows }) =>
    rows
      .filter(({ axes }) => isShown(plan.type, axes))
      .map((row) => ({
        documentId,
        row,
        claims: storedClaims(schema, plan, storedRow(plan, documentId, row)),
      })),
  );
  const all = wanted.flatMap(({ claims }) => claims);
  // No document is named '', so the claims of all other documents count.
  const held = new Map((await unique.taken(tx, '', all)).map((key) => [keyOf(key), '']));
  const refused: RefusedBulkRow[] = [];
  const claims: (readonly [string, string, string])[] = [];
  for (const { documentId, row, claims: own } of wanted) {
    const taken = own.find((claim) => isTaken(claim, own, held.get(keyOf(claim)), documentId));
    if (taken) {
      const value = JSON.stringify(taken.value);
      refused.push({
        documentId,
        row,
        reason: `${taken.path.join('.')} must be unique, and another document has ${value}`,
      });
      continue;
    }
    for (const claim of own) {
      if (held.has(keyOf(claim))) continue;
      held.set(keyOf(claim), documentId);
      claims.push([claim.scope, claim.hash, documentId]);
    }
  }
  return { refused, claims };
}

const isTaken = (
  claim: UniqueClaim,
  own: readonly UniqueClaim[],
  holder: string | undefined,
  documentId: string,
): boolean => (holder !== undefined && holder !== documentId) || own.some((other) => repeats(other, claim));

/** The row as a read would return it. */
function storedRow({ type, nested }: WritePlan, documentId: string, { axes, columns }: BulkRow): StoredRow {
  const values: Record<string, unknown> = {};
  for (const attribute of type.attributes.values()) {
    if (attribute.kind !== 'scalar') continue;
    const value = columns.get(attribute.column) ?? null;
    values[attribute.column] =
      value === null ? null : (JSON.parse(attribute.type.toJson(value, attribute.options)) as unknown);
  }
  for (const { column } of nested) {
    const text = columns.get(column);
    values[column] = typeof text === 'string' ? (JSON.parse(text) as unknown) : null;
  }
  return { id: 0, documentId, axes, updatedAt: '', values };
}
