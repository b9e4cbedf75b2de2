// One measurement of several processes on one database.
export interface Measurement {
  readonly name: string;
  readonly summary: string;
  /** `long`: as often as the documentation promises; otherwise a short form for each change. */
  run(options: {
    readonly long: boolean;
    readonly folder: string;
    note(line: string): void;
  }): Promise<Result>;
}

export interface Result {
  /** One line with counts. */
  readonly summary: string;
  /** One line per failure. */
  readonly faults: readonly string[];
}
