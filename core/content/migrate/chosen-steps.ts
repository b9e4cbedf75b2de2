// Which steps of a plan `quire migrate apply` makes. Steps that lose values can be named by their ids.
import { createHash } from 'node:crypto';
import { StartupError } from '../../kernel/errors/startup-error';
import { isRename } from './ddl';
import type { MigrationStep } from './migration-step';

export interface Choice {
  /** Also steps that lose values, and those that remove unused ones. */
  readonly drop: boolean;
  /** Ids: `drop` concerns these steps only. Empty: all. */
  readonly changes: readonly string[];
  /** Only the named removals; all other steps wait. */
  readonly only: boolean;
}

/** Startup makes what loses nothing. */
export const SAFELY: Choice = { drop: false, changes: [], only: false };

/** Stays the same when the number of values changes. */
export function stepId({ sentence }: MigrationStep): string {
  const what = (sentence.split(';')[0] ?? '').replace(/: \d+$/, '');
  return createHash('sha256').update(what).digest('hex').slice(0, 8);
}

export const needsChoice = ({ effect }: MigrationStep): boolean => effect === 'lossy' || effect === 'unused';

/** Throws a StartupError for ids that are no choices. `isChosen`: the apply makes the step. */
export function chosenBy(
  steps: readonly MigrationStep[],
  { drop, changes, only }: Choice,
): (step: MigrationStep) => boolean {
  const ids = new Map(steps.filter(needsChoice).map((step) => [stepId(step), step]));
  const mistakes = changes.filter((id) => !ids.has(id));
  if (mistakes.length > 0)
    throw new StartupError('The plan has no such changes:', [
      {
        where: mistakes.join(', '),
        message: `"quire migrate plan" prints the ids of changes that lose or remove values${ids.size > 0 ? `: ${[...ids.keys()].join(', ')}` : '. It has none'}`,
      },
    ]);
  const isNamed = (step: MigrationStep): boolean => changes.length === 0 || changes.includes(stepId(step));
  if (!only)
    return (step) =>
      needsChoice(step) ? drop && isNamed(step) : step.effect !== 'blocked' && step.effect !== 'wrong';
  const lossy = steps.find((step) => step.effect === 'lossy' && isNamed(step) && changes.length > 0);
  if (lossy)
    throw new StartupError('--only makes removals of unused values. This change belongs to the others:', [
      {
        where: stepId(lossy),
        message: `${lossy.sentence}. Use "quire migrate apply --drop ${stepId(lossy)}"`,
      },
    ]);
  if (steps.some((step) => step.kind === 'tables' && step.changes.some(isRename)))
    throw new StartupError(
      'Tables or columns are renamed first. Run "quire migrate apply" without --only before.',
    );
  return (step) => step.effect === 'unused' && isNamed(step);
}
