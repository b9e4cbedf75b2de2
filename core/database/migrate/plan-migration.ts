// The planner: the difference between database and schema as a list of steps. Each step has a sentence for people and an
// effect: startup may do it, it would lose data, or it removes something unused. Changes nothing.
import type { Schema } from '../../schema/model/content-type';
import type { TableSpec } from '../tables';
import { changedValues } from './changed-values';
import * as ddl from './ddl';
import type { FoundTable, FoundTables } from './introspect';
import type { MigrationContext, MigrationStep } from './migration-step';
import { columnSteps } from './plan-columns';
import { entrySteps } from './plan-entries';
import { indexSteps } from './plan-indexes';
import { lateRenames } from './plan-late-renames';
import { linkSteps } from './plan-links';
import { movedSteps } from './plan-moved';
import { attributeRenames, identitySteps, renamedTypes } from './plan-renames';
import { ruleSteps } from './plan-rules';
import { unusedSteps } from './plan-unused';
import { modelOf } from './stored-model';

export async function planMigration(
  tables: readonly TableSpec[],
  schema: Schema,
  context: MigrationContext,
): Promise<MigrationStep[]> {
  const { dialect, models } = context;
  // Renames change a copy, so the rest is compared with the names that tables will have.
  const found: FoundTables = new Map([...context.found].map(([name, table]) => [name, copyOf(table)]));
  const steps: MigrationStep[] = [
    ...identitySteps(schema, context, found),
    ...(await attributeRenames(schema, context, found)),
  ];
  steps.push(...(await movedSteps(schema, context, found)));
  const renamed = renamedTypes(schema, models);
  const changes = new Map(
    [...schema.types.values()].map((type) => [
      type.table,
      changedValues(modelOf(models, type), type, schema, renamed),
    ]),
  );
  const indexesOf = new Map(
    [...schema.types.values()].map((type) => [type.table, modelOf(models, type)?.type?.indexes]),
  );
  const indexes: MigrationStep[] = [];
  for (const table of tables) {
    const has = found.get(table.name);
    if (!has) {
      steps.push({
        effect: 'safe',
        kind: 'tables',
        changes: [ddl.createTable(table, dialect)],
        sentence: `create the table ${table.name} (${table.owner})`,
      });
      continue;
    }
    const columns = await columnSteps(table, has, changes.get(table.name) ?? [], context);
    steps.push(...columns);
    const remembered = indexesOf.get(table.name) ?? [];
    indexes.push(...(await indexSteps(table, has, columns, remembered, context)));
  }
  const links = await linkSteps(schema, tables, context, found);
  return [
    ...steps,
    ...links.steps,
    // After the links: an index may allow a target once.
    ...indexes,
    ...links.afterIndexes,
    ...(await lateRenames(schema, tables, context, found)),
    ...(await entrySteps(schema, context, found, changes)),
    ...(await ruleSteps(schema, context, found, changes)),
    ...unusedSteps(tables, schema, { ...context, found }),
  ];
}

const copyOf = (table: FoundTable): FoundTable => ({
  name: table.name,
  columns: new Map(table.columns),
  indexes: new Map(table.indexes),
});
