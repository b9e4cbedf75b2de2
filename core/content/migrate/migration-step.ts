// One step of a migration: the change, its cost, and its sentence for people.

import type { Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import type { TableColumn, TableIndex, TableSpec } from '../../database/tables';
import type { ContentType, Schema, Uid } from '../model/compiled/content-type';
import type { ValueSource, ValueTarget } from './convert-value';
import type { Rename, TableChange } from './ddl';
import type { FoundTables } from './introspect';
import type { EntryChanges } from './stored-entries';
import type { StoredModel } from './stored-model';

export interface LosingDocument {
  readonly type: Uid;
  readonly documentId: string;
}

/** A document may come several times, once for each of its rows. Read in the transaction of the plan, and only when asked for. */
export type LosingDocuments = () => AsyncIterable<LosingDocument>;

/**
 * `safe`: startup does it. `asked`: loses nothing, but changes more than startup may: `quire migrate apply` does it. `lossy`: loses
 * values, and `unused`: values that nothing reads. Both stay until `quire migrate apply --drop`. `blocked`: stored values have to
 * change first. `wrong`: the schema names what the database does not have.
 */
export type StepEffect = 'safe' | 'asked' | 'lossy' | 'unused' | 'blocked' | 'wrong';

/** In this order. README.md says what each does. */
export type Phase = 'undo' | 'tables' | 'values' | 'rest' | 'unique';

export type MigrationStep = {
  readonly effect: StepEffect;
  /** How many stored values a lossy step loses. */
  readonly lost?: number;
  /** The documents of these values. Absent: none, or the step cannot say. */
  readonly losing?: LosingDocuments;
  /** How many stored values do not meet new rules. They stay. */
  readonly broken?: number;
  /** Content types whose stored values become other values. */
  readonly changesValues?: readonly Uid[];
  /** The content type that loses its table. */
  readonly removes?: Uid;
  /** The content type that gets another uid. */
  readonly renames?: readonly [former: Uid, present: Uid];
  /** Removed attributes whose values go. */
  readonly forgets?: readonly [owner: Uid, names: readonly string[]];
  readonly sentence: string;
} & (
  | {
      readonly kind: 'tables';
      readonly changes: readonly TableChange[];
      /** Absent: `tables`. */
      readonly phase?: Exclude<Phase, 'values'>;
      /** The unique index that the step creates. */
      readonly unique?: readonly [table: TableSpec, index: TableIndex];
    }
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
      /** Indexes are dropped, which the phase `rest` creates again; a column that stays is widened. */
      readonly prepares: readonly TableChange[];
      /** The temporary column of a migration that did not end. */
      readonly hasLeftover: boolean;
    }
  | MoveField
  /** Stored entries of components. */
  | { readonly kind: 'entries'; readonly schema: Schema; readonly changes: EntryChanges }
);

/** Values that move between a column and a field of an entry. */
export interface MoveField {
  readonly kind: 'moveField';
  readonly direction: 'out' | 'in';
  readonly type: ContentType;
  readonly schema: Schema;
  /** The column of the component, and the names below it: `['og', 'title']`. */
  readonly entries: string;
  readonly path: readonly string[];
  readonly column: string;
  /** Values before. */
  readonly source: ValueSource;
  readonly target: ValueTarget;
  /** The type stays, so a secret keeps its stored form. */
  readonly isSameKind: boolean;
  /** The place was no attribute at the last start. Values there are those of a removed attribute. */
  readonly replaces: boolean;
}

export interface MigrationContext {
  readonly tx: Tx;
  readonly dialect: Dialect;
  readonly found: FoundTables;
  /** Content types and components as they are remembered. */
  readonly models: ReadonlyMap<Uid, StoredModel>;
  /** Of a migration that stopped (memory.ts). */
  readonly renames: readonly Rename[];
  /** Tables whose rows change, because an axis is attached or enabled again. */
  readonly moving: ReadonlySet<string>;
}

/** `; 2 of 5 values do not convert and are lost` */
export const lossOf = (lost: number, values: number): string =>
  lost === 0
    ? ''
    : `; ${lost} of ${values} values ${lost === 1 ? 'does' : 'do'} not convert and ${lost === 1 ? 'is' : 'are'} lost`;
