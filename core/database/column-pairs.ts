// Two columns of one table that triggers keep equal: one of the former schema, one of the next. Processes with either schema write.
// dialects/pairs-*.ts have the statements.

export interface ColumnPair {
  readonly former: string;
  readonly next: string;
  /** In the message of a refusal. */
  readonly name: string;
  readonly form: PairForm;
}

export type PairForm =
  /** Both store the same values. */
  | { readonly kind: 'same' }
  /** The former column takes texts of so many characters. */
  | { readonly kind: 'longer'; readonly longest: number }
  /** A whole number, and its digits as text. */
  | { readonly kind: 'digits' };

export interface PairDialect {
  /** The triggers of all pairs of a table. */
  create(table: string, pairs: readonly ColumnPair[]): readonly string[];
  /** Also where they do not exist. */
  drop(table: string): readonly string[];
  /** The value of the next column for one of the former column. */
  up(value: string, form: PairForm): string;
}

/** A trigger refuses a value of the next column that the former one cannot store. The message ends with this text and the name. */
export const UNPAIRED = 'QUIRE_UNPAIRED';

export const unpairedName = (message: string): string | null =>
  new RegExp(`${UNPAIRED} ([\\w-]+)$`).exec(message)?.[1] ?? null;
