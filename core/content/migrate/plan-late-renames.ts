// `renamedFrom` on an attribute that exists already: values under the new name are newer. Rows without a newer value take the former
// one. The former values stay until `quire migrate apply --drop`.
//   UPDATE "items" SET "url" = "href" WHERE "url" IS NULL AND "href" IS NOT NULL

import type { TableSpec } from '../../database/tables';
import type { Schema } from '../model/compiled/content-type';
import { countRows, type FoundTables } from './introspect';
import { type LateRename, lateLinks, lateRows, type TakeOver } from './late-statements';
import { followed } from './link-words';
import type { MigrationContext, MigrationStep } from './migration-step';
import { pendingRenames } from './renames';
import { attributeIn, modelOf, type StoredAttribute, storedAttribute } from './stored-model';

/** `found`: the tables with their new names. */
export async function lateRenames(
  schema: Schema,
  tables: readonly TableSpec[],
  context: MigrationContext,
  found: FoundTables,
): Promise<MigrationStep[]> {
  const { models, dialect, tx } = context;
  const steps: MigrationStep[] = [];
  for (const type of schema.types.values()) {
    const before = modelOf(models, type);
    for (const { from, to, late } of pendingRenames(before, type)) {
      const attribute = type.attributes.get(to);
      const old = attributeIn(before?.attributes, from) ?? attributeIn(before?.gone, from);
      const present = attributeIn(before?.attributes, to) ?? attributeIn(before?.gone, to);
      if (!late || !attribute || !old || !present) continue;
      const table = found.get(old.table ?? type.table);
      const column = table?.columns.get(old.columns[0] ?? '');
      if (!table || (old.table === null && !column)) continue;
      const kept = await countRows(tx, dialect, table, column);
      if (kept === 0) continue;
      const now = storedAttribute(attribute);
      const take = isAlike(old, now, schema) ? takeOver({ schema, type, tables, found, old, now }) : null;
      const [[taken] = []] = take ? await tx.all(take.count(dialect)) : [];
      const remedy = take
        ? `; rows without a value take ${Number(taken)} of ${kept}`
        : `; their types differ, so ${kept} values of ${from} are not taken over. "quire migrate apply --drop" removes them`;
      steps.push({
        effect: 'safe',
        changesValues: [type.uid],
        kind: 'rows',
        statements: take ? [take.statement(dialect)] : [],
        sentence: `${type.uid}: the attribute ${from} is renamed to ${to} after ${to} was added${remedy}`,
      });
    }
  }
  return steps;
}

const takeOver = (rename: LateRename): TakeOver =>
  rename.now.table === null ? lateRows(rename) : lateLinks(rename);

/** Values that need no conversion. */
const isAlike = (old: StoredAttribute, now: StoredAttribute, schema: Schema): boolean =>
  old.kind === now.kind &&
  old.columns.length === now.columns.length &&
  (old.table === null) === (now.table === null) &&
  JSON.stringify([
    old.values,
    old.entries,
    old.link?.relation,
    followed(old.link?.target ?? null, schema),
  ]) === JSON.stringify([now.values, now.entries, now.link?.relation, now.link?.target ?? null]);
