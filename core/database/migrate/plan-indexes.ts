// The steps of the indexes of one table. Indexes are created before others are dropped, so unique values stay unique.
import type { TableIndex, TableSpec } from '../tables';
import * as ddl from './ddl';
import type { FoundTable } from './introspect';
import type { MigrationContext, MigrationStep } from './migration-step';

/** `remembered`: names of indexes that the table had at the last start. Only these and names of our form are dropped. */
export async function indexSteps(
  table: TableSpec,
  has: FoundTable,
  columns: readonly MigrationStep[],
  remembered: readonly string[],
  context: MigrationContext,
): Promise<MigrationStep[]> {
  const { dialect } = context;
  const converted = columns.flatMap((step) =>
    step.kind === 'convertColumn' && !step.inPlace ? [step.column.name] : [],
  );
  const steps: MigrationStep[] = [];
  for (const index of table.indexes) {
    const before = has.indexes.get(index.name);
    if (before && before.unique === index.unique && String(before.columns) === String(index.columns))
      continue;
    const shared = await sharedValues(table, has, index, context);
    if (shared > 0) {
      steps.push(blocked(table, index, shared));
      continue;
    }
    steps.push({
      effect: 'safe',
      kind: 'tables',
      last: true,
      changes: [
        ...(before ? [ddl.dropIndex(table.name, index.name)] : []),
        ddl.createIndex(table, index, dialect),
      ],
      sentence: `${before ? 'change' : 'create'} the index ${index.name}${index.attributes ? ` (${table.owner}: unique values of ${index.attributes.join(', ')})` : ''}`,
    });
  }
  const wanted = new Set(table.indexes.map(({ name }) => name));
  // convertColumn drops those of a converted column.
  const stale = [...has.indexes.values()]
    .filter((index) => !index.columns.some((column) => converted.includes(column)))
    .map(({ name }) => name)
    .filter((name) => !wanted.has(name) && (remembered.includes(name) || OWN_NAME.test(name)));
  return [
    ...steps,
    ...stale.map(
      (name): MigrationStep => ({
        effect: 'safe',
        kind: 'tables',
        last: true,
        changes: [ddl.dropIndex(table.name, name)],
        sentence: `drop the index ${name}`,
      }),
    ),
  ];
}

const OWN_NAME = /_(ix|uq)(_[0-9a-f]{8})?$/;

/**
 * How many combinations of values several rows have that a declared unique index would refuse. A new column is empty, has one value in
 * all rows, or is filled by an expression.
 */
async function sharedValues(
  table: TableSpec,
  has: FoundTable,
  { attributes, columns }: TableIndex,
  { tx, dialect: { id } }: MigrationContext,
): Promise<number> {
  if (!attributes) return 0;
  const names: string[] = [];
  for (const name of columns) {
    const column = table.columns.find((each) => each.name === name);
    if (has.columns.has(name)) names.push(id(name));
    else if (column?.fill) names.push(column.fill(id));
    else if (column?.default === undefined) return 0;
  }
  const filled = names.map((name) => `${name} IS NOT NULL`).join(' AND ');
  const [row] = await tx.all(
    `SELECT COUNT(*) FROM (SELECT 1 FROM ${id(has.name)} WHERE ${filled} GROUP BY ${names.join(', ')} HAVING COUNT(*) > 1) g`,
  );
  return Number(row?.[0] ?? 0);
}

const blocked = (
  { owner }: TableSpec,
  { attributes = [], name }: TableIndex,
  broken: number,
): MigrationStep => ({
  effect: 'blocked',
  broken,
  kind: 'tables',
  changes: [],
  sentence: `${owner}: documents share values of ${attributes.join(', ')} (shared: ${broken}), so the unique index ${name} cannot be created. Change these documents, or remove "unique" from the index`,
});
