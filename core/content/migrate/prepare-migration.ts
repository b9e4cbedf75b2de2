// The comparison of the database with the schema: the target, and the steps to it. Changes nothing.
import type { Database, Tx } from '../../database/database';
import type { Schema } from '../model/compiled/content-type';
import type { Expansion, PairedAttribute } from './expansion';
import { type FoundTables, introspect } from './introspect';
import { isBreaking } from './is-breaking';
import { NO_MEMORY, readMemory } from './memory';
import type { MigrationStep } from './migration-step';
import { expandedModels } from './plan-expansion';
import { planMigration } from './plan-migration';
import { hasSearch } from './search-support';
import { withoutStale } from './stale-components';
import { formerOf, type SyncOptions, targetOf } from './sync-target';

export type Prepared = Awaited<ReturnType<typeof prepare>>;

/** `pairs`: of an expansion that is being made. */
export async function prepare(
  database: Database,
  tx: Tx,
  schema: Schema,
  options: SyncOptions,
  pairs: readonly PairedAttribute[] = [],
) {
  const { dialect } = database;
  const found = await introspect(tx, dialect);
  const stored = hasMemory(found) ? await readMemory(database) : NO_MEMORY;
  const { expansion } = stored;
  if (pairs.length === 0 && expansion?.state === 'begun') hide(expansion, found);
  const search = await hasSearch(database, schema);
  const former = formerOf(schema, stored, { ...options, search });
  const memory = former?.memory ?? expandedModels(stored, schema, pairs);
  const target = targetOf(schema, memory, { ...options, search });
  const { models, renames, epoch, storage, fingerprint } = memory;
  const moving = new Set(
    target.changes.flatMap(({ entry, became }) =>
      became === 'dormant' ? [] : [schema.types.get(entry.uid)?.table ?? ''],
    ),
  );
  const steps = await planMigration(target.tables, schema, {
    ...{ tx, dialect, found, renames, moving },
    models: withoutStale(models, schema),
  });
  return {
    found,
    target,
    steps,
    known: models,
    epoch,
    storage,
    fingerprint,
    expansion,
    isFormer: former !== null,
    memory: stored,
  };
}

/** A stop has left the columns; the next migration drops them. */
function hide({ pairs }: Expansion, found: FoundTables): void {
  for (const { table, next } of pairs) found.get(table)?.columns.delete(next);
}

/** Processes with the schema of the database do not use what it does not use. */
export function breaks(
  { found, target, known, fingerprint }: Prepared,
  steps: readonly MigrationStep[],
): boolean {
  return (
    hasMemory(found) &&
    !isSameSchema({ target, fingerprint }) &&
    isBreaking(steps, target.changes, known, target.models)
  );
}

export const isSameSchema = ({ target, fingerprint }: Pick<Prepared, 'target' | 'fingerprint'>): boolean =>
  fingerprint !== '' && target.fingerprintOf(target.models) === fingerprint;

export const hasMemory = (found: FoundTables): boolean =>
  ['quire_meta', 'quire_schema', 'quire_axes'].every((name) => found.has(name));
