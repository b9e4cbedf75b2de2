// Carries out the steps of a migration inside the transaction it is given (MySQL commits each change of a table by itself; the
// next start plans again from what is there).
import type { Knex } from 'knex';
import { convertColumn } from './convert-column';
import type { Database, Tx } from './database';
import * as ddl from './ddl';
import type { Dialect } from './dialect';
import { reasonOf } from './dialects/error-facts';
import type { FoundTables } from './introspect';
import type { MigrationStep } from './migration-step';
import { changeEntries } from './stored-entries';
import type { TableSpec } from './tables';

export async function applySteps(
  database: Pick<Database, 'dialect' | 'knex'>,
  tx: Tx,
  steps: readonly MigrationStep[],
  found: FoundTables,
): Promise<void> {
  for (const step of steps) {
    try {
      await applyStep(database, tx, step, found);
    } catch (error) {
      throw new Error(`The migration stopped at: ${step.sentence}. ${reasonOf(error)}`, { cause: error });
    }
  }
}

/** What `quire migrate plan` prints, one line a step. */
export function describeSteps(steps: readonly MigrationStep[]): string[] {
  const words = { safe: 'at start', lossy: 'LOSES DATA', unused: 'kept' } as const;
  return steps.map((step) => `[${words[step.effect]}] ${step.sentence}`);
}

async function applyStep(
  database: Pick<Database, 'dialect' | 'knex'>,
  tx: Tx,
  step: MigrationStep,
  found: FoundTables,
): Promise<void> {
  const { dialect } = database;
  if (step.kind === 'createTable') {
    await createTable(database.knex, step.table, dialect);
    for (const index of step.table.indexes) await tx.run(ddl.createIndex(step.table, index, dialect));
  } else if (step.kind === 'convertColumn') {
    await convertColumn(
      tx,
      dialect,
      step.table,
      step.column,
      step.from,
      found.get(step.table.name)?.indexes ?? new Map(),
    );
  } else if (step.kind === 'entries') {
    await changeEntries(tx, dialect, step.schema, step.changes);
  } else {
    for (const text of step.sql) await tx.run(text);
  }
}

async function createTable(knex: Knex, table: TableSpec, dialect: Dialect): Promise<void> {
  await knex.schema.createTable(table.name, (builder) => {
    for (const column of table.columns) builder.specificType(column.name, ddl.columnClause(column, dialect));
    if (table.primaryKey) builder.primary([...table.primaryKey]);
    for (const key of table.foreignKeys ?? []) {
      builder
        .foreign(key.column, foreignKeyName(table.name, key.column))
        .references(key.references)
        .inTable(key.table)
        .onDelete('CASCADE');
    }
  });
}

const foreignKeyName = (table: string, column: string): string =>
  `${table.slice(0, 40)}_${column.slice(0, 15)}_fk`;
