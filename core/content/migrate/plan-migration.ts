// The planner: the difference between database and schema as a list of steps. Each step has a sentence for people and an effect. The effect
// says whether startup may make the change, and whether the change loses data. Changes nothing.

import type { TableSpec } from '../../database/tables';
import { columnsOf } from '../model/compiled/columns';
import type { ContentType, Schema } from '../model/compiled/content-type';
import { changedValues, valuesBefore } from './changed-values';
import * as ddl from './ddl';
import type { FoundTable, FoundTables } from './introspect';
import type { MigrationContext, MigrationStep } from './migration-step';
import { columnSteps } from './plan-columns';
import { entrySteps } from './plan-entries';
import { entryRuleSteps } from './plan-entry-rules';
import { entryUniqueSteps } from './plan-entry-unique';
import { fieldMoveSteps } from './plan-field-moves';
import { brokenSearches, indexSteps } from './plan-indexes';
import { lateRenames } from './plan-late-renames';
import { linkSteps } from './plan-links';
import { movedSteps } from './plan-moved';
import { attributeRenames, identitySteps, renamedTypes, undoSteps } from './plan-renames';
import { ruleSteps } from './plan-rules';
import { sharedSteps } from './plan-shared';
import { unusedSteps } from './plan-unused';
import { wrongRenames } from './plan-wrong-renames';
import { pendingRenames } from './renames';
import { modelOf, type StoredModel } from './stored-model';

export async function planMigration(
  tables: readonly TableSpec[],
  schema: Schema,
  context: MigrationContext,
): Promise<MigrationStep[]> {
  const { dialect, models } = context;
  // Renames change a copy, so the rest is compared with the names that tables will have.
  const found: FoundTables = new Map([...context.found].map(([name, table]) => [name, copyOf(table)]));
  const steps: MigrationStep[] = [
    ...(await wrongRenames(schema, context)),
    ...brokenSearches(tables, context, found),
    ...undoSteps(context, found),
    ...(await identitySteps(schema, context, found)),
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
  const wordsOf = new Map(
    [...schema.types.values()].map((type) => [type.table, columnWords(type, modelOf(models, type))]),
  );
  const indexesOf = new Map(
    [...schema.types.values()].map((type) => [type.table, modelOf(models, type)?.type?.indexes]),
  );
  const late = [...schema.types.values()].filter((type) =>
    pendingRenames(modelOf(models, type), type).some((rename) => rename.late),
  );
  const moving = new Set([...context.moving, ...late.map(({ table }) => table)]);
  const indexes: MigrationStep[] = [];
  for (const table of tables) {
    const has = found.get(table.name);
    if (!has) {
      steps.push({
        effect: 'safe',
        kind: 'tables',
        changes: ddl.createWhole(table, dialect),
        sentence: `create the table ${table.name} (${table.owner})`,
      });
      continue;
    }
    const { name } = table;
    const remembered = indexesOf.get(name) ?? [];
    const columns = await columnSteps(
      table,
      has,
      changes.get(name) ?? [],
      wordsOf.get(name) ?? new Map(),
      remembered,
      context,
    );
    steps.push(...columns);
    indexes.push(...(await indexSteps(table, has, columns, remembered, { ...context, moving })));
  }
  const links = await linkSteps(schema, tables, context, found);
  return [
    ...steps,
    ...links.steps,
    // After the links: an index may allow a target once.
    ...indexes,
    ...links.afterIndexes,
    ...(await lateRenames(schema, tables, context, found)),
    ...(await fieldMoveSteps(schema, context, found)),
    ...(await entrySteps(schema, context, found, changes)),
    ...(await ruleSteps(schema, context, found, changes)),
    ...(await sharedSteps(schema, context, found)),
    ...(await entryRuleSteps(schema, context, found, changes)),
    ...(await entryUniqueSteps(schema, context, found, changes)),
    ...unusedSteps(tables, schema, { ...context, found }),
  ];
}

/** Per column of the type: what needs it. */
const columnWords = (type: ContentType, before: StoredModel | undefined): ReadonlyMap<string, string> =>
  new Map(
    [...type.attributes.values()].flatMap((attribute) => {
      const isNew = valuesBefore(before, type, attribute.name) === null;
      const words = `${isNew ? '' : 'the columns of '}the attribute ${attribute.name}`;
      return columnsOf(attribute).map((column) => [column, words] as const);
    }),
  );

const copyOf = (table: FoundTable): FoundTable => ({
  name: table.name,
  columns: new Map(table.columns),
  indexes: new Map(table.indexes),
});
