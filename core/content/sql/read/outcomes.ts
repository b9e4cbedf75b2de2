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
}
