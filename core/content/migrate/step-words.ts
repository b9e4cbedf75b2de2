// The steps of a migration in words: lines of `quire migrate plan`, messages of the log, the refusal of a start.
import { StartupError } from '../../kernel/errors/startup-error';
import type { Logger } from '../../kernel/log/logger';
import type { PairedAttribute } from './expansion';
import type { MigrationStep, StepEffect } from './migration-step';

/** The lines of `quire migrate plan`, one per step. `pairs`: their former attributes wait for `--contract`. */
export const describeSteps = (
  steps: readonly MigrationStep[],
  pairs: readonly PairedAttribute[] = [],
): string[] => steps.map((step) => `[${isOfPair(step, pairs) ? 'contract' : wordOf(step)}] ${step.sentence}`);

/** The removal of a former attribute, which `--contract` makes. */
export const isOfPair = ({ forgets }: MigrationStep, pairs: readonly PairedAttribute[]): boolean =>
  forgets !== undefined && pairs.some(({ type, from }) => forgets[0] === type && forgets[1].includes(from));

function wordOf({ effect, broken = 0 }: MigrationStep): string {
  if (effect === 'safe' && broken > 0) return 'CHECK';
  return {
    safe: 'at start',
    asked: 'needs apply',
    lossy: 'LOSES DATA',
    unused: 'kept',
    blocked: 'BLOCKED',
    wrong: 'WRONG',
  }[effect];
}

/** Throws if there are steps. */
export function refuseSteps(steps: readonly MigrationStep[]): void {
  if (steps.length === 0) return;
  const reasons = REASONS.filter(([effect]) => steps.some((step) => step.effect === effect));
  throw new StartupError(
    reasons.map(([, text]) => text).join(' '),
    steps.map((step) => ({ where: 'database', message: step.sentence })),
  );
}

const REASONS: readonly (readonly [StepEffect, string])[] = [
  ['wrong', 'The schema declares a rename that the database cannot follow, so nothing was changed.'],
  [
    'blocked',
    'Stored documents do not meet a new rule of the schema. Start the former schema and change these documents, or remove the rule.',
  ],
  [
    'lossy',
    'The schema has changed in a way that would lose stored data, so nothing was changed. Look at "quire migrate plan"; "quire migrate apply --drop" applies it, and removes what is not used any more. If you renamed an attribute or type, add "renamedFrom".',
  ],
  [
    'asked',
    'The schema has changed in a way that needs your decision, so nothing was changed. "quire migrate apply" applies it.',
  ],
];

/** `kept`: unused values that the migration did not remove. */
export function logSteps(
  log: Pick<Logger, 'info' | 'warn'>,
  steps: readonly MigrationStep[],
  kept: readonly MigrationStep[],
): void {
  const sentences = (list: readonly MigrationStep[]): string[] => list.map(({ sentence }) => sentence);
  const broken = steps.filter((step) => (step.broken ?? 0) > 0);
  if (steps.length > 0)
    log.info(
      `The database was migrated to the current schema (${steps.length === 1 ? '1 change' : `${steps.length} changes`})`,
      {
        changes: describeSteps(steps),
      },
    );
  if (broken.length > 0)
    log.warn('The schema has new rules that some stored values do not meet; the values were kept', {
      values: sentences(broken),
    });
  if (kept.length > 0)
    log.warn(
      'Some of the database is not used any more and was kept; "quire migrate apply --drop" removes it',
      { kept: sentences(kept) },
    );
}
