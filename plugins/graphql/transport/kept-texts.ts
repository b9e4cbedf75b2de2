// The limits of operations that are kept between requests. Any client can send texts, so both their number and their length are bounded.
// 5,000 parsed characters of GraphQL need at most half a megabyte.

export const LONGEST_KEPT = 5_000;
export const MOST_KEPT = 64;

/** Fields of a plan that is kept. Fragments make thousands of fields from a short text; each needs about half a kilobyte. */
export const MOST_KEPT_FIELDS = 1_000;

/** Texts that clients name by their hash: at most three times this number (GenerationCache). */
export const MOST_PERSISTED = 250;
export const LONGEST_PERSISTED = 10_000;
