// SQL with its parameters kept beside it, in the order in which their marks stand in the text. Marks are `?`; a dialect
// that wants others renumbers them once, when a statement is finished.

export interface Sql<P = unknown> {
  readonly text: string;
  readonly params: readonly P[];
}

/** Text that we wrote, with no parameter in it. */
export const raw = (text: string): Sql<never> => ({ text, params: [] });
