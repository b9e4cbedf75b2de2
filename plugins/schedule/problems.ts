// Problems as they are stored, and as callers see them. A problem speaks about a draft: values of drafts are never stored, and only callers
// who may read the draft see its message and details.
import type { Problem } from './types';

/** A request, or the caller of an operation. */
export interface Reader {
  can(action: string): boolean;
}

const HIDDEN = 'The change was refused. Only callers who may read drafts of this type see the reason';

/** `{ errors: [{ path, message, name, value }] }` without `value`. */
export function withoutValues(details: unknown): unknown {
  const { errors } = Object(details);
  if (!Array.isArray(errors)) return details;
  return { ...Object(details), errors: errors.map(({ value: _value, ...error }) => error) };
}

export const shownProblems = (
  problems: readonly Problem[] | null,
  reader: Reader,
): readonly Problem[] | null => problems?.map((problem) => shownProblem(problem, reader)) ?? null;

function shownProblem({ details, ...problem }: Problem, reader: Reader): Problem {
  const { type, status } = problem;
  if (type === null || readsDrafts(reader, type))
    return details === undefined ? problem : { ...problem, details: withoutValues(details) };
  // A 404 says only that the document or its type does not exist.
  return status === 404 ? problem : { ...problem, message: HIDDEN };
}

const readsDrafts = (reader: Reader, type: string): boolean =>
  reader.can(`${type}.readDraft`) && (reader.can(`${type}.find`) || reader.can(`${type}.findOne`));
