// The steps of new names: of content types, and of attributes with a pending rename. Each rename is done in `found`, too, so later
// steps are compared with the names that tables will have.
//   ALTER TABLE "items" RENAME COLUMN "href" TO "url"      "url": { "type": "string", "renamedFrom": "href" }
import type { ContentType, Schema } from '../../schema/model/content-type';
import type { Dialect } from '../dialect';
import * as ddl from './ddl';
import type { FoundTables } from './introspect';
import type { MigrationContext, MigrationStep } from './migration-step';
import { type PendingRename, pendingRenames } from './renames';
import { attributeIn, IDENTITY, modelOf, type StoredModel, storedAttribute } from './stored-model';

type NamedType = StoredModel & { readonly type: NonNullable<StoredModel['type']> };

/** Names of content types: clients depend on the plural and singular name, the table on the collection name. */
export function identitySteps(
  schema: Schema,
  { models }: MigrationContext,
  found: FoundTables,
): MigrationStep[] {
  const steps: MigrationStep[] = [];
  const known = [...models.values()].filter(isType);
  for (const type of schema.types.values()) {
    const before = modelOf(models, type) ?? abandoned(type, schema, known);
    if (!before || !isType(before)) continue;
    const renamed = IDENTITY.filter((key) => before.type[key] !== type[key]);
    const declared = type.renamedFrom !== undefined;
    const changes = renamedTables(before, type, found);
    if (renamed.length === 0 && changes.length === 0) continue;
    const what = renamed.map((key) => `${key} was "${before.type[key]}" and is "${type[key]}"`).join(', ');
    const remedy = declared
      ? ''
      : `; if that is meant, say so with "renamedFrom": "${before.uid}" in its info`;
    const table = changes.length > 0 ? `; its table ${before.type.table} is renamed to ${type.table}` : '';
    steps.push({
      effect: declared ? 'safe' : 'lossy',
      kind: 'tables',
      changes,
      sentence: `${type.uid}: ${what || `it was ${before.uid}`}${table}${remedy}`,
    });
  }
  return steps;
}

const isType = (model: StoredModel): model is NamedType => model.type !== null;

/** A type without a file, with the table or plural name of this new type: the same type under another id. */
const abandoned = (type: ContentType, schema: Schema, known: readonly NamedType[]): NamedType | undefined =>
  known.find(
    ({ uid, type: { table, pluralName } }) =>
      !schema.types.has(uid) && (table === type.table || pluralName === type.pluralName),
  );

function renamedTables(before: NamedType, type: ContentType, found: FoundTables): ddl.TableChange[] {
  const pairs: [string, string][] = [[before.type.table, type.table]];
  for (const attribute of type.attributes.values()) {
    const old = attributeIn(before.attributes, attribute.name)?.table;
    const { table } = storedAttribute(attribute);
    if (old && table) pairs.push([old, table]);
  }
  return pairs.flatMap(([from, to]) => renameTable(from, to, found));
}

export function attributeRenames(
  schema: Schema,
  { models, dialect }: MigrationContext,
  found: FoundTables,
): MigrationStep[] {
  const steps: MigrationStep[] = [];
  for (const type of schema.types.values()) {
    const before = modelOf(models, type);
    for (const rename of pendingRenames(before, type)) {
      const { drops, changes } = attributeRename(type, before, rename, found, dialect);
      if (changes.length === 0) continue;
      const loss = drops.length > 0 ? `; the values of an earlier attribute ${rename.to} are lost` : '';
      steps.push({
        effect: drops.length > 0 ? 'lossy' : 'safe',
        kind: 'tables',
        changes: [...drops, ...changes],
        sentence: `${type.uid}: the attribute ${rename.from} is renamed to ${rename.to}${loss}`,
      });
    }
  }
  return steps;
}

function attributeRename(
  type: ContentType,
  before: StoredModel | undefined,
  { from, to, replaces }: PendingRename,
  found: FoundTables,
  dialect: Dialect,
): { readonly drops: ddl.TableChange[]; readonly changes: ddl.TableChange[] } {
  const attribute = type.attributes.get(to);
  const old = attributeIn(before?.attributes, from) ?? attributeIn(before?.gone, from);
  const drops: ddl.TableChange[] = [];
  const changes: ddl.TableChange[] = [];
  if (!attribute || !old) return { drops, changes };
  const now = storedAttribute(attribute);
  const columns = found.get(type.table)?.columns;
  old.columns.forEach((name, place) => {
    const wanted = now.columns[place];
    const column = columns?.get(name);
    if (!wanted || wanted === name || !columns || !column || (columns.has(wanted) && !replaces)) return;
    if (columns.has(wanted)) drops.push(ddl.dropColumn(type.table, wanted, dialect));
    columns.delete(name);
    columns.set(wanted, { ...column, name: wanted });
    changes.push(ddl.renameColumn(type.table, name, wanted, dialect));
  });
  if (!old.table || !now.table) return { drops, changes };
  if (replaces && found.has(old.table) && found.delete(now.table)) drops.push(ddl.dropTable(now.table));
  changes.push(...renameTable(old.table, now.table, found));
  return { drops, changes };
}

function renameTable(from: string, to: string, found: FoundTables): ddl.TableChange[] {
  const table = found.get(from);
  if (from === to || !table || found.has(to)) return [];
  found.delete(from);
  found.set(to, table);
  return [ddl.renameTable(from, to)];
}
