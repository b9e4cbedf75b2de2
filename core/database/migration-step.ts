// One step of a migration: what it does, what it may cost, and the sentence that tells people.
import type { Schema, Uid } from '../schema/content-type';
import type { ComponentShapes } from './component-shapes';
import type { Tx } from './database';
import type { Dialect } from './dialect';
import type { FoundTables } from './introspect';
import type { EntryChanges } from './stored-entries';
import type { StoredModel } from './stored-model';
import type { TableColumn, TableSpec } from './tables';

/** `safe`: done at start. `lossy`: start refuses, `quire migrate apply` does it. `unused`: kept until somebody drops it. */
export type StepEffect = 'safe' | 'lossy' | 'unused';

export type MigrationStep = { readonly effect: StepEffect; readonly sentence: string } & (
  | { readonly kind: 'createTable'; readonly table: TableSpec }
  | { readonly kind: 'sql'; readonly sql: readonly string[] }
  | {
      readonly kind: 'convertColumn';
      readonly table: TableSpec;
      readonly column: TableColumn;
      readonly from: string;
    }
  /** Stored entries of components. */
  | { readonly kind: 'entries'; readonly schema: Schema; readonly changes: EntryChanges }
);

export interface MigrationContext {
  readonly tx: Tx;
  readonly dialect: Dialect;
  readonly found: FoundTables;
  /** Content types as they are stored, by uid. */
  readonly stored: ReadonlyMap<Uid, StoredModel>;
  /** Components as their entries are stored. */
  readonly shapes: ComponentShapes;
}
