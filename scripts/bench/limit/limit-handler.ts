// The work of one scenario behind a bare server, written by hand.

/** The text of the answer; null is a 404. */
export type LimitHandler = (
  method: string,
  url: string,
  body: string,
) => string | null | Promise<string | null>;
