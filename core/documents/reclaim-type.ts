// Makes the table of unique values agree with the rows of one type: when other rows of it are shown than before, or other values
// of them have to be unique.
import type { Database, Tx } from '../database/database';
import { createUniqueValues, sameKey, type UniqueKey } from '../database/unique';
import type { Schema } from '../schema/content-type';
import { storedClaims } from './stored-claims';
import { isShown } from './target';
import type { WritePlan } from './write-plan';

const PAGE = 200;

/** Answers how many values are held by somebody else already. */
export async function reclaimType(database: Database, schema: Schema, plan: WritePlan): Promise<number> {
  const { type } = plan;
  const unique = createUniqueValues(database);
  const { id } = database.dialect;
  const page = `SELECT DISTINCT document_id FROM ${id(type.table)} WHERE document_id > ? ORDER BY document_id LIMIT ${PAGE}`;

  const wantedBy = async (tx: Tx, documentId: string): Promise<UniqueKey[]> => {
    const rows = await tx.all(plan.text.rows, [documentId, ...plan.pinned.map(({ value }) => value)]);
    const claims = rows
      .map(plan.toRow)
      .filter(({ axes }) => isShown(type, axes))
      .flatMap((row) => storedClaims(schema, plan, row));
    return claims.filter((claim, index) => claims.findIndex((other) => sameKey(other, claim)) === index);
  };
  const each = async (work: (tx: Tx, documentId: string) => Promise<void>): Promise<void> => {
    for (let last = ''; ; ) {
      const done = await database.transaction(
        async (tx) => {
          const found = (await tx.all(page, [last])).map(([documentId]) => String(documentId));
          for (const documentId of found) await work(tx, documentId);
          return found;
        },
        { ambient: false },
      );
      const next = done.at(-1);
      if (next === undefined || done.length < PAGE) return;
      last = next;
    }
  };

  // All that is stale goes first: it may be in the way of others.
  await each(async (tx, documentId) => {
    const wanted = await wantedBy(tx, documentId);
    const held = await unique.held(tx, documentId);
    await unique.release(
      tx,
      documentId,
      held.filter((key) => !wanted.some((other) => sameKey(other, key))),
    );
  });
  let lost = 0;
  await each(async (tx, documentId) => {
    const held = await unique.held(tx, documentId);
    const missing = (await wantedBy(tx, documentId)).filter(
      (key) => !held.some((other) => sameKey(other, key)),
    );
    const taken = await unique.taken(tx, documentId, missing);
    lost += taken.length;
    await unique.claim(
      tx,
      documentId,
      missing
        .filter((key) => !taken.some((other) => sameKey(other, key)))
        .map(({ scope, hash }) => ({ scope, hash })),
    );
  });
  return lost;
}
