// The steps of one table: missing columns, columns whose values get another type, and indexes. All databases convert a column for the same
// reasons, because the stored type of its attribute decides, not only the type of the column.
import type { Dialect } from '../../database/dialect';
import type { TableColumn, TableSpec } from '../../database/tables';
import type { ChangedValues } from './changed-values';
import { convertStored, specOfType, targetOfSpec, type ValueSource, type ValueTarget } from './convert-value';
import * as ddl from './ddl';
import type { Losses } from './entry-losses';
import { type FoundColumn, type FoundIndex, type FoundTable, plainType } from './introspect';
import { type LosingDocuments, lossOf, type MigrationContext, type MigrationStep } from './migration-step';
import { isOwnIndex } from './plan-indexes';
import { columnPages } from './stored-columns';

/** `wordsOf`: what needs a column, in words of the schema. `remembered`: indexes of the last start. */
export async function columnSteps(
  table: TableSpec,
  has: FoundTable,
  changes: readonly ChangedValues[],
  wordsOf: ReadonlyMap<string, string>,
  remembered: readonly string[],
  context: MigrationContext,
): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = [];
  const added = new Map<string, ddl.TableChange[]>();
  for (const column of table.columns) {
    const before = has.columns.get(column.name);
    const change = changes.find((each) => each.column === column.name);
    if (!before) {
      const words = wordsOf.get(column.name) ?? `the column ${column.name}`;
      added.set(words, [...(added.get(words) ?? []), ...addedColumn(table, column, has, context.dialect)]);
    } else if (column.spec.kind !== 'id')
      steps.push(...(await changedColumn(table, has, column, before, change, remembered, context)));
  }
  const additions = [...added].map(([words, changes]): MigrationStep => {
    return { effect: 'safe', kind: 'tables', changes, sentence: `${table.owner}: add ${words}` };
  });
  return [...additions, ...steps];
}

const addedColumn = (
  { name }: TableSpec,
  column: TableColumn,
  has: FoundTable,
  dialect: Dialect,
): ddl.TableChange[] =>
  column.fill
    ? ddl.addFilledColumn(name, column, column.fill, has.columns.has(ddl.temporaryName(column.name)), dialect)
    : [ddl.addColumn(name, column, dialect)];

async function changedColumn(
  table: TableSpec,
  has: FoundTable,
  column: TableColumn,
  before: FoundColumn,
  change: ChangedValues | undefined,
  remembered: readonly string[],
  context: MigrationContext,
): Promise<MigrationStep[]> {
  const { dialect } = context;
  const { spec } = column;
  const wanted = plainType(ddl.columnTypeOf(column, dialect));
  const isSame = before.type === wanted;
  const canWiden = isWider(before.type, wanted);
  const widen = canWiden && !isSame ? ddl.widenColumn(table.name, column, dialect) : null;
  if (spec.kind === 'id' || (!change && isSame)) return [];
  if (change && isSame && wasConverted(change, before, wanted, dialect)) return [];
  // MySQL indexes the beginning of longtext, so it refuses to widen a column to it under an index.
  const stays = isSame || (widen !== null && wanted !== 'longtext');
  const indexes = () => droppedIndexes(table, has, column.name, stays, remembered, dialect);
  const place = `${table.name}.${column.name}`;
  if (!change && canWiden) {
    if (!widen) return [];
    const { drops, words } = indexes();
    const sentence = `widen ${place} from ${before.type} to ${wanted}${words}`;
    return [{ effect: 'safe', kind: 'tables', changes: [...drops, widen], sentence }];
  }
  const source = change?.source ?? { spec: specOfType(before.type), hidden: false };
  const target = change?.target ?? targetOfSpec(spec);
  const { values, lost, changed } = await losses(has, before, source, target, context);
  if (target.reshape && changed === 0) return [];
  const { drops, words } = indexes();
  const what = change
    ? `${table.owner}: ${change.sentence}`
    : `change ${place} (${table.owner}) from ${before.type} to ${wanted}`;
  return [
    {
      effect: lost > 0 ? 'lossy' : 'safe',
      lost,
      ...(lost > 0 ? { losing: losingIn(table.owner, has, before, source, target, context) } : {}),
      changesValues: [table.owner],
      kind: 'convertColumn',
      table,
      column,
      source,
      target,
      from: before.type,
      inPlace: isSame || widen !== null,
      prepares: [...drops, ...(widen ? [widen] : [])],
      hasLeftover: has.columns.has(ddl.temporaryName(column.name)),
      sentence: `${what}${lossOf(lost, values)}${words}`,
    },
  ];
}

/**
 * Indexes that are created again after the values have changed. `stays`: only unique ones of Quire, whose values may be equal for a
 * moment. Other indexes have to go with the column, and `words` names them.
 */
function droppedIndexes(
  { name: table, indexes }: TableSpec,
  has: FoundTable,
  column: string,
  stays: boolean,
  remembered: readonly string[],
  dialect: Dialect,
) {
  const isOwn = ({ name }: FoundIndex): boolean =>
    indexes.some((each) => each.name === name) || isOwnIndex(name, remembered);
  const covering = [...has.indexes.values()].filter(
    (index) => index.columns.includes(column) && (!stays || (index.unique && isOwn(index))),
  );
  for (const { name } of covering) has.indexes.delete(name);
  const others = covering.filter((index) => !isOwn(index)).map(({ name }) => name);
  return {
    drops: covering.flatMap((index) => ddl.dropIndex(table, index, dialect)),
    words: others.length === 0 ? '' : `; this drops ${others.join(', ')}, which Quire did not create`,
  };
}

/** Where each change of a table commits: after a stop, the column has the new type, and the memory the old one. */
function wasConverted(
  { source }: ChangedValues,
  before: FoundColumn,
  wanted: string,
  dialect: Dialect,
): boolean {
  if (dialect.tables.beginAgain === null || !source) return false;
  const former = plainType(dialect.columnType(source.spec));
  return former !== before.type && !isWider(former, wanted);
}

async function losses(
  { name }: FoundTable,
  column: FoundColumn,
  source: ValueSource,
  target: ValueTarget,
  { tx, dialect }: MigrationContext,
): Promise<Losses> {
  let values = 0;
  let lost = 0;
  let changed = 0;
  for await (const rows of columnPages(tx, dialect, name, [column]))
    for (const [, stored] of rows) {
      values += 1;
      const { isExact, isSame } = convertStored(stored, source, target, dialect);
      if (!isExact) lost += 1;
      if (!isSame) changed += 1;
    }
  return { values, lost, changed };
}

const losingIn = (
  owner: string,
  { name, columns }: FoundTable,
  column: FoundColumn,
  source: ValueSource,
  target: ValueTarget,
  { tx, dialect }: MigrationContext,
): LosingDocuments =>
  async function* () {
    const documents = columns.get('document_id');
    if (!documents) return;
    for await (const rows of columnPages(tx, dialect, name, [column, documents]))
      for (const [, stored, documentId] of rows)
        if (!convertStored(stored, source, target, dialect).isExact)
          yield { type: owner, documentId: String(documentId) };
  };

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
