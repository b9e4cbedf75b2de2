// The issues of fields, as the server names them.
import type { Issue } from './client';
import type { Path } from './form-values';

/** The issues of other fields. The same list if none is left out: all fields read it, and a new list draws all of them. */
export function withoutAt(issues: readonly Issue[], path: Path): readonly Issue[] {
  const others = issues.filter((issue) => !startsWith(issue.path, path));
  return others.length === issues.length ? issues : others;
}

const startsWith = (path: Path, start: Path): boolean =>
  start.every((step, index) => String(step) === String(path[index]));
