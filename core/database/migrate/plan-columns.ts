// The steps of one table: columns that are missing, columns whose values get another type, and indexes. The reasons to convert a
// column are the same on all databases, since the remembered type of its attribute decides, not only the type of the column.
import type { Dialect } from '../dialect';
import type { TableColumn, TableSpec } from '../tables';
import type { ChangedValues } from './changed-values';
import { convertStored, specOfType, targetOfSpec, type ValueSource, type ValueTarget } from './convert-value';
import * as ddl from './ddl';
import { type FoundColumn, type FoundTable, plainType } from './introspect';
import { lossOf, type MigrationContext, type MigrationStep } from './migration-step';
import { columnPages } from './stored-columns';

export async function columnSteps(
  table: TableSpec,
  has: FoundTable,
  changes: readonly ChangedValues[],
  context: MigrationContext,
): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = [];
  for (const column of table.columns) {
    const before = has.columns.get(column.name);
    const change = changes.find((each) => each.column === column.name);
    if (!before) steps.push(addedColumn(table, column, has, context.dialect));
    else if (column.spec.kind !== 'id')
      steps.push(...(await changedColumn(table, has, column, before, change, context)));
  }
  return steps;
}

const addedColumn = (
  table: TableSpec,
  column: TableColumn,
  has: FoundTable,
  dialect: Dialect,
): MigrationStep => ({
  effect: 'safe',
  kind: 'tables',
  changes: column.fill
    ? ddl.addFilledColumn(
        table.name,
        column,
        column.fill,
        has.columns.has(ddl.temporaryName(column.name)),
        dialect,
      )
    : [ddl.addColumn(table.name, column, dialect)],
  sentence: `add the column ${table.name}.${column.name} (${table.owner})`,
});

async function changedColumn(
  table: TableSpec,
  has: FoundTable,
  column: TableColumn,
  before: FoundColumn,
  change: ChangedValues | undefined,
  context: MigrationContext,
): Promise<MigrationStep[]> {
  const { dialect } = context;
  const { spec } = column;
  const wanted = plainType(ddl.columnTypeOf(column, dialect));
  const isSame = before.type === wanted;
  const isIndexed = [...has.indexes.values()].some((index) => index.columns.includes(column.name));
  // MySQL refuses to widen a column to longtext under an index.
  const canWiden = isWider(before.type, wanted) && !(isIndexed && wanted === 'longtext');
  const widen = canWiden ? ddl.widenColumn(table.name, column, dialect) : null;
  if (spec.kind === 'id' || (!change && isSame)) return [];
  if (change && isSame && wasConverted(change, before, wanted, dialect)) return [];
  const place = `${table.name}.${column.name}`;
  if (!change && canWiden)
    return widen
      ? [
          {
            effect: 'safe',
            kind: 'tables',
            changes: [widen],
            sentence: `widen ${place} from ${before.type} to ${wanted}`,
          },
        ]
      : [];
  const source = change?.source ?? { spec: specOfType(before.type), hidden: false };
  const target = change?.target ?? targetOfSpec(spec);
  const { values, lost } = await losses(has, before, source, target, context);
  const what = change
    ? `${table.owner}: ${change.sentence}`
    : `change ${place} (${table.owner}) from ${before.type} to ${wanted}`;
  return [
    {
      effect: lost > 0 ? 'lossy' : 'safe',
      lost,
      changesValues: [table.owner],
      kind: 'convertColumn',
      table,
      column,
      source,
      target,
      from: before.type,
      inPlace: isSame || widen !== null,
      widen,
      hasLeftover: has.columns.has(ddl.temporaryName(column.name)),
      indexes: has.indexes,
      sentence: `${what}${lossOf(lost, values)}`,
    },
  ];
}

/** MariaDB commits each change of a table. After a stop, the column has the new type, and the memory the old one. */
function wasConverted(
  { source }: ChangedValues,
  before: FoundColumn,
  wanted: string,
  dialect: Dialect,
): boolean {
  if (dialect.name !== 'mysql' || !source) return false;
  const former = plainType(dialect.columnType(source.spec));
  return former !== before.type && !isWider(former, wanted);
}

async function losses(
  { name }: FoundTable,
  column: FoundColumn,
  source: ValueSource,
  target: ValueTarget,
  { tx, dialect }: MigrationContext,
): Promise<{ readonly values: number; readonly lost: number }> {
  let values = 0;
  let lost = 0;
  for await (const rows of columnPages(tx, dialect, name, column))
    for (const [, stored] of rows) {
      values += 1;
      if (!convertStored(stored, source, target, dialect).isExact) lost += 1;
    }
  return { values, lost };
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
