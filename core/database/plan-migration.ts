// The difference between the database and the schema as a list of steps, each with a sentence for people. Decides what is safe
// to do at start, what would lose data, and what is merely not used any more. Changes nothing.
import type { Schema, Uid } from '../schema/content-type';
import * as ddl from './ddl';
import type { Dialect } from './dialect';
import { hasRows } from './has-rows';
import { type FoundTable, type FoundTables, plainType } from './introspect';
import type { MigrationContext, MigrationStep } from './migration-step';
import { entrySteps } from './plan-entries';
import { attributeRenames, identitySteps } from './plan-renames';
import { attributeIn, storedModelOf } from './stored-model';
import type { TableSpec } from './tables';

export async function planMigration(
  tables: readonly TableSpec[],
  schema: Schema,
  context: MigrationContext,
): Promise<MigrationStep[]> {
  const { dialect } = context;
  // Renames happen to a copy, so that the rest is compared with what will be there.
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
        kind: 'createTable',
        table,
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

/** An attribute of the same name whose values now belong elsewhere: what is stored would no longer be seen. */
async function movedAttributes(
  schema: Schema,
  { tx, stored, dialect, found }: MigrationContext,
): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = [];
  for (const type of schema.types.values()) {
    for (const [name, now] of Object.entries(storedModelOf(type).attributes)) {
      const old = attributeIn(stored.get(type.uid), name);
      if (!old || now.kind === 'waiting' || old.kind === 'waiting') continue;
      const [column] = old.columns;
      if (old.table === now.table && column === now.columns[0]) continue;
      const lost = old.table ?? type.table;
      if (!found.has(lost) || (!old.table && !found.get(lost)?.columns.has(column ?? ''))) continue;
      const where = !old.table && column ? `WHERE ${dialect.id(column)} IS NOT NULL` : '';
      if (!(await hasRows(tx, dialect, lost, where))) continue;
      const place = old.table ?? `${type.table}.${column}`;
      const sentence = `${type.uid}: the values of ${name} are in ${place} and would no longer be seen; they stay there, and the attribute begins empty`;
      steps.push({ effect: 'lossy', kind: 'sql', sql: [], sentence });
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
        kind: 'sql',
        sql: [ddl.addColumn(table.name, column, dialect)],
        sentence: `add the column ${place} (${table.owner})`,
      });
      continue;
    }
    if (column.spec.kind === 'id') continue;
    const wanted = plainType(ddl.columnTypeOf(column, dialect));
    if (before.type === wanted) continue;
    if (isWider(before.type, wanted)) {
      const sql = ddl.widenColumn(table.name, column, dialect);
      if (sql)
        steps.push({
          effect: 'safe',
          kind: 'sql',
          sql: [sql],
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

/** New ones before old ones go: at no time is nothing unique. Only indexes whose names are ours are dropped. */
function indexSteps(
  table: TableSpec,
  has: FoundTable,
  dialect: Dialect,
  converted: ReadonlySet<string>,
): MigrationStep[] {
  const wanted = new Map(table.indexes.map((index) => [index.name, index]));
  const missing = table.indexes.filter((index) => !has.indexes.has(index.name));
  // Those of a converted column go with the conversion.
  const stale = [...has.indexes.values()]
    .filter(({ columns }) => !columns.some((column) => converted.has(column)))
    .map(({ name }) => name)
    .filter((name) => !wanted.has(name) && /_(ix|uq)(_[0-9a-f]{8})?$/.test(name));
  return [
    ...missing.map(
      (index): MigrationStep => ({
        effect: 'safe',
        kind: 'sql',
        sql: [ddl.createIndex(table, index, dialect)],
        sentence: `create the index ${index.name}`,
      }),
    ),
    ...stale.map(
      (name): MigrationStep => ({
        effect: 'safe',
        kind: 'sql',
        sql: [ddl.dropIndex(table.name, name, dialect)],
        sentence: `drop the index ${name}`,
      }),
    ),
  ];
}

const convertedIn = (steps: readonly MigrationStep[]): ReadonlySet<string> =>
  new Set(steps.flatMap((step) => (step.kind === 'convertColumn' ? [step.column.name] : [])));

/** Columns and tables that only we can have made, and that nothing uses now. What waits for a plugin is none of them. */
function unusedSteps(
  tables: readonly TableSpec[],
  schema: Schema,
  { stored, found, dialect }: MigrationContext,
): MigrationStep[] {
  const wanted = new Map(tables.map((table) => [table.name, new Set(table.columns.map(({ name }) => name))]));
  const types = [...schema.types.values()];
  const waiting = new Set<string>();
  const made = new Set<string>();
  for (const model of stored.values()) {
    if (isOfAbsentPlugin(model.uid, schema)) continue;
    made.add(model.table);
    for (const table of model.links) made.add(table);
    const type = schema.types.get(model.uid) ?? types.find(({ renamedFrom }) => renamedFrom === model.uid);
    const { table } = type ?? model;
    for (const place of model.brought ?? []) waiting.add(place).add(`${table}.${place}`);
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
          kind: 'sql',
          sql: [ddl.dropTable(name, dialect)],
          sentence: `the table ${name} is not used any more`,
        });
      continue;
    }
    for (const column of table.columns.keys()) {
      if (columns.has(column) || waiting.has(`${name}.${column}`)) continue;
      steps.push({
        effect: 'unused',
        kind: 'sql',
        sql: [ddl.dropColumn(name, column, dialect)],
        sentence: `the column ${name}.${column} is not used any more`,
      });
    }
  }
  // Tables of links before the tables they point at.
  return steps.reverse();
}

/** A type that a plugin defines, and no other type of the plugin is there: it is off. */
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
