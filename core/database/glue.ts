// Runs a plan: binds values, asks for rows, glues JSON text. Texts are joined as they come from the database; only entries of
// components that must be projected become objects on the way (project-component.ts).
import { coreErrors } from '../errors/core-errors';
import { type Bindings, bind, type PartWork } from './bind';
import type { CompiledStatement, NodePlan, Part, RootPlan } from './compile/plan-types';
import type { Row, Run, Steps } from './database';
import { PickedWork } from './picked-work';
import { EntryWork } from './project-component';
import { RelationWork } from './relation-work';

export interface PageOutcome {
  /** One text per document. */
  readonly texts: readonly string[];
  /** null: not asked for in this run. */
  readonly total: number | null;
  /** Of one document: when its row was last written. */
  readonly updatedAt: string | null;
}

/** Reads the root's rows and everything populated below them. `withTotal`: the total is wanted in the same round trip. */
export function* runPlan(plan: RootPlan, bindings: Bindings, withTotal: boolean): Steps<PageOutcome> {
  const page = bind(plan.page, bindings);
  const total = withTotal && plan.total ? [bind(plan.total, bindings)] : [];
  const [rows = [], ...others] = yield [
    page,
    ...total,
    ...plan.beside.map(({ read }) => bindBeside(read, bindings)),
  ];
  const counted = total.length > 0 ? others.shift() : undefined;
  for (const { branch } of plan.beside) {
    const read = others.shift();
    if (read) bindings.known.set(branch, read);
  }
  bindings.budget -= rows.length;
  if (bindings.budget < 0) throw coreErrors.QUERY_TOO_COSTLY('the list itself', 'rows', bindings.maxRows);
  const texts = yield* glueRows(plan.node, rows, bindings);
  return {
    texts,
    total: counted ? Number(counted[0]?.[0]) : null,
    updatedAt:
      plan.updatedAtAt === null ? null : ((rows[0]?.[plan.updatedAtAt] as string | undefined) ?? null),
  };
}

function bindBeside(read: CompiledStatement, bindings: Bindings): Run {
  const { statement, params } = bind(read, bindings);
  return { statement, params, beside: true };
}

export function* runTotal(plan: RootPlan, bindings: Bindings): Steps<number> {
  if (!plan.total) throw new Error('A read of one document has no total');
  const [rows = []] = yield [bind(plan.total, bindings)];
  return Number(rows[0]?.[0]);
}

/** Characters of one answer: what many rows share is read once but written for each, and so grows with every level. */
const MOST_TEXT = 33_554_432;

/** The texts of rows, with every part of the plan written into them. */
export function* glueRows(plan: NodePlan, rows: readonly Row[], bindings: Bindings): Steps<string[]> {
  const { jsonAt, parts } = plan;
  const texts: string[] = new Array(rows.length);
  if (parts.length === 0 || rows.length === 0) {
    for (let i = 0; i < rows.length; i++) texts[i] = rows[i]?.[jsonAt] as string;
    return texts;
  }
  const works = parts.map((part) => startPart(part, rows, bindings));
  const runs: Run[] = [];
  for (const work of works) runs.push(...work.runs);
  const results = runs.length > 0 ? yield runs : [];
  let at = 0;
  for (const work of works) {
    const own = results.slice(at, at + work.runs.length);
    at += work.runs.length;
    yield* work.finish(own);
  }
  let length = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row;
    const json = row[jsonAt] as string;
    let added = '';
    for (let p = 0; p < parts.length; p++)
      added += (parts[p] as Part).prefix + (works[p] as PartWork).text(row, i);
    const text = json === '{}' ? `{${added.slice(1)}}` : `${json.slice(0, -1)}${added}}`;
    length += text.length;
    if (length > MOST_TEXT) throw coreErrors.QUERY_TOO_COSTLY('populate', 'characters', MOST_TEXT);
    texts[i] = text;
  }
  return texts;
}

function startPart(part: Part, rows: readonly Row[], bindings: Bindings): PartWork {
  if (part.kind === 'relation') return new RelationWork(part, rows, bindings, glueRows);
  return part.picked
    ? new PickedWork(part, part.picked, rows, bindings, glueRows)
    : new EntryWork(part, rows, (row) => row[part.storedAt] as string | null, bindings, glueRows);
}
