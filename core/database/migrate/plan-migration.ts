// The planner: the difference between database and schema as a list of steps. Each step has a sentence for people and an
// effect: startup may do it, it would lose data, or it removes something unused. Changes nothing.
import type { Schema, Uid } from '../../schema/model/content-type';
import type { Dialect } from '../dialect';
import type { TableSpec } from '../tables';
import * as ddl from './ddl';
import { type FoundTable, type FoundTables, hasRows, plainType } from './introspect';
import type { MigrationContext, MigrationStep } from './migration-step';
import { entrySteps } from './plan-entries';
import { attributeRenames, identitySteps } from './plan-renames';
import { attributeIn, storedAttribute } from './stored-model';

export async function planMigration(
  tables: readonly TableSpec[],
  schema: Schema,
  context: MigrationContext,
): Promise<MigrationStep[]> {
  const { dialect } = context;
  // Renames change a copy, so the rest is compared with the names that tables will have.
  const found: FoundTables = new Map([...context.found].map(([name, table]) => [name, copyOf(table)]));
  const steps: MigrationStep[] = [
    ...identitySteps(schema, context, found),
    ...attributeRenames(schema, context, found),
  ];
  steps.push(...(await movedAttributes(schema, { ...context, found })));
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
    const columns = await columnSteps(table, has, context);
    steps.push(...columns, ...indexSteps(table, has, dialect, convertedIn(columns)));
  }
  return [
    ...steps,
    ...(await entrySteps(schema, context, found)),
    ...unusedSteps(tables, schema, { ...context, found }),
  ];
}

/** Attributes that kept their name, and whose values now belong into another column or table: stored values would be lost. */
async function movedAttributes(
  schema: Schema,
  { tx, models, dialect, found }: MigrationContext,
): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = [];
  for (const type of schema.types.values()) {
    for (const attribute of type.attributes.values()) {
      const { name } = attribute;
      const now = storedAttribute(attribute);
      const old = attributeIn(models.get(type.uid)?.attributes, name);
      if (!old || attribute.kind === 'waiting') continue;
      const [column] = old.columns;
      if (old.table === now.table && column === now.columns[0]) continue;
      const lost = old.table ?? type.table;
      if (!found.has(lost) || (!old.table && !found.get(lost)?.columns.has(column ?? ''))) continue;
      const where = !old.table && column ? `WHERE ${dialect.id(column)} IS NOT NULL` : '';
      if (!(await hasRows(tx, dialect, lost, where))) continue;
      const place = old.table ?? `${type.table}.${column}`;
      const sentence = `${type.uid}: the values of ${name} are in ${place} and would no longer be seen; they stay there, and the attribute begins empty`;
      steps.push({ effect: 'lossy', kind: 'tables', changes: [], sentence });
    }
  }
  return steps;
}

async function columnSteps(
  table: TableSpec,
  has: FoundTable,
  { tx, dialect }: MigrationContext,
): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = [];
  for (const column of table.columns) {
    const before = has.columns.get(column.name);
    const place = `${table.name}.${column.name}`;
    if (!before) {
      steps.push({
        effect: 'safe',
        kind: 'tables',
        changes: [ddl.addColumn(table.name, column, dialect), ...ddl.fillColumn(table.name, column, dialect)],
        sentence: `add the column ${place} (${table.owner})`,
      });
      continue;
    }
    if (column.spec.kind === 'id') continue;
    const wanted = plainType(ddl.columnTypeOf(column, dialect));
    if (before.type === wanted) continue;
    if (isWider(before.type, wanted)) {
      const change = ddl.widenColumn(table.name, column, dialect);
      if (change)
        steps.push({
          effect: 'safe',
          kind: 'tables',
          changes: [change],
          sentence: `widen ${place} from ${before.type} to ${wanted}`,
        });
      continue;
    }
    const full = await hasRows(tx, dialect, table.name, `WHERE ${dialect.id(column.name)} IS NOT NULL`);
    const loss = full ? '; values that cannot be converted are lost' : '';
    steps.push({
      effect: full ? 'lossy' : 'safe',
      kind: 'convertColumn',
      table,
      column,
      from: before.type,
      sentence: `change ${place} (${table.owner}) from ${before.type} to ${wanted}${loss}`,
    });
  }
  return steps;
}

/** Indexes are created before others are dropped, so unique values stay unique. Only indexes with our names are dropped. */
function indexSteps(
  table: TableSpec,
  has: FoundTable,
  dialect: Dialect,
  converted: ReadonlySet<string>,
): MigrationStep[] {
  const wanted = new Map(table.indexes.map((index) => [index.name, index]));
  const missing = table.indexes.filter((index) => !has.indexes.has(index.name));
  // convertColumn drops those of a converted column.
  const stale = [...has.indexes.values()]
    .filter(({ columns }) => !columns.some((column) => converted.has(column)))
    .map(({ name }) => name)
    .filter((name) => !wanted.has(name) && /_(ix|uq)(_[0-9a-f]{8})?$/.test(name));
  return [
    ...missing.map(
      (index): MigrationStep => ({
        effect: 'safe',
        kind: 'tables',
        changes: [ddl.createIndex(table, index, dialect)],
        sentence: `create the index ${index.name}`,
      }),
    ),
    ...stale.map(
      (name): MigrationStep => ({
        effect: 'safe',
        kind: 'tables',
        changes: [ddl.dropIndex(table.name, name)],
        sentence: `drop the index ${name}`,
      }),
    ),
  ];
}

const convertedIn = (steps: readonly MigrationStep[]): ReadonlySet<string> =>
  new Set(steps.flatMap((step) => (step.kind === 'convertColumn' ? [step.column.name] : [])));

/** Tables that a content type had, and columns of present tables, that nothing uses. Those that wait for a plugin are kept. */
function unusedSteps(
  tables: readonly TableSpec[],
  schema: Schema,
  { models, found, dialect }: MigrationContext,
): MigrationStep[] {
  const wanted = new Map(tables.map((table) => [table.name, new Set(table.columns.map(({ name }) => name))]));
  const types = [...schema.types.values()];
  const waiting = new Set<string>();
  const made = new Set<string>();
  for (const model of models.values()) {
    if (!model.type || isOfAbsentPlugin(model.uid, schema)) continue;
    made.add(model.type.table);
    for (const table of model.type.links) made.add(table);
    const type = schema.types.get(model.uid) ?? types.find(({ renamedFrom }) => renamedFrom === model.uid);
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
      if (made.has(name) && !waiting.has(name))
        steps.push({
          effect: 'unused',
          kind: 'tables',
          changes: [ddl.dropTable(name)],
          sentence: `the table ${name} is not used any more`,
        });
      continue;
    }
    for (const column of table.columns.keys()) {
      if (columns.has(column) || waiting.has(`${name}.${column}`)) continue;
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

/** Every value of the one type is one of the other. */
function isWider(from: string, to: string): boolean {
  if (/^varchar/.test(from) && to === 'longtext') return true;
  if (from === 'smallint' && to === 'bigint') return true;
  const [, a, b] = /^(?:varchar|decimal|numeric)\((\d+)(?:,(\d+))?\)$/.exec(from) ?? [];
  const [, c, d] = /^(?:varchar|decimal|numeric)\((\d+)(?:,(\d+))?\)$/.exec(to) ?? [];
  return (
    from.split('(')[0] === to.split('(')[0] &&
    a !== undefined &&
    c !== undefined &&
    b === d &&
    Number(c) >= Number(a)
  );
}

const copyOf = (table: FoundTable): FoundTable => ({
  columns: new Map(table.columns),
  indexes: new Map(table.indexes),
});
