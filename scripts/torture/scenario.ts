// What a scenario is given, and what it answers.
import type { DatabaseConfig } from '../../core/database/config-types';
import type { TestDatabase } from '../../core/testing/databases';

export interface Torture {
  readonly client: TestDatabase;
  /** How often a process is killed. */
  readonly kills: number;
  /** How long a crowd writes. */
  readonly seconds: number;
  /** How many steps are compared with a model, at most. */
  readonly operations: number;
  /** Where random histories begin; null: anywhere. */
  readonly seed: number | null;
  note(line: string): void;
}

export interface Outcome {
  /** One line: what was done, counted. */
  readonly summary: string;
  /** What went wrong; none: it held. */
  readonly faults: readonly string[];
}

export interface Scenario {
  readonly name: string;
  readonly summary: string;
  /** Databases it means something on. */
  readonly on: readonly TestDatabase[];
  run(torture: Torture): Promise<Outcome>;
}

export type { DatabaseConfig, TestDatabase };
