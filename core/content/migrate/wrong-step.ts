// A declared rename that the database cannot follow. The sentence says what to correct.
import type { MigrationStep } from './migration-step';

export const wrong = (sentence: string): MigrationStep => ({
  effect: 'wrong',
  kind: 'rows',
  statements: [],
  sentence,
});
