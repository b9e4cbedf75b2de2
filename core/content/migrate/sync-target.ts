// The target state of the database at a start: the tables, models and axes of the schema, and their fingerprint.
import { createHash } from 'node:crypto';
import type { TableSpec } from '../../database/tables';
import type { Logger } from '../../kernel/log/logger';
import type { Schema, Uid } from '../model/compiled/content-type';
import { type AxisLedger, createLedger, nextLedger } from '../sql/axis-ledger';
import type { Memory } from './memory';
import type { MigrationStep } from './migration-step';
import type { SearchSupport } from './search-support';
import { withoutStale } from './stale-components';
import { isUniform, nextModels, type StoredModels, type TableFacts } from './stored-model';
import { SYSTEM_TABLES } from './system-tables';
import { tablesOf } from './tables-of';

/** Raise it when a new version of Quire needs other tables, or another memory, for the same schema. */
const GENERATION = 5;

export interface SyncOptions {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** `schema.tables`: plugins add tables, columns, indexes. */
  readonly extend?: (tables: TableSpec[], schema: Schema) => void;
  /** `schema.dropped`: plugins remove what they stored about content types whose tables were removed. */
  readonly dropped?: (uids: readonly Uid[]) => Promise<void>;
  /** `schema.renamed`: plugins change what they stored about content types under their former uids. */
  readonly renamed?: (uids: ReadonlyMap<Uid, Uid>) => Promise<void>;
  /** Reads the catalogue of the database even where the fingerprint is the same: another program may have changed tables. */
  readonly distrust?: boolean;
  /** Nothing may be changed: other tables stop the start. */
  readonly readOnly?: boolean;
  /** Milliseconds before a migration that former processes would not survive, so that they stop writing. 0 or absent: none. */
  readonly grace?: number;
}

export interface SyncResult {
  readonly ledger: AxisLedger;
  /** Do all stored entries of the component have the shape of the schema? */
  readonly uniform: (component: Uid) => boolean;
  readonly tables: readonly TableSpec[];
  /** The steps done; empty on most starts. */
  readonly steps: readonly MigrationStep[];
  /** Of the schema in the database. */
  readonly epoch: number;
  /** The schema is the former one of an expansion: processes with the next one own the memory of the database. */
  readonly isFormer?: true;
}

export type Target = ReturnType<typeof targetOf>;

export function targetOf(
  schema: Schema,
  memory: Pick<Memory, 'entries' | 'models'>,
  { extend, search }: SyncOptions & SearchSupport,
) {
  const { entries, changes } = nextLedger(memory.entries, schema, new Date().toISOString());
  const tables = [...SYSTEM_TABLES, ...tablesOf(schema, createLedger(entries), { search })];
  const before = new Map(tables.map(({ name, columns }) => [name, columns]));
  extend?.(tables, schema);
  const shapes: TableFacts = new Map(
    tables.map(({ name, columns, indexes }) => {
      const own = before.get(name) ?? columns;
      const all = columns.map((column) => column.name);
      const added = all.filter((column) => !own.some((each) => each.name === column));
      return [name, { added, indexes: indexes.map((index) => index.name) }];
    }),
  );
  const facts = entries.map(({ since, ...entry }) => entry);
  const renames = [...schema.types.values()].map(({ uid, renamedFrom }) => [uid, renamedFrom ?? null]);
  const fingerprintOf = (models: StoredModels): string =>
    createHash('sha256')
      .update(JSON.stringify([GENERATION, tables, facts, renames, [...models.values()].sort(byUid)]))
      .digest('hex');
  const models = nextModels(withoutStale(memory.models, schema), schema, shapes);
  return { entries, changes, tables, fingerprintOf, models };
}

const byUid = (a: { readonly uid: Uid }, b: { readonly uid: Uid }): number => (a.uid < b.uid ? -1 : 1);

export const resultOf = (target: Target, steps: readonly MigrationStep[], epoch: number): SyncResult => ({
  ledger: createLedger(target.entries),
  uniform: isUniform(target.models),
  tables: target.tables,
  steps,
  epoch,
});

/** The former schema of an expansion; null: another schema, or no expansion. */
export function formerOf(
  schema: Schema,
  { expansion, ...memory }: Memory,
  options: SyncOptions & SearchSupport,
): { readonly memory: Memory; readonly target: Target } | null {
  if (expansion?.state !== 'done') return null;
  const { former } = expansion;
  const target = targetOf(schema, former, options);
  if (target.fingerprintOf(target.models) !== former.fingerprint) return null;
  return { memory: { ...memory, ...former, epoch: memory.epoch, expansion }, target };
}

/** Entries may have the shape of the next schema. */
export const formerResult = ({ target, memory }: NonNullable<ReturnType<typeof formerOf>>): SyncResult => ({
  ...resultOf(target, [], memory.expansion?.former.epoch ?? 0),
  uniform: () => false,
  isFormer: true,
});
