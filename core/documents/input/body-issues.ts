// What is wrong with a body, gathered over all attributes and hooks, and thrown as one 400.
import type { Issue, Path } from '../../check/check';
import { type BodyIssue, coreErrors } from '../../errors/core-errors';
import type { AnyModel } from '../../schema/model/content-type';
import type { IssueCollector } from '../operations';

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

  /** Is something said of this very place already? */
  has(path: Path): boolean {
    const place = path.join('\0');
    return this.found.some((issue) => issue.path.join('\0') === place);
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
