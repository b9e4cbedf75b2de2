// Tables and columns that nothing uses any more. They stay until `quire migrate apply --drop`.
import type { Schema, Uid } from '../../schema/model/content-type';
import type { TableSpec } from '../tables';
import * as ddl from './ddl';
import type { MigrationContext, MigrationStep } from './migration-step';

/** Tables that a content type had, and columns of present tables, that nothing uses. Those that wait for a plugin are kept. */
export function unusedSteps(
  tables: readonly TableSpec[],
  schema: Schema,
  { models, found, dialect }: MigrationContext,
): MigrationStep[] {
  const wanted = new Map(tables.map((table) => [table.name, new Set(table.columns.map(({ name }) => name))]));
  const types = [...schema.types.values()];
  const waiting = new Set<string>();
  /** Table → the type that it belonged to; null: a link table, or the type has another table now. */
  const made = new Map<string, Uid | null>();
  for (const model of models.values()) {
    if (!model.type || isOfAbsentPlugin(model.uid, schema)) continue;
    const type = schema.types.get(model.uid) ?? types.find(({ renamedFrom }) => renamedFrom === model.uid);
    made.set(model.type.table, type ? null : model.uid);
    for (const table of model.type.links) made.set(table, null);
    const { table } = type ?? model.type;
    for (const place of model.type.brought) waiting.add(place).add(`${table}.${place}`);
    for (const [name, attribute] of Object.entries(model.attributes)) {
      if (type?.attributes.get(name)?.kind !== 'waiting') continue;
      if (attribute.table) waiting.add(attribute.table);
      for (const column of attribute.columns) waiting.add(`${table}.${column}`);
    }
  }
  const steps: MigrationStep[] = [];
  for (const [name, table] of found) {
    const columns = wanted.get(name);
    if (!columns) {
      const removes = made.get(name);
      if (removes !== undefined && !waiting.has(name))
        steps.push({
          effect: 'unused',
          kind: 'tables',
          ...(removes === null ? {} : { removes }),
          changes: [ddl.dropTable(name)],
          sentence: `the table ${name} is not used any more`,
        });
      continue;
    }
    for (const column of table.columns.keys()) {
      if (columns.has(column) || waiting.has(`${name}.${column}`) || ddl.isTemporary(column)) continue;
      steps.push({
        effect: 'unused',
        kind: 'tables',
        changes: [ddl.dropColumn(name, column, dialect)],
        sentence: `the column ${name}.${column} is not used any more`,
      });
    }
  }
  // Link tables before the tables they refer to.
  return steps.reverse();
}

/** A type of a disabled plugin: the schema has no type of that plugin. */
function isOfAbsentPlugin(uid: Uid, { types }: Schema): boolean {
  const plugin = /^plugin::[^.]+\./.exec(uid)?.[0];
  return plugin !== undefined && ![...types.keys()].some((other) => other.startsWith(plugin));
}
