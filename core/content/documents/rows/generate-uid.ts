// Generates a uid from another attribute where neither the row nor the body has one: `my-title`, then `my-title-1`, `my-title-2` ….
// A generated uid follows the same rules as a uid in a body, and no row has it yet.

import type { Stored } from '../../../database/sql-dialect';
import type { Issue } from '../../../kernel/check/check';
import type { UidOptions } from '../../attributes/uid';
import { SHORT_TEXT_COLUMN } from '../../model/compiled/column-specs';
import type { ScalarAttribute } from '../../model/compiled/content-type';
import { uniqueKey } from '../../sql/unique';
import type { ModelInput } from '../input/body-input';
import type { BodyIssues } from '../input/body-issues';
import { claimPath, scopesOf } from '../unique/scope';
import { NOT_UNIQUE } from '../unique/unique-claims';
import { storedValue } from '../write/stored-value';
import type { WritePlan } from '../write/write-plan';
import type { WriteSession } from '../write/write-session';
import type { MergeBase } from './merge-row';
import { slug } from './slug';
import { type Candidate, candidateAt, LAST } from './uid-candidates';

/** Candidates that one statement checks. */
const BATCH = 20;

/** `isCopy`: the row has the uid of another document, so it gets a new one. */
export async function generateUids(
  session: WriteSession,
  plan: WritePlan,
  input: ModelInput,
  base: MergeBase,
  isCopy: boolean,
  issues: BodyIssues,
): Promise<Map<ScalarAttribute, Stored>> {
  const generated = new Map<ScalarAttribute, Stored>();
  for (const attribute of plan.generated) {
    const path = [attribute.name];
    if (input.scalars.has(attribute) || issues.has(path)) continue;
    if (!isCopy && (storedValue(base.values, attribute.column) ?? null) !== null) continue;
    const options = attribute.options as UidOptions;
    const source = plan.scalars.find(({ name }) => name === options.targetField);
    const text = source ? valueAfter(source, input, base) : null;
    const whole = text === null ? '' : slug(String(text), options.options);
    const first = candidateAt(0, whole, options);
    if (!first) continue;
    const problems = problemsOf(session, attribute, first.text);
    issues.found.push(...problems);
    if (problems.length > 0) continue;
    const scope = (each: ScalarAttribute): unknown => valueAfter(each, input, base);
    const free = await freeOne(session, plan, attribute, whole, options, scope);
    // An incomplete row may share its uid with another document.
    if (free !== null || session.action.strictness === 'partial')
      generated.set(attribute, free ?? first.text);
    else issues.add(path, NOT_UNIQUE, first.text);
  }
  return generated;
}

/** The value of the attribute after the write. */
export function valueAfter(source: ScalarAttribute, input: ModelInput, base: MergeBase): unknown {
  if (input.scalars.has(source)) return input.scalars.get(source) ?? null;
  const otherwise = base.isNew(source.name) ? source.common.default : null;
  return storedValue(base.values, source.column) ?? otherwise ?? null;
}

function problemsOf({ action }: WriteSession, attribute: ScalarAttribute, value: string): readonly Issue[] {
  const issues: Issue[] = [];
  attribute.type.check(value, attribute.options, {
    path: [attribute.name],
    issues,
    strictness: action.strictness,
  });
  return issues;
}

type ValueOf = (attribute: ScalarAttribute) => unknown;

/** The first candidate that follows the attribute's rules and that no other document has; null when there is none. */
async function freeOne(
  session: WriteSession,
  plan: WritePlan,
  attribute: ScalarAttribute,
  whole: string,
  options: UidOptions,
  valueFor: ValueOf,
): Promise<string | null> {
  // A pattern treats numbers of one length alike, so one refused candidate stands for all of its length.
  const refused = new Set<number>();
  for (let start = 0; start <= LAST; start += BATCH) {
    const batch: Candidate[] = [];
    for (let number = start; number < start + BATCH && number <= LAST; number++) {
      const candidate = candidateAt(number, whole, options);
      if (candidate && !refused.has(candidate.suffix.length)) batch.push(candidate);
    }
    if (batch.length === 0) continue;
    const left = await withoutTaken(session, plan, attribute, batch, valueFor);
    // A random start keeps parallel writes from taking the same candidate again and again.
    const { turn } = session;
    const from = turn === 1 ? 0 : Math.floor(Math.random() * Math.min(left.length, turn * 2));
    for (const { text, suffix } of [...left.slice(from), ...left.slice(0, from)]) {
      if (refused.has(suffix.length)) continue;
      if (suffix === '' || problemsOf(session, attribute, text).length === 0) return text;
      refused.add(suffix.length);
    }
  }
  return null;
}

async function withoutTaken(
  session: WriteSession,
  plan: WritePlan,
  attribute: ScalarAttribute,
  batch: readonly Candidate[],
  valueFor: ValueOf,
): Promise<readonly Candidate[]> {
  const { dialect, tx, unique, action } = session;
  const { documentId } = action;
  const column = dialect.id(attribute.column);
  const scopes = plan.type.scopes.map((each) => each.attribute);
  const inScope = scopes.map((each) => ` AND ${dialect.id(each.column)} = ?`).join('');
  const text = `SELECT ${column} FROM ${dialect.id(plan.type.table)} WHERE ${dialect.inList(column, SHORT_TEXT_COLUMN)} AND document_id <> ?${inScope}`;
  const texts = batch.map((candidate) => candidate.text);
  const rows = await tx.all(text, [
    dialect.toListParam(texts, SHORT_TEXT_COLUMN),
    documentId,
    ...scopes.map((each) => valueFor(each) ?? null),
  ]);
  const used = new Set(rows.map(([value]) => String(value)));
  const scope = scopesOf(plan.type, action.target, valueFor)(claimPath(attribute, [attribute.name]), null);
  const keys = texts.map((value) => uniqueKey(scope, value, attribute.unique));
  const taken = new Set((await unique.taken(tx, documentId, keys)).map(({ hash }) => hash));
  return batch.filter((candidate, index) => !used.has(candidate.text) && !taken.has(keys[index]?.hash ?? ''));
}
