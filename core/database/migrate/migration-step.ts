// One step of a migration: the change, its cost, and its sentence for people.
import type { Schema, Uid } from '../../schema/model/content-type';
import type { Tx } from '../database';
import type { Dialect } from '../dialect';
import type { TableColumn, TableSpec } from '../tables';
import type { TableChange } from './ddl';
import type { FoundTables } from './introspect';
import type { EntryChanges } from './stored-entries';
import type { StoredModel } from './stored-model';

/** `safe`: startup does it. `lossy`: startup refuses, `quire migrate apply` does it. `unused`: kept until `apply --drop`. */
export type StepEffect = 'safe' | 'lossy' | 'unused';

export type MigrationStep = { readonly effect: StepEffect; readonly sentence: string } & (
  | { readonly kind: 'tables'; readonly changes: readonly TableChange[] }
  | {
      readonly kind: 'convertColumn';
      readonly table: TableSpec;
      readonly column: TableColumn;
      /** Its type now, as introspect.ts spells it. */
      readonly from: string;
    }
  /** Stored entries of components. */
  | { readonly kind: 'entries'; readonly schema: Schema; readonly changes: EntryChanges }
);

export interface MigrationContext {
  readonly tx: Tx;
  readonly dialect: Dialect;
  readonly found: FoundTables;
  /** Content types and components as they are remembered. */
  readonly models: ReadonlyMap<Uid, StoredModel>;
}
