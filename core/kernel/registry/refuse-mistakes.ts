// Stops startup when a part of a plugin is wrong. The error lists all mistakes of the part.
import { type Check, type Issue, pathToText, runCheck } from '../check/check';
import { type Mistake, StartupError } from '../errors/startup-error';
import { authorName } from './author-name';

interface Part {
  /** `the policy "is-local"` */
  readonly subject: string;
  readonly plugin: string;
}

export const mistakesOf = (issues: readonly Issue[], where: string, place?: string): Mistake[] =>
  issues.map(({ path, message }) => {
    const at = [...(place === undefined ? [] : [place]), ...(path.length > 0 ? [pathToText(path)] : [])];
    return { where, ...(at.length > 0 ? { at: at.join(' → ') } : {}), message };
  });

/** Throws a StartupError. */
export function refuseMistakes(part: unknown, check: Check<unknown>, { subject, plugin }: Part): void {
  const { issues } = runCheck(check, part);
  if (issues.length === 0) return;
  const count = issues.length === 1 ? 'a mistake' : `${issues.length} mistakes`;
  throw new StartupError(
    `${subject.charAt(0).toUpperCase()}${subject.slice(1)} of ${authorName(plugin)} has ${count}:`,
    mistakesOf(issues, plugin),
  );
}
