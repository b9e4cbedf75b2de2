// One step of a migration: the change, its cost, and its sentence for people.
import type { Schema, Uid } from '../../schema/model/content-type';
import type { Tx } from '../database';
import type { Dialect } from '../dialect';
import type { TableColumn, TableSpec } from '../tables';
import type { ValueSource, ValueTarget } from './convert-value';
import type { TableChange } from './ddl';
import type { FoundIndex, FoundTables } from './introspect';
import type { EntryChanges } from './stored-entries';
import type { StoredModel } from './stored-model';

/**
 * `safe`: startup does it. `asked`: loses nothing, but changes more than startup may: `quire migrate apply` does it. `lossy`: loses
 * values, and `unused`: values that nothing reads. Both stay until `quire migrate apply --drop`. `blocked`: stored values have to
 * change first.
 */
export type StepEffect = 'safe' | 'asked' | 'lossy' | 'unused' | 'blocked';

export type MigrationStep = {
  readonly effect: StepEffect;
  /** How many stored values a lossy step loses. */
  readonly lost?: number;
  /** How many stored values do not meet new rules. They stay. */
  readonly broken?: number;
  /** Content types whose stored values become other values. */
  readonly changesValues?: readonly Uid[];
  /** The content type that loses its table. */
  readonly removes?: Uid;
  /** Removed attributes whose values go. */
  readonly forgets?: readonly [owner: Uid, names: readonly string[]];
  readonly sentence: string;
} /** `last`: after the values have changed. */ & (
  | { readonly kind: 'tables'; readonly changes: readonly TableChange[]; readonly last?: true }
  | { readonly kind: 'rows'; readonly statements: readonly string[] }
  | {
      readonly kind: 'convertColumn';
      readonly table: TableSpec;
      readonly column: TableColumn;
      readonly source: ValueSource;
      readonly target: ValueTarget;
      /** The type of the column before. */
      readonly from: string;
      /** The type of the column stays, or widens. */
      readonly inPlace: boolean;
      readonly widen: TableChange | null;
      /** The temporary column of a migration that did not end. */
      readonly hasLeftover: boolean;
      /** The indexes of the table. */
      readonly indexes: Map<string, FoundIndex>;
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

/** `; 2 of 5 values do not convert and are lost` */
export const lossOf = (lost: number, values: number): string =>
  lost === 0
    ? ''
    : `; ${lost} of ${values} values ${lost === 1 ? 'does' : 'do'} not convert and ${lost === 1 ? 'is' : 'are'} lost`;
