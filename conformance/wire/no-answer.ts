/** A deployment did not answer a request, or sent no event. */
export class NoAnswer extends Error {}
