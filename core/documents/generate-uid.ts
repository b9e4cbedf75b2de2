// A uid that neither the row nor the body has is made from another attribute: its slug, then `-1`, `-2` …, avoiding what any
// row has, and held to the rules that a body's value is held to.
import type { Stored } from '../attributes/attribute-type';
import type { UidOptions } from '../attributes/uid';
import type { Issue } from '../check/check';
import { uniqueKey } from '../database/unique';
import { SHORT_TEXT_COLUMN } from '../schema/column-specs';
import type { ScalarAttribute } from '../schema/content-type';
import type { ModelInput } from './body-input';
import type { BodyIssues } from './body-issues';
import type { MergeBase } from './merge-row';
import type { WriteSession } from './session';
import { slug } from './slug';
import { storedValue } from './stored-value';
import { NOT_UNIQUE, scopeSuffix, scopeText } from './unique-claims';
import type { WritePlan } from './write-plan';

/** How many candidates are looked at in one statement. */
const BATCH = 20;
/** Up to here candidates are counted; one more is made of the time, which nobody else has. */
const LAST = 1000;

/** `isCopy`: what the row has was another document's, and counts for nothing. */
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
    const free = await freeOne(session, plan, attribute, whole, options);
    // A row that need not be complete may share its value until it has to be.
    if (free !== null || session.action.strictness === 'partial')
      generated.set(attribute, free ?? first.text);
    else issues.add(path, NOT_UNIQUE, first.text);
  }
  return generated;
}

/** What the attribute will hold once the body is written. */
function valueAfter(source: ScalarAttribute, input: ModelInput, base: MergeBase): unknown {
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

interface Candidate {
  readonly text: string;
  readonly suffix: string;
}

/** Cut so that it fits with its number; null where nothing of `whole` is left. */
function candidateAt(
  number: number,
  whole: string,
  { maxLength = SHORT_TEXT_COLUMN.length, minLength = 0 }: UidOptions,
): Candidate | null {
  const suffix = number === 0 ? '' : `-${number < LAST ? number : Date.now().toString(36)}`;
  const room = Math.min(maxLength, SHORT_TEXT_COLUMN.length) - suffix.length;
  const cut = whole.slice(0, Math.max(room, 0));
  if (cut === '') return null;
  // A cut between two words leaves no separator hanging.
  const words = cut === whole ? '' : cut.replace(/[-_.~]+$/, '');
  const kept = words === '' || words.length + suffix.length < minLength ? cut : words;
  return { text: `${kept}${suffix}`, suffix };
}

/** The first candidate that obeys the attribute's rules and that no other document has; null when there is none. */
async function freeOne(
  session: WriteSession,
  plan: WritePlan,
  attribute: ScalarAttribute,
  whole: string,
  options: UidOptions,
): Promise<string | null> {
  // Numbers of one length are alike to a pattern: one that is refused speaks for all, as each costs time to compare.
  const refused = new Set<number>();
  for (let start = 0; start <= LAST; start += BATCH) {
    const batch: Candidate[] = [];
    for (let number = start; number < start + BATCH && number <= LAST; number++) {
      const candidate = candidateAt(number, whole, options);
      if (candidate && !refused.has(candidate.suffix.length)) batch.push(candidate);
    }
    if (batch.length === 0) continue;
    const left = await withoutTaken(session, plan, attribute, batch);
    // Several who ask at once would all take the first again and again.
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
): Promise<readonly Candidate[]> {
  const { dialect, tx, unique, action } = session;
  const { documentId } = action;
  const column = dialect.id(attribute.column);
  const text = plan.statement(
    `values of ${attribute.name}`,
    () =>
      `SELECT ${column} FROM ${dialect.id(plan.type.table)} WHERE ${dialect.inList(column, SHORT_TEXT_COLUMN)} AND document_id <> ?`,
  );
  const texts = batch.map((candidate) => candidate.text);
  const rows = await tx.all(text, [dialect.toListParam(texts, SHORT_TEXT_COLUMN), documentId]);
  const used = new Set(rows.map(([value]) => String(value)));
  const scope = scopeText(
    scopeSuffix(plan.type, action.target, attribute.name),
    `${plan.type.uid}.${attribute.name}`,
  );
  const keys = texts.map((value) => uniqueKey(scope, value, attribute.unique));
  const taken = new Set((await unique.taken(tx, documentId, keys)).map(({ hash }) => hash));
  return batch.filter((candidate, index) => !used.has(candidate.text) && !taken.has(keys[index]?.hash ?? ''));
}
