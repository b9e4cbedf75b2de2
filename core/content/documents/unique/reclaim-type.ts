// Rebuilds the unique values of one type from its rows. Needed when other rows are shown than before, or when other attributes are
// unique.

import type { Database, Tx } from '../../../database/database';
import { ROWS_PER_PAGE } from '../../../database/rows-per-page';
import { isShown } from '../../model/compiled/axis-kind';
import type { Schema } from '../../model/compiled/content-type';
import { createUniqueValues, sameKey, type UniqueKey } from '../../sql/unique';
import type { WritePlan } from '../write/write-plan';
import { storedClaims } from './stored-claims';
import { distinctKeys } from './unique-claims';

/** Returns the number of values that another document holds already. */
export async function reclaimType(database: Database, schema: Schema, plan: WritePlan): Promise<number> {
  const { type } = plan;
  const unique = createUniqueValues(database);
  const { id } = database.dialect;
  const page = `SELECT DISTINCT document_id FROM ${id(type.table)} WHERE document_id > ? ORDER BY document_id LIMIT ${ROWS_PER_PAGE.written}`;

  const wantedBy = async (tx: Tx, documentId: string): Promise<UniqueKey[]> => {
    const rows = await tx.all(plan.text.rows, [documentId, ...plan.pinned.map(({ value }) => value)]);
    const shown = rows.map(plan.toRow).filter(({ axes }) => isShown(type, axes));
    return distinctKeys(shown.flatMap((row) => storedClaims(schema, plan, row)));
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
      if (next === undefined || done.length < ROWS_PER_PAGE.written) return;
      last = next;
    }
  };

  // Stale values are released first, since they may conflict with new ones.
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
