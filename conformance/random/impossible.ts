// The smaller world has no such write.
export class Impossible extends Error {}
