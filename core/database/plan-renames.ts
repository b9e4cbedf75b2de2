// The steps of names that changed: of content types, and of attributes that say what they were called. What is renamed in the
// database is renamed in `found`, too, so that whatever comes after compares with what will be there.
import type { ContentType, Schema } from '../schema/content-type';
import * as ddl from './ddl';
import type { Dialect } from './dialect';
import type { FoundTables } from './introspect';
import type { MigrationContext, MigrationStep } from './migration-step';
import { attributeIn, type StoredAttribute, type StoredModel, storedModelOf } from './stored-model';

/** Names of content types: clients hang on the plural and singular, the table on the collection name. */
export function identitySteps(
  schema: Schema,
  { stored, dialect }: MigrationContext,
  found: FoundTables,
): MigrationStep[] {
  const steps: MigrationStep[] = [];
  for (const type of schema.types.values()) {
    const before =
      stored.get(type.uid) ??
      stored.get(type.renamedFrom ?? '') ??
      abandoned(type, schema, [...stored.values()]);
    if (!before) continue;
    const changes = (['singularName', 'pluralName', 'kind', 'collectionName'] as const).filter(
      (key) => before[key] !== type[key],
    );
    const declared = type.renamedFrom !== undefined;
    const sql = renamedTables(before, type, found, dialect);
    if (changes.length === 0 && sql.length === 0) continue;
    const what = changes.map((key) => `${key} was "${before[key]}" and is "${type[key]}"`).join(', ');
    const remedy = declared
      ? ''
      : `; if that is meant, say so with "renamedFrom": "${before.uid}" in its info`;
    steps.push({
      effect: declared ? 'safe' : 'lossy',
      kind: 'sql',
      sql,
      sentence: `${type.uid}: ${what || `it was ${before.uid}`}${sql.length > 0 ? `; its table ${before.table} is renamed to ${type.table}` : ''}${remedy}`,
    });
  }
  return steps;
}

/** A type that is gone, and whose table or plural name this new one has: it is the same under another id. */
const abandoned = (
  type: ContentType,
  schema: Schema,
  stored: readonly StoredModel[],
): StoredModel | undefined =>
  stored.find(
    (model) =>
      !schema.types.has(model.uid) && (model.table === type.table || model.pluralName === type.pluralName),
  );

function renamedTables(
  before: StoredModel,
  type: ContentType,
  found: FoundTables,
  dialect: Dialect,
): string[] {
  const now = storedModelOf(type);
  const pairs: [string, string][] = [[before.table, now.table]];
  for (const [name, attribute] of Object.entries(now.attributes)) {
    const old = attributeIn(before, name)?.table;
    if (old && attribute.table) pairs.push([old, attribute.table]);
  }
  return pairs.flatMap(([from, to]) => {
    const table = found.get(from);
    if (from === to || !table || found.has(to)) return [];
    found.delete(from);
    found.set(to, table);
    return [ddl.renameTable(from, to, dialect)];
  });
}

/** `"renamedFrom": "oldName"` on an attribute: columns and the link table go over to the new name. */
export function attributeRenames(
  schema: Schema,
  { stored, dialect }: MigrationContext,
  found: FoundTables,
): MigrationStep[] {
  const steps: MigrationStep[] = [];
  for (const type of schema.types.values()) {
    const before = stored.get(type.uid) ?? stored.get(type.renamedFrom ?? '');
    for (const [name, now] of Object.entries(storedModelOf(type).attributes)) {
      const former = type.attributes.get(name)?.common.renamedFrom;
      const old = former === undefined ? undefined : attributeIn(before, former);
      if (!former || !old || type.attributes.has(former)) continue;
      const sql = attributeRename(type.table, old, now, found, dialect);
      if (sql.length > 0)
        steps.push({
          effect: 'safe',
          kind: 'sql',
          sql,
          sentence: `${type.uid}: the attribute ${former} is renamed to ${name}`,
        });
    }
  }
  return steps;
}

function attributeRename(
  table: string,
  old: StoredAttribute,
  now: StoredAttribute,
  found: FoundTables,
  dialect: Dialect,
): string[] {
  const sql: string[] = [];
  const columns = found.get(table)?.columns;
  old.columns.forEach((from, place) => {
    const to = now.columns[place];
    const column = columns?.get(from);
    if (!to || to === from || !column || columns?.has(to)) return;
    columns?.delete(from);
    columns?.set(to, { ...column, name: to });
    sql.push(ddl.renameColumn(table, from, to, dialect));
  });
  const links = old.table ? found.get(old.table) : undefined;
  if (old.table && now.table && old.table !== now.table && links && !found.has(now.table)) {
    found.delete(old.table);
    found.set(now.table, links);
    sql.push(ddl.renameTable(old.table, now.table, dialect));
  }
  return sql;
}
