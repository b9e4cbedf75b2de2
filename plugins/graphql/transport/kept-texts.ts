// How much of operations is kept between requests. Any client can send texts, so both their number and their length are bounded:
// 5,000 characters of GraphQL are at most half a megabyte once parsed.

export const LONGEST_KEPT = 5_000;
export const MOST_KEPT = 64;
