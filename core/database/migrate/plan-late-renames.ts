// `renamedFrom` on an attribute that exists already: the former attribute was removed at an earlier start, and values under the new name
// are newer. Rows without a newer value take the former one. The former column stays until `quire migrate apply --drop`.
//   UPDATE "items" SET "url" = "href" WHERE "url" IS NULL AND "href" IS NOT NULL
import type { ContentType, Schema } from '../../schema/model/content-type';
import type { Dialect } from '../dialect';
import { countRows, type FoundTables } from './introspect';
import type { MigrationContext, MigrationStep } from './migration-step';
import { pendingRenames } from './renames';
import { attributeIn, modelOf, type StoredAttribute, storedAttribute } from './stored-model';

/** `found`: the tables with their new names. */
export async function lateRenames(
  schema: Schema,
  { models, dialect, tx }: MigrationContext,
  found: FoundTables,
): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = [];
  for (const type of schema.types.values()) {
    const before = modelOf(models, type);
    for (const { from, to, late } of pendingRenames(before, type)) {
      const attribute = type.attributes.get(to);
      const old = attributeIn(before?.gone, from);
      const present = attributeIn(before?.attributes, to) ?? attributeIn(before?.gone, to);
      if (!late || !attribute || !old || !present) continue;
      const table = found.get(old.table ?? type.table);
      const column = table?.columns.get(old.columns[0] ?? '');
      if (!table || (old.table === null && !column)) continue;
      const kept = await countRows(tx, dialect, table, column);
      if (kept === 0) continue;
      const now = storedAttribute(attribute);
      const changes = isAlike(old, now) ? takeOver(type, old, now, dialect) : [];
      const remedy =
        changes.length > 0
          ? `; rows without a value take one of ${kept}`
          : `, but its type is another: ${kept} values of ${from} stay unused until "quire migrate apply --drop" removes them`;
      steps.push({
        effect: 'safe',
        changesValues: true,
        kind: 'tables',
        changes,
        sentence: `${type.uid}: the attribute ${from} is renamed to ${to} after ${to} was added${remedy}`,
      });
    }
  }
  return steps;
}

/** Values that need no conversion. */
const isAlike = (old: StoredAttribute, now: StoredAttribute): boolean =>
  old.kind === now.kind &&
  old.columns.length === now.columns.length &&
  (old.table === null) === (now.table === null) &&
  JSON.stringify([old.values, old.entries, old.link?.relation, old.link?.target]) ===
    JSON.stringify([now.values, now.entries, now.link?.relation, now.link?.target]);

function takeOver(
  { table }: ContentType,
  old: StoredAttribute,
  now: StoredAttribute,
  { id }: Dialect,
): string[] {
  if (old.table !== null || now.table !== null) return [];
  const pairs = now.columns.map((column, place) => `${id(column)} = ${id(old.columns[place] ?? '')}`);
  const [to, from] = [id(now.columns[0] ?? ''), id(old.columns[0] ?? '')];
  return [`UPDATE ${id(table)} SET ${pairs.join(', ')} WHERE ${to} IS NULL AND ${from} IS NOT NULL`];
}
