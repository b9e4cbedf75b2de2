// The input and the result of a scenario.
import type { TestDatabase } from '../../core/testing/databases';

export interface Torture {
  readonly client: TestDatabase;
  /** Number of processes to kill. */
  readonly kills: number;
  /** Duration of a crowd. */
  readonly seconds: number;
  /** Steps to compare with a model, at most. */
  readonly operations: number;
  /** Seed of the first random history; null: a random seed. */
  readonly seed: number | null;
  note(line: string): void;
}

export interface Outcome {
  /** One line with counts. */
  readonly summary: string;
  /** One line per failure. */
  readonly faults: readonly string[];
}

export interface Scenario {
  readonly name: string;
  readonly summary: string;
  /** Databases on which the scenario runs. */
  readonly on: readonly TestDatabase[];
  /** It runs only when `--only` names it. */
  readonly isLong?: boolean;
  run(torture: Torture): Promise<Outcome>;
}
