// What stands behind a bare server: the work of one scenario, written by hand.

/** The answer's text; null: there is no such thing. */
export type LimitHandler = (
  method: string,
  url: string,
  body: string,
) => string | null | Promise<string | null>;
