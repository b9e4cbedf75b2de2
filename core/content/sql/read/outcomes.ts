// What reads of documents give: their texts.

export interface ListOutcome {
  readonly texts: readonly string[];
  /** null: not wanted. */
  readonly total: number | null;
}

export interface OneOutcome {
  readonly text: string;
  /** The time of the last write. The ETag is made of it and the id of the row. */
  readonly updatedAt: string;
  /** Of a result that is kept for further requests. */
  readonly computed?: Computed;
}

/** What the last answer has computed from a kept result, so that the next one need not do it again: its ETag. */
export interface Computed {
  /** The text of which it was made; null: nothing is computed yet. */
  from: string | null;
  value: string;
}
