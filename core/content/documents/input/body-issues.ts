// Collects the issues of a body from all attributes and hooks, and throws them as one 400.
import type { Issue, Path } from '../../../kernel/check/check';
import { type BodyIssue, coreErrors } from '../../../kernel/errors/core-errors';
import type { AnyModel } from '../../model/compiled/content-type';
import type { IssueCollector } from '../write-action';

export class BodyIssues implements IssueCollector {
  /** Filled by attribute types, whose paths still hold numbers. */
  readonly found: Issue[];

  constructor(found: readonly Issue[] = []) {
    this.found = [...found];
  }

  get issues(): readonly BodyIssue[] {
    return this.found.map(toBodyIssue);
  }

  add(path: Path, message: string, value?: unknown): void {
    this.found.push(value === undefined ? { path, message } : { path, message, value });
  }

  /** Is there an issue at this place, or at a part of its value? */
  has(path: Path): boolean {
    return this.found.some((issue) =>
      path.every((step, index) => String(issue.path[index]) === String(step)),
    );
  }

  /** Throws when anything was found; in the order of the schema. */
  refuse(model: AnyModel): void {
    if (this.found.length === 0) return;
    const places = new Map([...model.attributes.keys()].map((name, index) => [name, index]));
    const place = (issue: Issue): number => places.get(String(issue.path[0])) ?? places.size;
    throw coreErrors.BODY_ISSUES([...this.found].sort((a, b) => place(a) - place(b)).map(toBodyIssue));
  }
}

function toBodyIssue({ path, message, value }: Issue): BodyIssue {
  const issue = { path: path.map(String), message, name: 'ValidationError' } as const;
  return value === undefined ? issue : { ...issue, value };
}
