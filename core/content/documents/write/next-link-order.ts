// The place of a new link in the list of its target: the time, so that it comes last. Writes of this process in one millisecond have places
// between it and the next one; else rows that are copied later would decide their order.

/** Doubles hold it beside today's milliseconds. */
const STEP = 2 ** -10;
let last = 0;

export function nextLinkOrder(moment: number): number {
  const step = last + STEP;
  last = Math.floor(step) === moment ? step : moment;
  return last;
}
